import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { type ApiResponse, callApi } from '../../api/call-api.ts';

export type Copies = ApiResponse<typeof routes.copy.list>;
export type Destination = Copies['destinations'][number];
export type Run = Destination['runs'][number];
export type Step = ApiResponse<typeof routes.copy.test>['steps'][number];

const BUSY_MS = 1_500;
const IDLE_MS = 30_000;

/** Follows an update closely while it runs. */
export const copiesQuery = queryOptions({
  queryKey: ['copies'],
  queryFn: ({ signal }) => callApi(routes.copy.list, { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.destinations.some(isBusy) ? BUSY_MS : IDLE_MS),
});

/** Whether an update runs, or starts within seconds. */
export function isBusy({ isUpdating, nextUpdateAt }: Destination): boolean {
  return isUpdating || (nextUpdateAt !== null && Date.parse(nextUpdateAt) < Date.now() + 3_000);
}
