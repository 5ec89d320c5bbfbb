import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Message } from './message-queries.ts';

/** As many as the service changes at once. */
const MOST_AT_ONCE = 200;

/** Which messages are selected. One that is gone from the list is not selected anymore. */
export function useSelection(messages: readonly Message[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef(messages);
  const lastId = useRef<string>(undefined);
  useLayoutEffect(() => {
    latest.current = messages;
  }, [messages]);

  /** Selects everything from the last one to this one as well, if asked to. */
  const toggle = useCallback((id: string, isRange: boolean) => {
    const range = isRange ? idsBetween(latest.current, lastId.current, id) : [];
    lastId.current = id;
    setIds((before) => {
      if (range.length > 0) return new Set([...before, ...range]);
      const after = new Set(before);
      return after.delete(id) ? after : after.add(id);
    });
  }, []);

  const select = (more: readonly Message[]) =>
    setIds((before) => new Set([...before, ...more.map(({ _id }) => _id)]));
  return {
    ids,
    chosen: messages.filter(({ _id }) => ids.has(_id)),
    toggle,
    select,
    selectAll: () => select(messages.slice(0, MOST_AT_ONCE)),
    clear: () => setIds(new Set()),
  };
}

function idsBetween(messages: readonly Message[], one: string | undefined, other: string) {
  const places = [one, other].map((id) => messages.findIndex(({ _id }) => _id === id));
  if (places.includes(-1)) return [];
  return messages.slice(Math.min(...places), Math.max(...places) + 1).map(({ _id }) => _id);
}

export type Selection = ReturnType<typeof useSelection>;
