import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { type ApiResponse, callApi } from '../../api/call-api.ts';

export type SoftwareApplication = ApiResponse<
  typeof routes.softwareApplication.list
>['softwareApplications'][number];

export const softwareApplicationsQuery = queryOptions({
  queryKey: ['software-applications'],
  queryFn: ({ signal }) => callApi(routes.softwareApplication.list, { signal }),
  select: ({ softwareApplications }) => softwareApplications,
});
