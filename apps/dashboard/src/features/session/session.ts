import { queryOptions, useQuery } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { ApiError, type ApiResponse, callApi } from '../../api/call-api.ts';
import { EXPECTED } from '../../api/capabilities.ts';
import { queryClient, useApiMutation } from '../../api/query-client.ts';
import { clearAutosaves } from '../../components/form/autosave-store.ts';

export type User = ApiResponse<typeof routes.user.me>['user'];

export interface Session {
  /** Whether the owner is signed in is not known yet. */
  readonly loading: boolean;
  readonly user: User | null;
  readonly isAuthenticated: boolean;
  readonly error: ApiError | null;
  readonly isFetching: boolean;
  refetch(): unknown;
}

/**
 * Vitrine's own service sets this cookie with the page when there is no session. It saves a request
 * to `user/me`, and a 401 in the console of the login page.
 */
const isKnownSignedOut = EXPECTED.signedOut && /(^|; )vitrine-signed-out=/.test(document.cookie);

/** The owner, or null when signed out. An error means that the session could not be checked. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: loadUser,
  ...(isKnownSignedOut && { initialData: null }),
  // The user changes only through this page. If the session ends elsewhere, the next 4xx shows it.
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

/** Removes the owner's data from this browser after the host has ended the session. */
export function clearSession(): void {
  void clearAutosaves();
  queryClient.setQueryData(userQuery.queryKey, null);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'user' });
}

/** Checks the session with the host. Without a response, assumes that the session is valid. */
export async function hasSessionEnded(): Promise<boolean> {
  return callApi(routes.user.me, {}).then(
    () => false,
    (error: ApiError) => error.isClientError,
  );
}

async function loadUser({ signal }: { readonly signal: AbortSignal }): Promise<User | null> {
  try {
    const { user, backupProblem, site, hasAddresses } = await callApi(routes.user.me, { signal });
    // Shown on the dashboard, which needs no further request at the start.
    queryClient.setQueryData(['backup', 'problem'], backupProblem ?? null);
    queryClient.setQueryData(['site', 'address'], site ?? null);
    queryClient.setQueryData(['user', 'addresses'], hasAddresses ?? false);
    return user;
  } catch (error) {
    if (error instanceof ApiError && error.isClientError) return null;
    throw error;
  }
}
