import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { ApiError, type ApiResponse, callApi } from '../../api/call-api.ts';

export type Project = ApiResponse<typeof routes.project.get>['project'];

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => callApi(routes.project.list, { signal }),
  select: ({ projects }) => projects,
});

export function projectQuery(id: string) {
  return queryOptions({
    queryKey: ['projects', id],
    queryFn: async ({ signal }) => {
      const answer = await callApi(routes.project.get, { params: { id }, signal });
      // Some hosts say so with an empty answer.
      if (!answer.project)
        throw new ApiError('This project does not exist. It may have been deleted.', 404);
      return answer;
    },
    select: ({ project }) => project,
  });
}
