import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { type Answer, callApi } from '../../api/call-api.ts';

export type SoftwareApplication = Answer<
  typeof routes.softwareApplication.list
>['softwareApplications'][number];

export const softwareApplicationsQuery = queryOptions({
  queryKey: ['software-applications'],
  queryFn: ({ signal }) => callApi(routes.softwareApplication.list, { signal }),
  select: ({ softwareApplications }) => softwareApplications,
});
