import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { ApiError, type ApiResponse, callApi } from '../../api/call-api.ts';
import { queryClient } from '../../api/query-client.ts';
import type { CollectionItem } from '../../components/collection/collection-query.ts';

export type Project = CollectionItem<'project'>;

export type UpdateRoute = typeof routes.project.update;

/** Adding and updating have the same fields, so only names that both routes accept compile. */
export type ProjectRoute = typeof routes.project.add | UpdateRoute;

/** A project with its case study, its gallery and its draft. */
export type FullProject = ApiResponse<typeof routes.project.get>['project'];

/** What the owner writes: in the draft, if there is one. */
export type ProjectContent = NonNullable<FullProject['draft']>;

export function projectQuery(id: string) {
  return queryOptions({
    queryKey: ['project', id],
    queryFn: async ({ signal }) => {
      const response = await callApi(routes.project.get, { params: { id }, signal });
      // Some hosts respond with 200 and no project.
      if (!response.project)
        throw new ApiError('This project does not exist. It may have been deleted.', 404);
      return response;
    },
    select: ({ project }) => project,
  });
}

/** The address of a project on the site. */
export function projectAddress(siteUrl: string, { slug }: Pick<Project, 'slug'>): string {
  return `${siteUrl.replace(/\/$/, '')}/projects/${encodeURIComponent(slug)}`;
}

/** Reads what is stored now. */
export async function readProject(id: string): Promise<FullProject> {
  return (await queryClient.fetchQuery({ ...projectQuery(id), staleTime: 0 })).project;
}
