import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

interface Item {
  readonly _id: string;
}

/** The limit per request: see the contract's message.ts and trash.ts. */
const MAX_SELECTED = 200;

/**
 * The selected items of a list. `initial` are the ones that are selected at first. An item that leaves
 * the list is no longer selected.
 */
export function useSelection<T extends Item>(items: readonly T[], initial: readonly T[] = []) {
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set(initial.map(({ _id }) => _id)));
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
    deselect: (removed: readonly Item[]) =>
      setIds(
        (before) => new Set([...before].filter((id) => !removed.some(({ _id }) => _id === id))),
      ),
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

/**
 * X selects the item with this id. Shift with an arrow selects it and the next one, and moves the focus
 * there. Returns whether it handled the key.
 */
export function selectByKey<T extends Item>(
  key: string,
  id: string | undefined,
  { list, items, selection }: SelectByKeyOptions<T>,
): boolean {
  const index = items.findIndex(({ _id }) => _id === id);
  const item = items[index];
  if (!item) return false;
  if (key === 'x') selection.toggle(item._id, false);
  else if (key === 'Shift+ArrowDown' || key === 'Shift+ArrowUp') {
    const next = items[index + (key === 'Shift+ArrowDown' ? 1 : -1)];
    const row = next && list.current?.querySelector(`[data-id="${CSS.escape(next._id)}"]`);
    row?.querySelector<HTMLElement>('[type=checkbox]')?.focus();
    selection.select(next ? [item, next] : [item]);
  } else return false;
  return true;
}

interface SelectByKeyOptions<T extends Item> {
  readonly list: RefObject<HTMLElement | null>;
  /** In the order of the list, each with its id in `data-id`. */
  readonly items: readonly T[];
  readonly selection: Pick<Selection<T>, 'toggle' | 'select'>;
}
