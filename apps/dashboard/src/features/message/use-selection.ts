import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Message } from './message-queries.ts';

/** The limit per request: `ids` in the contract's message.ts. */
const MAX_SELECTED = 200;

/** The selected messages. A message that leaves the list is no longer selected. */
export function useSelection(messages: readonly Message[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef(messages);
  const lastId = useRef<string>(undefined);
  useLayoutEffect(() => {
    latest.current = messages;
  }, [messages]);

  /** With `isRange`, selects everything between the last toggled message and this one. */
  const toggle = useCallback((id: string, isRange: boolean) => {
    const range = isRange ? idsBetween(latest.current, lastId.current, id) : [];
    lastId.current = id;
    setIds((before) => {
      if (range.length > 0) return new Set([...before, ...range]);
      const after = new Set(before);
      return after.delete(id) ? after : after.add(id);
    });
  }, []);

  const select = (added: readonly Message[]) =>
    setIds((before) => new Set([...before, ...added.map(({ _id }) => _id)]));
  return {
    ids,
    selected: messages.filter(({ _id }) => ids.has(_id)),
    toggle,
    select,
    selectAll: () => select(messages.slice(0, MAX_SELECTED)),
    clear: () => setIds(new Set()),
  };
}

function idsBetween(messages: readonly Message[], one: string | undefined, other: string) {
  const indexes = [one, other].map((id) => messages.findIndex(({ _id }) => _id === id));
  if (indexes.includes(-1)) return [];
  return messages.slice(Math.min(...indexes), Math.max(...indexes) + 1).map(({ _id }) => _id);
}

export type Selection = ReturnType<typeof useSelection>;
