import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { type ApiResponse, callApi } from '../../api/call-api.ts';
import { queryClient } from '../../api/query-client.ts';
import type { OrderedList } from '../../components/use-move.ts';

export type SoftwareApplication = ApiResponse<
  typeof routes.softwareApplication.list
>['softwareApplications'][number];

export const softwareApplicationsQuery = queryOptions({
  queryKey: ['software-application'],
  queryFn: ({ signal }) => callApi(routes.softwareApplication.list, { signal }),
  select: ({ softwareApplications }) => softwareApplications,
});

export const softwareApplicationOrder: OrderedList<SoftwareApplication> = {
  route: routes.softwareApplication.move,
  queryKey: ['software-application'],
  items: () =>
    queryClient.getQueryData(softwareApplicationsQuery.queryKey)?.softwareApplications ?? [],
  update: (change) =>
    queryClient.setQueryData(
      softwareApplicationsQuery.queryKey,
      (data) => data && { ...data, softwareApplications: change(data.softwareApplications) },
    ),
};
