import { queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { type ApiResponse, callApi } from '../../api/call-api.ts';
import { queryClient } from '../../api/query-client.ts';
import type { CollectionItem } from '../../components/collection/collection-query.ts';

export type Post = CollectionItem<'post'>;

export type UpdateRoute = typeof routes.post.update;

/** Adding and updating have the same fields, so only names that both routes accept compile. */
export type PostRoute = typeof routes.post.add | UpdateRoute;

/** A post with its text and its draft. */
export type FullPost = ApiResponse<typeof routes.post.get>['post'];

/** What the owner writes: in the draft, if there is one. */
export type PostContent = NonNullable<FullPost['draft']>;

export function postQuery(id: string) {
  return queryOptions({
    queryKey: ['post', id],
    queryFn: ({ signal }) => callApi(routes.post.get, { params: { id }, signal }),
    select: ({ post }) => post,
  });
}

/** Reads what is stored now. */
export async function readPost(id: string): Promise<FullPost> {
  return (await queryClient.fetchQuery({ ...postQuery(id), staleTime: 0 })).post;
}

/** The address of a post on the site. */
export function postAddress(siteUrl: string, { slug }: Pick<Post, 'slug'>): string {
  return `${siteUrl.replace(/\/$/, '')}/writing/${encodeURIComponent(slug)}`;
}
