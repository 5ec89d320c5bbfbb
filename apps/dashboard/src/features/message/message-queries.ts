import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
} from '@tanstack/react-query';
import type { FOLDERS } from '@vitrine/contract/options';
import { routes } from '@vitrine/contract/routes';
import { type Answer, callApi } from '../../api/call-api.ts';
import { queryClient } from '../../api/query-client.ts';

type Page = Answer<typeof routes.message.list>;
export type Message = Page['messages'][number];
export type Folder = (typeof FOLDERS)[number];

/** The inbox, a page at a time, where the host has pages. */
export const messagesQuery = queryOf('inbox', '');

/** What is looked at: a folder, and what is searched for in it. */
export function queryOf(folder: Folder, search: string) {
  const query = {
    ...(folder !== 'inbox' && { folder }),
    ...(search !== '' && { search }),
  };
  const isInbox = Object.keys(query).length === 0;
  return infiniteQueryOptions({
    queryKey: isInbox ? ['messages'] : ['messages', folder, search],
    queryFn: ({ pageParam, signal }) =>
      callApi(routes.message.list, {
        signal,
        ...((pageParam || !isInbox) && {
          query: { ...query, ...(pageParam && { before: pageParam }) },
        }),
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    // While the next words are searched for, what the last ones found stays.
    placeholderData: keepPreviousData,
    select: ({ pages }) => pages.flatMap(({ messages }) => messages),
  });
}

interface Unread {
  /** Nothing on a host that does not count. */
  readonly unread: number | undefined;
  readonly isKnown: boolean;
}

/** How many are unread in the inbox. */
export function useUnread(): Unread {
  const { data, isFetched } = useInfiniteQuery({
    ...messagesQuery,
    select: ({ pages }) => pages[0]?.unread ?? null,
  });
  return { unread: data ?? undefined, isKnown: isFetched };
}

/** Marks at once what the host is being told of: opening a message waits for nothing. */
export function showRead(id: string): void {
  queryClient.setQueriesData<InfiniteData<Page, string>>({ queryKey: ['messages'] }, (data) => {
    const isUnread = data?.pages.some(({ messages }) =>
      messages.some((message) => message._id === id && message.unread),
    );
    if (!data || !isUnread) return data;
    return {
      ...data,
      pages: data.pages.map((page) => ({
        ...page,
        ...(page.unread !== undefined && { unread: Math.max(0, page.unread - 1) }),
        messages: page.messages.map((message) =>
          message._id === id ? { ...message, unread: false } : message,
        ),
      })),
    };
  });
}
