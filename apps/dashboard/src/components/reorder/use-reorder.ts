import { type Key, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Point } from './drag.ts';
import { useDragLayer } from './drag-layer.tsx';
import { landingAt, nearestAt } from './landing.ts';

interface ReorderOptions<T> {
  /** Those that can be moved, in their order. */
  readonly items: readonly T[];
  /** The items, if they can be ahead of those that are rendered. */
  readonly latestItems?: () => readonly T[];
  readonly keyOf: (item: T) => Key;
  /** As in 'Highlight, position 1 of 3.' */
  readonly nameOf: (item: T) => string;
  /** Items are ordered within their group. */
  readonly groupOf?: (item: T) => string;
  /** Contains the items, each with its key in `data-id`. */
  readonly list: RefObject<HTMLElement | null>;
  /** Moves an item to an index in its group. */
  readonly onMove: (item: T, index: number, group: readonly T[]) => void;
  /**
   * An item moves with each step, and is rendered before `onMove` returns: in a form, which saves the
   * order later. Otherwise it moves when it is dropped.
   */
  readonly isLive?: boolean;
}

/** The item that is being moved. */
interface Lifted {
  readonly key: Key;
  /** Where it lands in its group. In a live list, where it was. */
  readonly index: number;
  /** A dragged item keeps its place until it is dropped. One lifted with the keyboard moves along. */
  readonly isDragged: boolean;
}

/** Moves the items of a list by dragging, with the keyboard, or directly. Announces each step. */
export function useReorder<T>(options: ReorderOptions<T>) {
  const { items, onMove, isLive = false } = options;
  const { placeOf, rectsOf } = usePlaces(options);
  const [announcement, announce] = useState('');
  const [lifted, setLifted] = useState<Lifted>();
  // The last step of a drag and the drop can come before the next render.
  const latest = useRef<Lifted>(undefined);
  const layer = useDragLayer();

  function show(next: Lifted | undefined) {
    latest.current = next;
    setLifted(next);
  }

  function save({ item, index: from, group }: Place<T>, to: number) {
    if (to !== from) onMove(item, to, group);
  }

  function lift(key: Key, isDragged: boolean) {
    const place = placeOf(key);
    if (!place) return;
    show({ key, index: place.index, isDragged });
    announce(isLive ? stepText(place) : liftedText(place));
  }

  /** Moves the lifted item to an index in its group. */
  function moveLifted(wanted: number) {
    const current = latest.current;
    const place = current && placeOf(current.key);
    if (!place) return;
    const index = clamp(wanted, place);
    if (index === current.index) return;
    show({ ...current, index });
    announce(stepText(place, index));
  }

  function drop() {
    const current = latest.current;
    const place = current && placeOf(current.key);
    show(undefined);
    if (!place) return;
    announce(isLive ? stepText(place) : droppedText(place, current.index));
    if (!isLive) save(place, current.index);
  }

  function cancel() {
    const current = latest.current;
    const place = current && placeOf(current.key);
    show(undefined);
    if (!place) return;
    announce(isLive ? stepText(place, current.index) : canceledText(place));
    if (isLive) save(place, current.index);
  }

  /** Moves an item at once, without lifting it. */
  function moveTo(key: Key, wanted: number) {
    const place = placeOf(key);
    if (!place) return;
    const index = clamp(wanted, place);
    announce(stepText(place, index));
    save(place, index);
  }

  function moveBy(key: Key, steps: number) {
    moveTo(key, (placeOf(key)?.index ?? 0) + steps);
  }

  /** Shows where a dragged item would land. */
  function dragTo(point: Point) {
    const place = latest.current && placeOf(latest.current.key);
    if (!place) return;
    const landing = landingAt(point, rectsOf(place.group), place.index);
    moveLifted(landing.index);
    layer.follow(point, landing.line);
  }

  /** Moves an item of a live list to where the pointer is. Returns whether it was elsewhere. */
  function dragAlong(key: Key, point: Point): boolean {
    const place = placeOf(key);
    if (!place) return false;
    const to = nearestAt(point, rectsOf(place.group), place.index);
    if (to !== place.index) moveTo(key, to);
    return to !== place.index;
  }

  const draft = lifted && !lifted.isDragged && !isLive && placeOf(lifted.key, items);
  const shown = lifted && draft ? arrange(items, draft.group, draft.index, lifted.index) : items;
  const shownPlaceOf = (key: Key) => placeOf(key, items);
  const actions = { lift, moveLifted, drop, cancel, moveTo, moveBy, dragTo, dragAlong };
  return { ...actions, items: shown, lifted, announcement, placeOf: shownPlaceOf, layer };
}

export type Reorder<T> = ReturnType<typeof useReorder<T>>;

/** The index that an arrow, Home or End moves an item to. In a grid, the next one is at the right. */
export function findTarget(
  key: string,
  index: number,
  count: number,
  isGrid = false,
): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowUp: index - 1,
    ArrowDown: index + 1,
    Home: 0,
    End: count - 1,
    ...(isGrid && { ArrowLeft: index - 1, ArrowRight: index + 1 }),
  };
  return targets[key];
}

/** The items with one of them at another index. */
export function moveItem<T>(items: readonly T[], isIt: (item: T) => boolean, to: number): T[] {
  const others = items.filter((item) => !isIt(item));
  return others.toSpliced(to, 0, ...items.filter(isIt));
}

interface Place<T> {
  readonly item: T;
  readonly name: string;
  readonly group: readonly T[];
  readonly index: number;
  readonly count: number;
}

/** Where items are, in their group and in the window. */
function usePlaces<T>(options: ReorderOptions<T>) {
  const { items, latestItems, keyOf, nameOf, groupOf = () => '', list } = options;
  const rendered = useRef(items);
  useLayoutEffect(() => {
    rendered.current = items;
  });
  return {
    placeOf(key: Key, all = latestItems?.() ?? rendered.current): Place<T> | undefined {
      const item = all.find((one) => keyOf(one) === key);
      if (item === undefined) return undefined;
      const group = all.filter((other) => groupOf(other) === groupOf(item));
      return { name: nameOf(item), item, group, index: group.indexOf(item), count: group.length };
    },
    rectsOf: (group: readonly T[]) => group.map((item) => rectOf(list.current, keyOf(item))),
  };
}

function stepText({ name, count, ...place }: Place<unknown>, index = place.index): string {
  return `${name}, position ${index + 1} of ${count}.`;
}

function liftedText({ name, index, count }: Place<unknown>): string {
  return `${name} lifted. Position ${index + 1} of ${count}.`;
}

function droppedText({ name, count }: Place<unknown>, index: number): string {
  return `${name} dropped at position ${index + 1} of ${count}.`;
}

function canceledText({ name, index, count }: Place<unknown>): string {
  return `Move canceled. ${name} is back at position ${index + 1} of ${count}.`;
}

function clamp(index: number, { count }: Place<unknown>): number {
  return Math.max(0, Math.min(count - 1, index));
}

/** The items with one of the group moved. Items outside the group keep their places. */
function arrange<T>(items: readonly T[], group: readonly T[], from: number, to: number): T[] {
  const arranged = moveItem(group, (item) => item === group[from], to);
  let next = 0;
  return items.map((item) => (group.includes(item) ? (arranged[next++] ?? item) : item));
}

function rectOf(list: HTMLElement | null, key: Key): DOMRect {
  const item = list?.querySelector(`[data-id="${CSS.escape(String(key))}"]`);
  return item?.getBoundingClientRect() ?? new DOMRect();
}
