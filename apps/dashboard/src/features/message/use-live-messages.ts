import { streams } from '@vitrine/contract/routes';
import { useEffect } from 'react';
import { urlOf } from '../../api/call-api.ts';
import { queryClient } from '../../api/query-client.ts';

const POLL_MS = 30_000;
/** The host says every twenty seconds that it is there. */
const SILENCE_MS = 50_000;
const MISSED_MS = 3_000;

/**
 * New messages appear by themselves. The host tells while somebody looks; when it cannot, or nobody
 * looks, it is asked now and then: a browser lets few connections stay open, and a tab in the
 * background must not take one from those in front.
 */
export function useLiveMessages(isSupported: boolean): void {
  useEffect(() => {
    if (!isSupported) return;
    let source: EventSource | undefined;
    let heardAt = 0;
    let missed = 0;
    const hear = () => {
      heardAt = Date.now();
    };
    const reload = () => void queryClient.invalidateQueries({ queryKey: ['messages'] });

    function open() {
      if (document.hidden || source) return;
      source = new EventSource(urlOf(streams.messages), { withCredentials: true });
      source.onopen = () => {
        hear();
        // What came while nobody listened; not at once, since the list may be on its way already.
        clearTimeout(missed);
        missed = window.setTimeout(reload, MISSED_MS);
      };
      source.onerror = () => {
        heardAt = 0;
        // Refused for good: the next round tries anew. Otherwise the browser does so by itself.
        if (source?.readyState === EventSource.CLOSED) source = undefined;
      };
      source.addEventListener('alive', hear);
      source.addEventListener('messages', () => {
        hear();
        reload();
      });
    }

    function close() {
      clearTimeout(missed);
      source?.close();
      source = undefined;
      heardAt = 0;
    }

    function turn() {
      if (document.hidden) close();
      else open();
    }

    open();
    const poll = setInterval(() => {
      if (Date.now() - heardAt < SILENCE_MS) return;
      close();
      reload();
      open();
    }, POLL_MS);
    document.addEventListener('visibilitychange', turn);
    return () => {
      close();
      clearInterval(poll);
      document.removeEventListener('visibilitychange', turn);
    };
  }, [isSupported]);
}
