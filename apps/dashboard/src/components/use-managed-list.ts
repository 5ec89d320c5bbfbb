import type { TrashNoun } from '@vitrine/contract/options';
import { useId, useRef, useState } from 'react';
import { useListShortcuts } from './use-list-shortcuts.ts';
import type { Item, OrderedList } from './use-move.ts';
import { useReorder } from './use-reorder.ts';
import { useSelection } from './use-selection.ts';

interface ManagedListOptions<T extends Item> {
  readonly items: readonly T[];
  readonly noun: TrashNoun;
  readonly nameOf: (item: T) => string;
  /** What the filter searches. The name by default. */
  readonly textOf?: (item: T) => string;
  /** Items are ordered within their group. */
  readonly groupOf?: (item: T) => string;
  readonly order: OrderedList<T>;
}

/** A list on a Manage page: its filter, its order, its selection, and the shortcuts for them. */
export function useManagedList<T extends Item>(options: ManagedListOptions<T>) {
  const { items, noun, nameOf, textOf = nameOf, groupOf = () => '', order } = options;
  const list = useRef<HTMLDivElement>(null);
  const filterField = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [filter, setFilter] = useState('');
  const words = filter.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const isFiltered = words.length > 0;
  const reorder = useReorder({ items, nameOf, groupOf, order, list });
  const shown = isFiltered
    ? items.filter((item) => words.every((word) => textOf(item).toLocaleLowerCase().includes(word)))
    : reorder.items;
  const selection = useSelection(shown);

  function clearFilter() {
    setFilter('');
    filterField.current?.focus();
  }

  /** Moves the focus to the same control in the next or previous item. */
  function focusNext(id: string, by: 1 | -1): T | undefined {
    const next = shown[shown.findIndex(({ _id }) => _id === id) + by];
    if (!next) return undefined;
    const row = list.current?.querySelector(`[data-id="${CSS.escape(next._id)}"]`);
    row?.querySelector<HTMLElement>('[type=checkbox]')?.focus();
    return next;
  }

  useListShortcuts(list, (key, id) => {
    // The handle has keys of its own while its item is lifted.
    if (reorder.lifted) return false;
    if (key === '/') filterField.current?.focus();
    else if (key === 'Escape') selection.clear();
    if (key === '/' || key === 'Escape') return true;
    const item = shown.find(({ _id }) => _id === id);
    if (!item) return false;
    switch (key) {
      case 'x':
        selection.toggle(item._id, false);
        return true;
      case 'Shift+ArrowDown':
      case 'Shift+ArrowUp': {
        const next = focusNext(item._id, key === 'Shift+ArrowDown' ? 1 : -1);
        selection.select(next ? [item, next] : [item]);
        return true;
      }
      case 'Alt+ArrowUp':
      case 'Alt+ArrowDown':
        if (!isFiltered) reorder.moveBy(item._id, key === 'Alt+ArrowUp' ? -1 : 1);
        return true;
      default:
        return false;
    }
  });

  return {
    noun,
    nameOf,
    queryName: order.queryKey[0],
    list,
    filterField,
    filter,
    setFilter,
    clearFilter,
    isFiltered,
    hintId,
    shown,
    reorder,
    selection,
  };
}

export type ManagedListState<T extends Item> = ReturnType<typeof useManagedList<T>>;
