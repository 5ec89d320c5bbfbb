import {
  MutationCache,
  QueryCache,
  QueryClient,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query';
import type { ItemId } from '@vitrine/contract/call';
import type { CollectionName } from '@vitrine/contract/collections';
import { type Route, routes } from '@vitrine/contract/routes';
import { Undo2 } from 'lucide-react';
import { createElement } from 'react';
import { type ExternalToast, toast } from 'sonner';
import {
  type AnyRequest,
  ApiError,
  type ApiResponse,
  callApi,
  type RequestOf,
} from './call-api.ts';
import { EXPECTED, useCan } from './capabilities.ts';
import { checkFields } from './check-fields.ts';

/** The first part of each query key. */
export type QueryName =
  | CollectionName
  | 'user'
  | 'sessions'
  | 'audit'
  | 'backup'
  | 'passkeys'
  | 'tokens'
  | 'second-factor'
  | 'messages'
  | 'trash'
  | 'history'
  | 'icons'
  | 'images'
  | 'site'
  | 'site-preview'
  | 'resume'
  | 'resume-preview'
  | 'resume-check'
  | 'resume-failures';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
    queryKey: readonly [QueryName, ...string[]];
    queryMeta: { quiet?: boolean };
    mutationMeta: MutationMeta;
  }
}

type MutationMeta = {
  /** Queries to reload after a success. */
  readonly reloads?: readonly QueryName[];
  /** Shows no toast after a success. */
  readonly quiet?: boolean;
  /** Shown when the response has no message. */
  readonly successMessage?: string;
  /** Replaces what an open form shows, even if it has unsaved changes. */
  readonly restores?: boolean;
  /** Shown instead of the host's error message. */
  readonly errorMessage?: string;
  /** The form shows and announces the error, so screen readers skip the toast. */
  readonly showsErrorInForm?: boolean;
  /** Errors with these statuses show no toast: the caller shows a dialog, for example. */
  readonly handledStatuses?: readonly number[];
  /** Errors show no toast at all: the caller shows each of them in its place. */
  readonly showsOwnErrors?: boolean;
};

/** The error messages of the queries that failed last time, by query hash. */
const failing = new Map<string, string>();

/** When each error toast was last shown, by its message. */
const failures = new Map<string, number>();

/** Shows the outcome of every call in a toast, and reloads what a call changed. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Report a network error immediately instead of waiting until the browser is online.
    queries: { networkMode: 'always', retry: false, staleTime: 30_000, refetchOnReconnect: true },
    // Variables can hold passwords: do not keep them in memory.
    mutations: { networkMode: 'always', gcTime: 0 },
  },
  queryCache: new QueryCache({
    onSuccess: (_data, query) => {
      const message = failing.get(query.queryHash);
      failing.delete(query.queryHash);
      const isOver = message !== undefined && ![...failing.values()].includes(message);
      if (isOver) toast.dismiss(message);
    },
    onError(error, query) {
      // While old data stays on the screen, show a repeated failure only once.
      const isRepeated = failing.has(query.queryHash) && query.state.data !== undefined;
      failing.set(query.queryHash, error.message);
      if (isRepeated) return;
      // A 4xx is expected while signed out.
      const isExpected = error.isClientError && !queryClient.getQueryData(['user']);
      if (!query.meta?.quiet && !isExpected) showError(error);
    },
  }),
  mutationCache: new MutationCache({
    async onSuccess(response, request, _context, { meta = {}, state }) {
      const { reloads = [], quiet, restores, successMessage = 'Done.' } = meta;
      dismissFailures(state.submittedAt);
      // Reload first: until then a form still counts as unsaved and would block navigation.
      await Promise.all(reloads.map(reload));
      if (restores) reportRestore(true);
      if (quiet) return;
      const undo = undoOf(response, request);
      toast.success(messageOf(response) ?? successMessage, undo && undoButton(undo, reloads));
    },
    onError(error, request, _context, { meta }) {
      const { isRetry }: AnyRequest = Object(request);
      const isKnown = isRetry && (error.isNetworkError || error.status > 500);
      if (!isKnown) showError(error, meta);
      // Another tab or browser has deleted it: stop showing it.
      if (error.status === 404) for (const name of meta?.reloads ?? []) void reload(name);
    },
  }),
});

/** Reloads the list even while nothing shows it, and single items only if they are on the screen. */
async function reload(name: QueryName): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [name] }),
    queryClient.refetchQueries({ queryKey: [name], exact: true, type: 'inactive' }),
  ]);
}

