import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { findTarget, moveItem, useReorder } from '../reorder/use-reorder.ts';

export type Row<T> = T & { readonly key: number };

interface RowsOptions<T> {
  readonly initial: readonly T[];
  readonly max: number;
  /** What a new row contains. */
  readonly empty: T;
  /** As in `Mastodon, position 1 of 3`. */
  readonly nameOf: (item: T) => string;
}

export type Rows<T> = ReturnType<typeof useRows<T>>;

/** The rows of a list in a form. Each change is rendered at once, so that the focus can follow it. */
export function useRows<T>({ initial, max, empty, nameOf }: RowsOptions<T>) {
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [all, setAll] = useState(() => initial.map(newRow));
  const reorder = useReorder<Row<T>>({
    isLive: true,
    items: all,
    keyOf: ({ key }) => key,
    nameOf,
    list,
    onMove: ({ key }, to) => change((before) => moveItem(before, (row) => row.key === key, to)),
  });

  function change(next: (before: readonly Row<T>[]) => Row<T>[]) {
    flushSync(() => setAll(next));
    // To the form, this is a change like typing.
    list.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }

  /** Focuses the first field of a row. Without such a row, focuses the button that adds one. */
  function focus(index: number) {
    const field = list.current?.children[index]?.querySelector('input');
    (field ?? addButton.current)?.focus();
  }

  return {
    all,
    list,
    addButton,
    reorder,
    max,
    isFull: all.length >= max,
    replace: (items: readonly T[]) => setAll(items.map(newRow)),
    reset: () => setAll(initial.map(newRow)),
    write: ({ key }: Row<T>, written: Partial<T>) =>
      change((before) => before.map((row) => (row.key === key ? { ...row, ...written } : row))),
    add() {
      change((before) => [...before, newRow(empty)]);
      focus(all.length);
    },
    remove(row: Row<T>) {
      const index = all.indexOf(row);
      change((before) => before.filter(({ key }) => key !== row.key));
      focus(Math.min(index, all.length - 2));
    },
    /** Moves a row if the Alt key is pressed with an arrow key. */
    moveByKey(event: KeyboardEvent, row: Row<T>) {
      const to = findTarget(event.key, all.indexOf(row), all.length);
      if (!event.altKey || to === undefined) return;
      reorder.moveTo(row.key, to);
      event.preventDefault();
    },
  };
}

let lastKey = 0;

function newRow<T>(item: T): Row<T> {
  lastKey += 1;
  return { ...item, key: lastKey };
}
