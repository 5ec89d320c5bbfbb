import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { type Answer, callApi } from '../../api/call-api.ts';

export type Project = Answer<typeof routes.project.get>['project'];

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => callApi(routes.project.list, { signal }),
  select: ({ projects }) => projects,
});

export function projectQuery(id: string) {
  return queryOptions({
    queryKey: ['projects', id],
    queryFn: ({ signal }) => callApi(routes.project.get, { params: { id }, signal }),
    select: ({ project }) => project,
  });
}
