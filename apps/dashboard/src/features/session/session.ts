import { queryOptions, useQuery } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { API_URL, ApiError, type ApiResponse, callApi } from '../../api/call-api.ts';
import { queryClient, useApiMutation } from '../../api/query-client.ts';

export type User = ApiResponse<typeof routes.user.me>['user'];

export interface Session {
  /** Nobody knows yet whether somebody is signed in. */
  readonly loading: boolean;
  readonly user: User | null;
  readonly isAuthenticated: boolean;
  readonly error: ApiError | null;
  readonly isFetching: boolean;
  refetch(): unknown;
}

/**
 * Our own service says so with the page when nobody can be signed in: then there is nothing to
 * ask, and no refusal in the console of somebody who only opens the login page.
 */
const isKnownSignedOut = API_URL === '' && /(^|; )vitrine-signed-out=/.test(document.cookie);

/** The owner, or null when nobody is signed in. An error means that it could not be told. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: loadUser,
  ...(isKnownSignedOut && { initialData: null }),
  // It changes by what is done here; when it ends elsewhere, the next refusal tells.
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnReconnect: false,
});

export function useSession(): Session {
  const { data, isPending, error, isFetching, refetch } = useQuery(userQuery);
  const user = data ?? null;
  return {
    loading: isPending,
    user,
    isAuthenticated: user !== null,
    error: user === null ? error : null,
    isFetching,
    refetch,
  };
}

export function signIn({ user }: { readonly user: User }): void {
  queryClient.setQueryData(userQuery.queryKey, user);
}

export function useLogout() {
  const logout = useApiMutation(routes.user.logout, { successMessage: 'Logged Out!' });
  return () =>
    logout.mutate(
      {},
      {
        onSuccess: clearSession,
      },
    );
}

/** After the host has ended the session: what was the owner's stays in nobody's memory. */
export function clearSession(): void {
  queryClient.setQueryData(userQuery.queryKey, null);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'user' });
}

/** Asks the host anew whether the session lives; a host that does not answer has not ended it. */
export async function hasSessionEnded(): Promise<boolean> {
  return callApi(routes.user.me, {}).then(
    () => false,
    (error: ApiError) => error.isClientError,
  );
}

async function loadUser({ signal }: { readonly signal: AbortSignal }): Promise<User | null> {
  try {
    const { user } = await callApi(routes.user.me, { signal });
    return user;
  } catch (error) {
    if (error instanceof ApiError && error.isClientError) return null;
    throw error;
  }
}
