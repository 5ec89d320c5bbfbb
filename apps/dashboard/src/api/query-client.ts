import {
  MutationCache,
  QueryCache,
  QueryClient,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query';
import type { Route } from '@vitrine/contract/routes';
import { createElement } from 'react';
import { toast } from 'sonner';
import { type ApiError, type ApiResponse, callApi, type RequestOf } from './call-api.ts';
import { checkFields } from './check-fields.ts';

/** What can be loaded anew, by the name that its query key begins with. */
type QueryName =
  | 'user'
  | 'sessions'
  | 'projects'
  | 'skills'
  | 'timelines'
  | 'software-applications'
  | 'messages';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
    queryKey: readonly [QueryName, ...string[]];
    queryMeta: { quiet?: boolean };
    mutationMeta: MutationMeta;
  }
}

type MutationMeta = {
  /** What the call changes: loaded again after it. */
  readonly reloads?: readonly QueryName[];
  /** The person sees what happened anyway. */
  readonly quiet?: boolean;
  /** Said when the host says nothing. */
  readonly done?: string;
  /** The form shows and announces a failure itself; the toast is then for the eye alone. */
  readonly showsErrorInForm?: boolean;
  /** Failures with these statuses are shown in another way, such as a dialog, and in no toast. */
  readonly handledStatuses?: readonly number[];
};

/** The queries whose last answer was none, with what was said about it. */
const failing = new Map<string, string>();

/** When a failure was last shown, by its words. */
const failures = new Map<string, number>();

/** The one place that tells how a call went, and loads again what it changed. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // A dead network is told at once instead of being waited for.
    queries: { networkMode: 'always', retry: false, staleTime: 30_000, refetchOnReconnect: true },
    // What was sent, passwords among it, is forgotten at once.
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
      // What is on the screen stays there; that it is still not renewed is told once.
      const isOldNews = failing.has(query.queryHash) && query.state.data !== undefined;
      failing.set(query.queryHash, error.message);
      if (isOldNews) return;
      // To somebody who is not signed in, being refused is no news.
      const isExpected = error.isClientError && !queryClient.getQueryData(['user']);
      if (!query.meta?.quiet && !isExpected) showError(error);
    },
  }),
  mutationCache: new MutationCache({
    async onSuccess(answer, _sent, _context, { meta = {}, state }) {
      const { reloads = [], quiet, done = 'Done.' } = meta;
      dismissFailures(state.submittedAt);
      // Told once the screen shows it: before, a form is not cleared yet and would ask not to be left.
      await Promise.all(reloads.map(reload));
      if (!quiet) toast.success(messageOf(answer) ?? done);
    },
    onError: (error, _sent, _context, { meta }) => showError(error, meta),
  }),
});

/** The list itself, seen or not; of its single items only what is on the screen. */
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
  const done = route.method === 'DELETE' ? 'Deleted.' : 'Saved.';
  return useMutation<ApiResponse<R>, ApiError, RequestOf<R>>({
    mutationFn: async (request) => {
      await checkFields(route, request);
      return callApi(route, request);
    },
    meta: { done, ...meta },
  });
}

type ClientErrorListener = () => void;
const clientErrorListeners = new Set<ClientErrorListener>();

/** Calls back whenever the host refused something, which may mean that the session has ended. */
export function onClientError(listener: ClientErrorListener): () => void {
  clientErrorListeners.add(listener);
  return () => clientErrorListeners.delete(listener);
}

/** What failed before a call was made is no news once it went well. */
function dismissFailures(before: number): void {
  for (const [message, shownAt] of failures) {
    if (shownAt > before) continue;
    failures.delete(message);
    toast.dismiss(message);
  }
}

function showError(error: ApiError, meta: MutationMeta = {}): void {
  // The owner was asked for the password and chose not to go on.
  if (error.code === 'confirm-password') return;
  const { message, status, fields } = error;
  if (!meta.handledStatuses?.includes(status)) {
    const isAnnounced = meta.showsErrorInForm && Object.keys(fields).length === 0;
    // The same words at once, as when five lists meet one dead network, are one toast.
    toast.error(isAnnounced ? createElement('span', { 'aria-hidden': true }, message) : message, {
      id: message,
    });
    failures.set(message, Date.now());
  }
  if (error.isClientError) for (const listener of clientErrorListeners) listener();
}

function messageOf(answer: unknown): string | undefined {
  const isSaid = typeof answer === 'object' && answer !== null && 'message' in answer;
  return isSaid && typeof answer.message === 'string' ? answer.message : undefined;
}