export type ApiMutation<R extends Route> = UseMutationResult<
  ApiResponse<R>,
  ApiError,
  RequestOf<R>
>;

/** A call that changes something. The query client shows the outcome and reloads the lists. */
export function useApiMutation<R extends Route>(route: R, meta: MutationMeta = {}): ApiMutation<R> {
  const can = useCan();
  const successMessage = route.method === 'DELETE' ? 'Deleted.' : 'Saved.';
  return useMutation<ApiResponse<R>, ApiError, RequestOf<R>>({
    mutationFn: async (request) => {
      if (can.validation) await checkFields(route, request);
      return callApi(route, request);
    },
    meta: { successMessage, ...meta },
  });
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

/** Removes error toasts that are older than a call that succeeded. */
function dismissFailures(before: number): void {
  for (const [message, shownAt] of failures) {
    if (shownAt > before) continue;
    failures.delete(message);
    toast.dismiss(message);
  }
}

function showError(error: ApiError, meta: MutationMeta = {}): void {
  // The owner canceled the password dialog, or the login continues with its second step.
  if (error.code !== undefined) return;
  const { status, isClientError } = error;
  const checks = isClientError ? [...clientErrorListeners].map((hasEnded) => hasEnded()) : [];
  if (meta.showsOwnErrors || meta.handledStatuses?.includes(status)) return;
  const canBeSignedOut = status === 401 || (isClientError && !EXPECTED.signedOut);
  if (!canBeSignedOut) showToast(error, meta);
  else
    void Promise.all(checks).then((ended) => {
      // The dialog that asks the owner to sign in says enough.
      if (!ended.includes(true)) showToast(error, meta);
    });
}

function showToast({ message: text, fields }: ApiError, meta: MutationMeta): void {
  const message = meta.errorMessage ?? text;
  const isAnnounced = meta.showsErrorInForm && Object.keys(fields).length === 0;
  // The message is the id: five lists that fail for the same reason show one toast.
  toast.error(isAnnounced ? createElement('span', { 'aria-hidden': true }, message) : message, {
    id: message,
  });
  failures.set(message, Date.now());
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
function reportRestore(isChosen: boolean): void {
  setTimeout(() => {
    for (const listener of restoreListeners) listener(isChosen);
  });
}

interface Undoable {
  readonly revision?: string;
  readonly trashed?: readonly ItemId[];
}

type Undo = () => Promise<unknown>;

/** The call that takes back a change, if there is one. */
function undoOf(response: unknown, request: unknown): Undo | undefined {
  const { revision, trashed }: Undoable = Object(response);
  const { undo }: AnyRequest = Object(request);
  if (trashed) return () => callApi(routes.trash.restore, { body: { items: trashed } });
  if (revision) return () => callApi(routes.history.undo, { params: { id: revision } });
  return undo && (() => undo(response));
}

/** How long a toast offers to take back a change. */
const UNDO_MS = 10_000;

/** The Undo button of a toast. The Z key presses it too: see ui/toaster.tsx. */
function undoButton(undo: Undo, reloads: readonly QueryName[]): ExternalToast {
  const run = async () => {
    try {
      const response = await undo();
      await Promise.all([...reloads, 'trash' as const, 'history' as const].map(reload));
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

function messageOf(response: unknown): string | undefined {
  const hasMessage = typeof response === 'object' && response !== null && 'message' in response;
  return hasMessage && typeof response.message === 'string' ? response.message : undefined;
}
