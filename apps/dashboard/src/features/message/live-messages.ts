import { streams } from '@vitrine/contract/routes';
import { useEffect } from 'react';
import { addressOf } from '../../api/call-api.ts';
import { queryClient } from '../../api/query-client.ts';

const POLL_MS = 30_000;

/**
 * New messages appear by themselves. The host tells while somebody looks; when it cannot, or nobody
 * looks, it is asked now and then: a browser lets few connections stay open, and a tab in the
 * background must not take one from those in front.
 */
export function useLiveMessages(isOffered: boolean): void {
  useEffect(() => {
    if (!isOffered) return;
    let source: EventSource | undefined;
    let isHeard = false;
    const reload = () => void queryClient.invalidateQueries({ queryKey: ['messages'] });

    function open() {
      if (document.hidden || source) return;
      source = new EventSource(addressOf(streams.messages), { withCredentials: true });
      source.onopen = () => {
        isHeard = true;
      };
      source.onerror = () => {
        isHeard = false;
        // Refused for good: the next round tries anew. Otherwise the browser does so by itself.
        if (source?.readyState === EventSource.CLOSED) source = undefined;
      };
      source.addEventListener('messages', reload);
    }

    function close() {
      source?.close();
      source = undefined;
      isHeard = false;
    }

    function turn() {
      if (document.hidden) close();
      else {
        open();
        reload();
      }
    }

    open();
    const poll = setInterval(() => {
      if (isHeard) return;
      reload();
      open();
    }, POLL_MS);
    document.addEventListener('visibilitychange', turn);
    return () => {
      close();
      clearInterval(poll);
      document.removeEventListener('visibilitychange', turn);
    };
  }, [isOffered]);
}
