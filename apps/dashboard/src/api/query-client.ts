import { MutationCache, QueryCache, QueryClient, useMutation } from '@tanstack/react-query';
import type { Route } from '@vitrine/contract/routes';
import { toast } from 'sonner';
import { type Answer, type ApiError, callApi, type Sent } from './call-api.ts';
import { checkFields } from './check-fields.ts';

/** What can be loaded anew, by the name that its query key begins with. */
type Loaded =
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
    queryKey: readonly [Loaded, ...string[]];
    queryMeta: { quiet?: boolean };
    mutationMeta: CallMeta;
  }
}

type CallMeta = {
  /** What the call changes: loaded again after it. */
  readonly reloads?: readonly Loaded[];
  /** The person sees what happened anyway. */
  readonly quiet?: boolean;
  /** Said when the host says nothing. */
  readonly done?: string;
};

/** The queries whose last answer was none. */
const failing = new Set<string>();

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
      failing.delete(query.queryHash);
    },
    onError(error, query) {
      // What is on the screen stays there; that it is still not renewed is told once.
      const isOldNews = failing.has(query.queryHash) && query.state.data !== undefined;
      failing.add(query.queryHash);
      if (isOldNews) return;
      // To somebody who is not signed in, being refused is no news.
      const isExpected = error.isRefusal && !queryClient.getQueryData(['user']);
      if (!query.meta?.quiet && !isExpected) tellFailure(error);
    },
  }),
  mutationCache: new MutationCache({
    async onSuccess(answer, _sent, _context, { meta = {} }) {
      const { reloads = [], quiet, done = 'Done.' } = meta;
      // Told once the screen shows it: before, a form is not cleared yet and would ask not to be left.
      await Promise.all(reloads.map(reload));
      if (!quiet) toast.success(messageOf(answer) ?? done);
    },
    onError: tellFailure,
  }),
});

/** The list itself, seen or not; of its single items only what is on the screen. */
async function reload(name: Loaded): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [name] }),
    queryClient.refetchQueries({ queryKey: [name], exact: true, type: 'inactive' }),
  ]);
}

/** A call that does something. Who made it need not tell, nor load anything. */
export function useCall<R extends Route>(route: R, meta: CallMeta = {}) {
  const done = route.method === 'DELETE' ? 'Deleted.' : 'Saved.';
  return useMutation<Answer<R>, ApiError, Sent>({
    mutationFn: async (sent) => {
      await checkFields(route, sent);
      return callApi(route, sent);
    },
    meta: { done, ...meta },
  });
}

type RefusalListener = () => void;
const refusalListeners = new Set<RefusalListener>();

/** Calls back whenever the host refused something, which may mean that the session has ended. */
export function onRefusal(listener: RefusalListener): () => void {
  refusalListeners.add(listener);
  return () => refusalListeners.delete(listener);
}

function tellFailure(error: ApiError): void {
  // The owner was asked for the password and chose not to go on.
  if (error.code === 'confirm-password') return;
  // The same words at once, as when five lists meet one dead network, are one toast.
  toast.error(error.message, { id: error.message });
  if (error.isRefusal) for (const listener of refusalListeners) listener();
}

function messageOf(answer: unknown): string | undefined {
  const isSaid = typeof answer === 'object' && answer !== null && 'message' in answer;
  return isSaid && typeof answer.message === 'string' ? answer.message : undefined;
}
