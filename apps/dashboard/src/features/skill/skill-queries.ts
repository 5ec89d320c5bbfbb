import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { type ApiResponse, callApi } from '../../api/call-api.ts';

export type Skill = ApiResponse<typeof routes.skill.list>['skills'][number];

export const skillsQuery = queryOptions({
  queryKey: ['skills'],
  queryFn: ({ signal }) => callApi(routes.skill.list, { signal }),
  select: ({ skills }) => skills,
});
