import { type Key, type RefObject, useState } from 'react';

interface LocalItem {
  readonly key: Key;
}

interface LocalReorderOptions<T extends LocalItem> {
  readonly items: readonly T[];
  /** How many of them can be moved. The others stay at the end. */
  readonly count: number;
  /** As in 'Highlight, position 1 of 3.' */
  readonly nameOf: (item: T) => string;
  /** Contains the items, each with its key in `data-key` if it can be moved. */
  readonly list: RefObject<HTMLElement | null>;
  /** Changes the items, and renders them before it returns. */
  readonly change: (next: (before: readonly T[]) => readonly T[]) => void;
}

/**
 * Moves the items of a list in a form, which saves their order. Unlike the items of `useReorder`,
 * a dragged item moves along with the pointer.
 */
export function useLocalReorder<T extends LocalItem>(options: LocalReorderOptions<T>) {
  const { items, count, nameOf, list, change } = options;
  /** The item that the arrow keys move, and where it was. */
  const [lifted, setLifted] = useState<{ readonly key: Key; readonly from: number }>();
  const [movedKey, setMovedKey] = useState<Key>();
  const place = items.findIndex(({ key }) => key === (lifted?.key ?? movedKey));
  const moved = items[place];

  function move(key: Key, to: number) {
    const target = Math.max(0, Math.min(to, count - 1));
    setMovedKey(key);
    change((before) => {
      const moved = before.filter((item) => item.key === key);
      return before.filter((item) => item.key !== key).toSpliced(target, 0, ...moved);
    });
  }

  return {
    announcement: moved ? `${nameOf(moved)}, position ${place + 1} of ${count}.` : '',
    isLifted: (key: Key) => lifted?.key === key,
    lift: (key: Key, from: number) => setLifted({ key, from }),
    drop() {
      setMovedKey(lifted?.key);
      setLifted(undefined);
    },
    cancel() {
      if (lifted) move(lifted.key, lifted.from);
      setLifted(undefined);
    },
    move,
    /** Moves an item to where the pointer is. Returns whether it was elsewhere. */
    dragTo(key: Key, point: { readonly x: number; readonly y: number }): boolean {
      const shown = [...(list.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
      const from = shown.findIndex(({ dataset }) => dataset['key'] === String(key));
      const rects = shown.map((item) => item.getBoundingClientRect());
      const to = indexAt(point, rects, from);
      if (to !== from) move(key, to);
      return to !== from;
    },
    /** The index that the up or down arrow, Home or End moves an item to. */
    targetOf(pressed: string, index: number): number | undefined {
      const targets: Readonly<Record<string, number>> = {
        ArrowUp: index - 1,
        ArrowDown: index + 1,
        Home: 0,
        End: count - 1,
      };
      return targets[pressed];
    },
  };
}

export type LocalReorder = ReturnType<typeof useLocalReorder>;

/** The index of the item nearest to the pointer. */
function indexAt({ x, y }: { x: number; y: number }, rects: readonly DOMRect[], from: number) {
  const distances = rects.map(({ left, top, right, bottom }) =>
    Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)),
  );
  const to = distances.indexOf(Math.min(...distances));
  const [dragged, target] = [rects[from], rects[to]];
  if (!dragged || !target) return from;
  // Past a taller item, the dragged one must arrive under the pointer, or they would swap back.
  const isTooEarly =
    to > from ? y < target.bottom - dragged.height : y > target.top + dragged.height;
  return isTooEarly ? from : to;
}
