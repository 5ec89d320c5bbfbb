import { useCallback, useEffect, useRef, useState } from 'react';
import { type ApiError, SIGNED_IN } from '../../api/call-api.ts';

/** What a form waits for until it is sent again, or 'saved' after that succeeded. */
export type ResendState = 'network' | 'sign-in' | 'saved';

const FIRST_DELAY_MS = 2000;
const LONGEST_DELAY_MS = 30_000;
const SAVED_MS = 5000;

export type Resend = ReturnType<typeof useResend>;

/** Sends a form again when the network returns, or when the owner has signed in again. */
export function useResend() {
  const [state, setState] = useState<ResendState>();
  const latest = useRef<ResendState>(undefined);
  const send = useRef(() => {});

  const change = useCallback((next: ResendState | undefined) => {
    latest.current = next;
    setState(next);
  }, []);
  const isWaiting = useCallback(
    () => latest.current === 'network' || latest.current === 'sign-in',
    [],
  );
  const retry = useCallback(() => send.current(), []);

  useEffect(() => {
    if (state !== 'saved') return;
    const timer = setTimeout(() => change(undefined), SAVED_MS);
    return () => clearTimeout(timer);
  }, [state, change]);

  useEffect(() => {
    if (state !== 'sign-in') return;
    addEventListener(SIGNED_IN, retry);
    return () => removeEventListener(SIGNED_IN, retry);
  }, [state, retry]);

  useEffect(() => {
    if (state !== 'network') return;
    // Browsers fire `online` only for this device's own connection, and not always then.
    let delay = FIRST_DELAY_MS;
    let timer = setTimeout(repeat, delay);
    function repeat() {
      retry();
      delay = Math.min(2 * delay, LONGEST_DELAY_MS);
      timer = setTimeout(repeat, delay);
    }
    addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', retry);
    };
  }, [state, retry]);

  return {
    state,
    isWaiting,
    retry,
    /** Waits, keeps waiting, or stops, depending on why the form was not saved. */
    decide(error: ApiError, canRepeat: boolean, sendAgain: () => void) {
      send.current = sendAgain;
      const isUnavailable = error.isNetworkError || (isWaiting() && error.status > 500);
      if (isUnavailable && canRepeat) change('network');
      else if (isWaiting() && error.status === 401) change('sign-in');
      else change(undefined);
    },
    /** The form was saved. */
    finish() {
      if (latest.current) change(isWaiting() ? 'saved' : undefined);
    },
  };
}
