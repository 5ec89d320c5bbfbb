import { useInfiniteQuery } from '@tanstack/react-query';
import { MessageSquareMore } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { messagesQueryOf } from '../../features/message/message-queries.ts';
import { ShortTime } from '../../features/message/message-time.tsx';
import type { PaletteItem } from '../../features/palette/palette-item.tsx';
import { cutExcerpt, isMatch, wordsOf } from '../../features/palette/palette-match.ts';
import { paths } from '../../paths.ts';

/** Searches on the host if it supports that, and otherwise in the messages that it returned. */
export function useFoundMessages(query: string, max: number) {
  const can = useCan();
  const search = useDebounced(query.trim());
  const words = wordsOf(query);
  const isOnHost = can.folders && query.trim() !== '';
  const {
    data = [],
    isPlaceholderData,
    isFetching,
  } = useInfiniteQuery(messagesQueryOf('inbox', isOnHost ? search : ''));
  const isSearching = isOnHost && (search !== query.trim() || (isFetching && isPlaceholderData));
  const matching = isOnHost
    ? isSearching
      ? []
      : data
    : data.filter((message) =>
        isMatch(`${message.senderName} ${message.subject} ${message.message}`, words),
      );
  const items = (words.length > 0 ? matching.slice(0, max) : data).map(
    (message): PaletteItem => ({
      value: `message ${message._id}`,
      name: message.subject,
      detail: `${message.senderName} · ${cutExcerpt(message.message, words)}`,
      picture: <MessageSquareMore aria-hidden="true" />,
      aside: message.createdAt && <ShortTime date={message.createdAt} />,
      to: paths.message(message._id, isOnHost ? search : ''),
    }),
  );
  return { items, isSearching };
}

/** The value after a pause in typing. */
function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), 250);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
