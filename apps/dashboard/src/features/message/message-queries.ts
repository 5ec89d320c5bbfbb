import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
} from '@tanstack/react-query';
import type { FOLDERS } from '@vitrine/contract/options';
import { routes } from '@vitrine/contract/routes';
import { type ApiResponse, callApi } from '../../api/call-api.ts';
import { queryClient } from '../../api/query-client.ts';

type Page = ApiResponse<typeof routes.message.list>;
export type Message = Page['messages'][number];
export type Folder = (typeof FOLDERS)[number];

/** The inbox, in pages if the host supports them. */
export const messagesQuery = messagesQueryOf('inbox', '');

export function messagesQueryOf(folder: Folder, search: string) {
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
    // Keep showing the last results while a new search loads.
    placeholderData: keepPreviousData,
    select: ({ pages }) => pages.flatMap(({ messages }) => messages),
  });
}

interface Unread {
  /** Undefined if the host does not count unread messages. */
  readonly unread: number | undefined;
  readonly isKnown: boolean;
}

/** The number of unread messages in the inbox. */
export function useUnread(): Unread {
  const { data, isFetched } = useInfiniteQuery({
    ...messagesQuery,
    select: ({ pages }) => pages[0]?.unread ?? null,
  });
  return { unread: data ?? undefined, isKnown: isFetched };
}

/** The number of unread messages per folder, or undefined if the host does not count them. */
export function useUnreadByFolder(): Readonly<Record<Folder, number>> | undefined {
  const { data } = useInfiniteQuery({
    ...messagesQuery,
    select: ({ pages }) => pages[0]?.unreadByFolder ?? null,
  });
  return data ?? undefined;
}

/** Whether replies can be written here. Undefined if the host has none. */
export function useCanReply(): boolean | undefined {
  const { data } = useInfiniteQuery({
    ...messagesQuery,
    select: ({ pages }) => pages[0]?.canReply ?? null,
  });
  return data ?? undefined;
}

/** Optimistic update: shows a message as read before the host responds. */
export function showAsRead(id: string, folder: Folder): void {
  queryClient.setQueriesData<InfiniteData<Page, string>>(
    { queryKey: ['messages'] },
    (data) => data && { ...data, pages: data.pages.map((page) => markRead(page, id, folder)) },
  );
}

function markRead(page: Page, id: string, folder: Folder): Page {
  const { unread, unreadByFolder } = page;
  const decrement = (count: number) => Math.max(0, count - 1);
  return {
    ...page,
    ...(unread !== undefined && folder === 'inbox' && { unread: decrement(unread) }),
    ...(unreadByFolder && {
      unreadByFolder: { ...unreadByFolder, [folder]: decrement(unreadByFolder[folder]) },
    }),
    messages: page.messages.map((message) =>
      message._id === id ? { ...message, unread: false } : message,
    ),
  };
}
