import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { type ApiResponse, callApi } from '../../api/call-api.ts';
import { orderedList } from '../../components/use-move.ts';

export type Skill = ApiResponse<typeof routes.skill.list>['skills'][number];

export const skillsQuery = queryOptions({
  queryKey: ['skill'],
  queryFn: ({ signal }) => callApi(routes.skill.list, { signal }),
  select: ({ skills }) => skills,
});

export const skillOrder = orderedList<'skills', Skill>(routes.skill.move, skillsQuery, 'skills');
