import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Item, titleOf } from '../collection/collection-query.ts';
import { type OrderedCollection, useMove } from '../reorder/use-move.ts';
import { useReorder } from '../reorder/use-reorder.ts';
import { useListShortcuts } from './use-list-shortcuts.ts';
import { selectByKey, useSelection } from './use-selection.ts';

interface ManagedListOptions<T extends Item> {
  readonly items: readonly T[];
  readonly noun: OrderedCollection;
  /** The texts that the filter searches. */
  readonly textsOf: (item: T) => readonly (string | undefined)[];
  /** Items are ordered within their group. */
  readonly groupOf?: (item: T) => string;
  /** Shows only some items, besides those that the typed filter leaves out. */
  readonly only?: ((item: T) => boolean) | undefined;
  /** Called with Clear filter. */
  readonly onClearFilter?: () => void;
}

/** A list on a Manage page: its filter, its order, its selection, and the shortcuts for them. */
export function useManagedList<T extends Item>(options: ManagedListOptions<T>) {
  const { items, noun, textsOf, groupOf = () => '', only } = options;
  const nameOf = (item: T) => titleOf(noun, item);
  const list = useRef<HTMLDivElement>(null);
  const filterField = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [filter, setFilter] = useState('');
  const words = filter.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const searchText = (item: T) => textsOf(item).join(' ').toLocaleLowerCase();
  const isFiltered = words.length > 0 || only !== undefined;
  const order = useMove<T>(noun);
  const reorder = useReorder({
    items,
    latestItems: order.items,
    keyOf: ({ _id }) => _id,
    nameOf,
    groupOf,
    list,
    onMove(item, index, group) {
      const others = group.filter((other) => other !== item);
      order.move(item._id, others[index - 1]?._id ?? null, nameOf(item));
    },
  });
  const shown = isFiltered
    ? items
        .filter((item) => only?.(item) ?? true)
        .filter((item) => words.every((word) => searchText(item).includes(word)))
    : reorder.items;
  const selection = useSelection(shown);
  const [edited, edit] = useState<T>();
  const [historyItem, showHistory] = useState<T>();
  useFocusedItem(list);

  function clearFilter() {
    setFilter('');
    options.onClearFilter?.();
    filterField.current?.focus();
  }

  useListShortcuts(list, (key, id) => {
    // The handle has keys of its own while its item is lifted.
    if (reorder.lifted) return false;
    if (key === '/') filterField.current?.focus();
    else if (key === 'Escape') selection.clear();
    if (key === '/' || key === 'Escape') return true;
    const item = shown.find(({ _id }) => _id === id);
    if (!item) return false;
    if (key === 'Alt+ArrowUp' || key === 'Alt+ArrowDown') {
      if (!isFiltered) reorder.moveBy(item._id, key === 'Alt+ArrowUp' ? -1 : 1);
      return true;
    }
    return selectByKey(key, id, { list, items: shown, selection });
  });

  return {
    noun,
    nameOf,
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
    edited,
    edit,
    historyItem,
    showHistory,
  };
}

/** Moves the focus to the item that the URL names. */
function useFocusedItem(list: RefObject<HTMLElement | null>): void {
  const [search] = useSearchParams();
  const id = search.get('item');
  useEffect(() => {
    if (id === null) return;
    const row = list.current?.querySelector(`[data-id="${CSS.escape(id)}"]`);
    row?.scrollIntoView({ block: 'center', behavior: 'instant' });
    row?.querySelector<HTMLElement>('[type=checkbox]')?.focus({ preventScroll: true });
  }, [list, id]);
}

export type ManagedListState<T extends Item> = ReturnType<typeof useManagedList<T>>;
