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

/** The inbox, a page at a time, where the host has pages. */
export const messagesQuery = messagesQueryOf('inbox', '');

/** What is looked at: a folder, and what is searched for in it. */
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

/** How many are unread in each folder. Nothing on a host that does not count. */
export function useUnreadByFolder(): Readonly<Record<Folder, number>> | undefined {
  const { data } = useInfiniteQuery({
    ...messagesQuery,
    select: ({ pages }) => pages[0]?.unreadByFolder ?? null,
  });
  return data ?? undefined;
}

/** Shows a message as read before the host has answered: opening it waits for nothing. */
export function showRead(id: string, folder: Folder): void {
  queryClient.setQueriesData<InfiniteData<Page, string>>(
    { queryKey: ['messages'] },
    (data) => data && { ...data, pages: data.pages.map((page) => withRead(page, id, folder)) },
  );
}

function withRead(page: Page, id: string, folder: Folder): Page {
  const { unread, unreadByFolder } = page;
  const oneLess = (count: number) => Math.max(0, count - 1);
  return {
    ...page,
    ...(unread !== undefined && folder === 'inbox' && { unread: oneLess(unread) }),
    ...(unreadByFolder && {
      unreadByFolder: { ...unreadByFolder, [folder]: oneLess(unreadByFolder[folder]) },
    }),
    messages: page.messages.map((message) =>
      message._id === id ? { ...message, unread: false } : message,
    ),
  };
}
