import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { type ApiResponse, callApi } from '../../api/call-api.ts';
import { queryClient } from '../../api/query-client.ts';
import type { OrderedList } from '../../components/use-move.ts';

export type Skill = ApiResponse<typeof routes.skill.list>['skills'][number];

export const skillsQuery = queryOptions({
  queryKey: ['skill'],
  queryFn: ({ signal }) => callApi(routes.skill.list, { signal }),
  select: ({ skills }) => skills,
});

export const skillOrder: OrderedList<Skill> = {
  route: routes.skill.move,
  queryKey: ['skill'],
  items: () => queryClient.getQueryData(skillsQuery.queryKey)?.skills ?? [],
  update: (change) =>
    queryClient.setQueryData(
      skillsQuery.queryKey,
      (data) => data && { ...data, skills: change(data.skills) },
    ),
};
