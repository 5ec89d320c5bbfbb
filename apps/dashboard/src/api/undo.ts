import type { ItemId } from '@vitrine/contract/call';
import { routes } from '@vitrine/contract/routes';
import { Undo2 } from 'lucide-react';
import { createElement } from 'react';
import { type ExternalToast, toast } from 'sonner';
import { type AnyRequest, ApiError, callApi } from './call-api.ts';
import { showError } from './error-toasts.ts';

interface Undoable {
  readonly revision?: string;
  readonly trashed?: readonly ItemId[];
}

type Undo = () => Promise<unknown>;

/** The call that takes back a change, if there is one. */
export function undoOf(response: unknown, request: unknown): Undo | undefined {
  const { revision, trashed }: Undoable = Object(response);
  const { undo }: AnyRequest = Object(request);
  if (trashed) return () => callApi(routes.trash.restore, { body: { items: trashed } });
  if (revision) return () => callApi(routes.history.undo, { params: { id: revision } });
  return undo && (() => undo(response));
}

/** How long a toast offers to take back a change. */
const UNDO_MS = 10_000;

/** The Undo button of a toast. The Z key presses it too: see ui/toaster.tsx. */
export function undoButton(undo: Undo, onUndone: () => Promise<unknown>): ExternalToast {
  const run = async () => {
    try {
      const response = await undo();
      await onUndone();
      reportRestore(false);
      toast.success(messageOf(response) ?? 'Change undone.');
    } catch (error) {
      if (error instanceof ApiError) showError(error);
      else throw error;
    }
  };
  const icon = createElement(Undo2, { 'aria-hidden': true });
  const label = createElement('span', { title: 'Undo (Z)' }, icon, 'Undo');
  return { duration: UNDO_MS, action: { label, onClick: () => void run() } };
}

export function messageOf(response: unknown): string | undefined {
  const { message }: { message?: unknown } = Object(response);
  return typeof message === 'string' && message !== '' ? message : undefined;
}

type RestoreListener = (isChosen: boolean) => void;
const restoreListeners = new Set<RestoreListener>();

/**
 * Calls the listener after an older version of an item was stored again: chosen in its history, or by
 * taking back a change.
 */
export function onRestore(listener: RestoreListener): () => void {
  restoreListeners.add(listener);
  return () => restoreListeners.delete(listener);
}

/** React renders the reloaded data in a later task. The listeners run after that. */
export function reportRestore(isChosen: boolean): void {
  setTimeout(() => {
    for (const listener of restoreListeners) listener(isChosen);
  });
}
