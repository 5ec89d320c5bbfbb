import {
  MutationCache,
  QueryCache,
  QueryClient,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query';
import type { Route } from '@vitrine/contract/routes';
import { toast } from 'sonner';
import {
  type AnyRequest,
  type ApiError,
  type ApiResponse,
  callApi,
  type RequestOf,
} from './call-api.ts';
import { useCan } from './capabilities.ts';
import { checkFields } from './check-fields.ts';
import { dismissFailures, showError } from './error-toasts.ts';
import type { MutationMeta, QueryName } from './query-types.ts';
import { messageOf, undoButton, undoOf } from './undo.ts';

/** The error messages of the queries that failed last time, by query hash. */
const failing = new Map<string, string>();

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
      const { reloads = [], quiet, successMessage = 'Done.' } = meta;
      dismissFailures(state.submittedAt);
      // Reload first: until then a form still counts as unsaved and would block navigation.
      await Promise.all(reloads.map(reload));
      if (quiet) return;
      const undo = undoOf(response, request);
      const reloadAll = () => Promise.all(([...reloads, 'trash', 'history'] as const).map(reload));
      toast.success(messageOf(response) ?? successMessage, undo && undoButton(undo, reloadAll));
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
