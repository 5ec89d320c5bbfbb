import { type RefObject, useRef, useState } from 'react';
import type { Item } from '../collection/collection-query.ts';
import { landingAt, type Point } from './drag.ts';
import { type OrderedCollection, useMove } from './use-move.ts';

interface ReorderOptions<T extends Item> {
  readonly items: readonly T[];
  readonly nameOf: (item: T) => string;
  /** Items are ordered within their group. */
  readonly groupOf: (item: T) => string;
  readonly noun: OrderedCollection;
  /** Contains the items, each with its id in `data-id`. */
  readonly list: RefObject<HTMLElement | null>;
}

/** The item that is being moved. */
interface Lifted {
  readonly id: string;
  /** Where it lands in its group. */
  readonly index: number;
  /** A dragged item keeps its place until it is dropped. One lifted with the keyboard moves along. */
  readonly isDragged: boolean;
}

/** Moves the items of a list by dragging, with the keyboard, or directly. Announces each step. */
export function useReorder<T extends Item>(options: ReorderOptions<T>) {
  const { items, noun, nameOf, groupOf, list } = options;
  const order = useMove<T>(noun);
  const [announcement, announce] = useState('');
  const [lifted, setLifted] = useState<Lifted>();
  // The last step of a drag and the drop can come before the next render.
  const latest = useRef<Lifted>(undefined);
  const layer = useDragLayer();

  /** By default in the cache: a key can be pressed again before the last move has rendered. */
  function placeOf(id: string, all = order.items()) {
    const item = all.find(({ _id }) => _id === id);
    if (!item) return undefined;
    const group = all.filter((other) => groupOf(other) === groupOf(item));
    return { name: nameOf(item), item, group, index: group.indexOf(item), count: group.length };
  }

  function show(next: Lifted | undefined) {
    latest.current = next;
    setLifted(next);
    return next && placeOf(next.id);
  }

  function save(id: string, index: number) {
    const place = placeOf(id);
    if (!place || place.index === index) return;
    const others = place.group.toSpliced(place.index, 1);
    order.move(id, others[index - 1]?._id ?? null, place.name);
  }

  function lift(id: string, isDragged: boolean) {
    const index = placeOf(id)?.index ?? 0;
    const place = show({ id, index, isDragged });
    if (place) announce(`${place.name} lifted. Position ${index + 1} of ${place.count}.`);
  }

  /** Moves the lifted item to an index in its group. */
  function moveLifted(wanted: number) {
    const current = latest.current;
    const place = current && placeOf(current.id);
    if (!place) return;
    const index = clamp(wanted, place);
    if (index === current.index) return;
    show({ ...current, index });
    announce(stepText(place, index));
  }

  function drop() {
    const current = latest.current;
    const place = current && placeOf(current.id);
    show(undefined);
    if (!place) return;
    announce(`${place.name} dropped at position ${current.index + 1} of ${place.count}.`);
    save(current.id, current.index);
  }

  function cancel() {
    const place = latest.current && placeOf(latest.current.id);
    show(undefined);
    if (place) announce(canceledText(place));
  }

  /** Moves an item at once, without lifting it. */
  function moveTo(id: string, wanted: number) {
    const place = placeOf(id);
    if (!place) return;
    const index = clamp(wanted, place);
    announce(stepText(place, index));
    save(id, index);
  }

  function moveBy(id: string, steps: number) {
    moveTo(id, (placeOf(id)?.index ?? 0) + steps);
  }

  /** Shows where a dragged item would land. */
  function dragTo(point: Point) {
    const place = latest.current && placeOf(latest.current.id);
    if (!place) return;
    const rects = place.group.map(({ _id }) => rectOf(list.current, _id));
    const landing = landingAt(point, rects, place.index);
    moveLifted(landing.index);
    layer.follow(point, landing.line);
  }

  const draft = lifted && !lifted.isDragged && placeOf(lifted.id, items);
  const shown = lifted && draft ? arrange(items, draft.group, draft.index, lifted.index) : items;
  const shownPlaceOf = (id: string) => placeOf(id, items);
  const actions = { lift, moveLifted, drop, cancel, moveTo, moveBy, dragTo };
  return { ...actions, items: shown, lifted, announcement, placeOf: shownPlaceOf, layer };
}

export type Reorder<T extends Item> = ReturnType<typeof useReorder<T>>;

/** What follows the pointer during a drag. Placed directly, because that happens in every frame. */
function useDragLayer() {
  const line = useRef<HTMLDivElement>(null);
  const preview = useRef<HTMLDivElement>(null);
  function follow(point: Point, landing: DOMRect) {
    setRect(line.current, landing);
    const width = preview.current?.offsetWidth ?? 0;
    const left = Math.max(8, Math.min(point.x + 16, innerWidth - width - 8));
    setRect(preview.current, new DOMRect(left, point.y - 24));
  }
  return { line, preview, follow };
}

interface Place {
  readonly name: string;
  readonly index: number;
  readonly count: number;
}

function stepText({ name, count }: Place, index: number): string {
  return `${name}, position ${index + 1} of ${count}.`;
}

function canceledText({ name, index, count }: Place): string {
  return `Move canceled. ${name} is back at position ${index + 1} of ${count}.`;
}

function clamp(index: number, { count }: Place): number {
  return Math.max(0, Math.min(count - 1, index));
}

/** The items with one of the group moved. Items outside the group keep their places. */
function arrange<T>(items: readonly T[], group: readonly T[], from: number, to: number): T[] {
  const moved = group.slice(from, from + 1);
  const arranged = group.toSpliced(from, 1).toSpliced(to, 0, ...moved);
  let next = 0;
  return items.map((item) => (group.includes(item) ? (arranged[next++] ?? item) : item));
}

function rectOf(list: HTMLElement | null, id: string): DOMRect {
  const item = list?.querySelector(`[data-id="${CSS.escape(id)}"]`);
  return item?.getBoundingClientRect() ?? new DOMRect();
}

function setRect(element: HTMLElement | null, { x, y, width, height }: DOMRect): void {
  if (!element) return;
  element.style.translate = `${x}px ${y}px`;
  // Without a size of its own, the element keeps that of its class.
  element.style.width = width > 0 ? `${width}px` : '';
  element.style.height = height > 0 ? `${height}px` : '';
}
