import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { type ApiResponse, callApi } from '../../api/call-api.ts';
import { orderedList } from '../../components/use-move.ts';

export type SoftwareApplication = ApiResponse<
  typeof routes.softwareApplication.list
>['softwareApplications'][number];

export const softwareApplicationsQuery = queryOptions({
  queryKey: ['software-application'],
  queryFn: ({ signal }) => callApi(routes.softwareApplication.list, { signal }),
  select: ({ softwareApplications }) => softwareApplications,
});

export const softwareApplicationOrder = orderedList<'softwareApplications', SoftwareApplication>(
  routes.softwareApplication.move,
  softwareApplicationsQuery,
  'softwareApplications',
);
