import { createElement } from 'react';
import { toast } from 'sonner';
import type { ApiError } from './call-api.ts';
import { EXPECTED } from './capabilities.ts';
import type { MutationMeta } from './query-types.ts';

/** When each error toast was last shown, by its message. */
const failures = new Map<string, number>();

/** Removes error toasts that are older than a call that succeeded. */
export function dismissFailures(before: number): void {
  for (const [message, shownAt] of failures) {
    if (shownAt > before) continue;
    failures.delete(message);
    toast.dismiss(message);
  }
}

type ClientErrorListener = () => Promise<boolean>;
const clientErrorListeners = new Set<ClientErrorListener>();

/**
 * Calls the listener after every 4xx response, which can mean that the session has ended. It resolves
 * to whether the session has ended and the owner is asked to sign in.
 */
export function onClientError(listener: ClientErrorListener): () => void {
  clientErrorListeners.add(listener);
  return () => clientErrorListeners.delete(listener);
}

/** Shows an error in a toast, unless its caller or a dialog shows it. */
export function showError(error: ApiError, meta: MutationMeta = {}): void {
  // The owner canceled the password dialog, or the login continues with its second step.
  if (error.code !== undefined) return;
  const { status, isClientError, fields } = error;
  const checks = isClientError ? [...clientErrorListeners].map((hasEnded) => hasEnded()) : [];
  const text = meta.errorText ? meta.errorText(error) : error.message;
  if (text === undefined) return;
  const isAnnounced = meta.showsErrorInForm && Object.keys(fields).length === 0;
  const canBeSignedOut = status === 401 || (isClientError && !EXPECTED.signedOut);
  if (!canBeSignedOut) showToast(text, isAnnounced);
  else
    void Promise.all(checks).then((ended) => {
      // The dialog that asks the owner to sign in says enough.
      if (!ended.includes(true)) showToast(text, isAnnounced);
    });
}

function showToast(text: string, isAnnounced = false): void {
  // The message is the id: five lists that fail for the same reason show one toast.
  toast.error(isAnnounced ? createElement('span', { 'aria-hidden': true }, text) : text, {
    id: text,
  });
  failures.set(text, Date.now());
}
