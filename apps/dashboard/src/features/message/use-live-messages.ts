import { streams } from '@vitrine/contract/routes';
import { useEffect } from 'react';
import { urlOf } from '../../api/call-api.ts';
import { queryClient } from '../../api/query-client.ts';

const POLL_MS = 30_000;
/** The host sends an `alive` event every 20 seconds. */
const STALE_MS = 50_000;
const CATCH_UP_MS = 3_000;

/**
 * Reloads messages when the host reports a change. Polls while the event stream is unavailable or the
 * tab is in the background: browsers limit open connections, and a background tab must not use one.
 */
export function useLiveMessages(isSupported: boolean): void {
  useEffect(() => {
    if (!isSupported) return;
    let source: EventSource | undefined;
    let lastEventAt = 0;
    let catchUp = 0;
    const noteEvent = () => {
      lastEventAt = Date.now();
    };
    const reload = () => void queryClient.invalidateQueries({ queryKey: ['messages'] });

    function open() {
      if (document.hidden || source) return;
      source = new EventSource(urlOf(streams.messages), { withCredentials: true });
      source.onopen = () => {
        noteEvent();
        // Load what arrived before the stream opened. Wait, because the list may be loading already.
        clearTimeout(catchUp);
        catchUp = window.setTimeout(reload, CATCH_UP_MS);
      };
      source.onerror = () => {
        lastEventAt = 0;
        // After a final error, the next poll reconnects. Otherwise the browser reconnects.
        if (source?.readyState === EventSource.CLOSED) source = undefined;
      };
      source.addEventListener('alive', noteEvent);
      source.addEventListener('messages', () => {
        noteEvent();
        reload();
      });
    }

    function close() {
      clearTimeout(catchUp);
      source?.close();
      source = undefined;
      lastEventAt = 0;
    }

    function onVisibilityChange() {
      if (document.hidden) close();
      else open();
    }

    open();
    const poll = setInterval(() => {
      if (Date.now() - lastEventAt < STALE_MS) return;
      close();
      reload();
      open();
    }, POLL_MS);
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      close();
      clearInterval(poll);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [isSupported]);
}
