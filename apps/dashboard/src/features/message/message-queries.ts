import { infiniteQueryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { type Answer, callApi } from '../../api/call-api.ts';

export type Message = Answer<typeof routes.message.list>['messages'][number];

/** A page at a time, where the host has pages. */
export const messagesQuery = infiniteQueryOptions({
  queryKey: ['messages'],
  queryFn: ({ pageParam, signal }) =>
    callApi(routes.message.list, { signal, ...(pageParam && { query: { before: pageParam } }) }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
  select: ({ pages }) => pages.flatMap(({ messages }) => messages),
});
