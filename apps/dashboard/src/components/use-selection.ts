import { useCallback, useLayoutEffect, useRef, useState } from 'react';

interface Item {
  readonly _id: string;
}

/** The limit per request: see the contract's message.ts and trash.ts. */
const MAX_SELECTED = 200;

/** The selected items of a list. An item that leaves the list is no longer selected. */
export function useSelection<T extends Item>(items: readonly T[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef(items);
  const lastId = useRef<string>(undefined);
  useLayoutEffect(() => {
    latest.current = items;
  }, [items]);

  /** With `isRange`, selects everything between the last toggled item and this one. */
  const toggle = useCallback((id: string, isRange: boolean) => {
    const range = isRange ? idsBetween(latest.current, lastId.current, id) : [];
    lastId.current = id;
    setIds((before) => {
      if (range.length > 0) return new Set([...before, ...range]);
      const after = new Set(before);
      return after.delete(id) ? after : after.add(id);
    });
  }, []);

  const select = (added: readonly Item[]) =>
    setIds((before) => new Set([...before, ...added.map(({ _id }) => _id)]));
  return {
    ids,
    selected: items.filter(({ _id }) => ids.has(_id)),
    toggle,
    select,
    selectAll: () => select(items.slice(0, MAX_SELECTED)),
    clear: () => setIds(new Set()),
  };
}

function idsBetween(items: readonly Item[], one: string | undefined, other: string) {
  const indexes = [one, other].map((id) => items.findIndex(({ _id }) => _id === id));
  if (indexes.includes(-1)) return [];
  return items.slice(Math.min(...indexes), Math.max(...indexes) + 1).map(({ _id }) => _id);
}

export type Selection<T extends Item> = ReturnType<typeof useSelection<T>>;
