import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import type { Item } from '../collection/collection-query.ts';
import { makeDraggable } from './drag.ts';
import { findTarget, type Reorder } from './use-reorder.ts';

interface DragHandleProps<T extends Item> {
  readonly reorder: Reorder<T>;
  readonly item: T;
  readonly name: string;
  /** The id of the text that explains how to use it. */
  readonly hintId: string;
  /** Leaves its place empty, so that the rest of the row stays where it is. */
  readonly isHidden: boolean;
}

/** Drags its item. With the keyboard: Space lifts, arrow keys move, Space drops, Escape cancels. */
export function DragHandle<T extends Item>(props: DragHandleProps<T>) {
  const { reorder, item, name, hintId, isHidden } = props;
  const { _id: id } = item;
  const isLifted = reorder.lifted?.key === id && !reorder.lifted.isDragged;
  const grip = useRef<HTMLSpanElement>(null);
  const latest = useRef(reorder);
  useLayoutEffect(() => {
    latest.current = reorder;
  });
  useEffect(() => {
    if (!grip.current) return;
    return makeDraggable(grip.current, {
      onStart: () => latest.current.lift(id, true),
      onMove: (point) => latest.current.dragTo(point),
      onDrop: () => latest.current.drop(),
      onCancel: () => latest.current.cancel(),
    });
  }, [id]);
  // Keep the item in view while the keyboard moves it.
  const index = reorder.lifted?.index;
  useEffect(() => {
    if (isLifted && index !== undefined)
      grip.current?.closest('[data-id]')?.scrollIntoView({ block: 'nearest' });
  }, [isLifted, index]);

  function moveByKey(event: KeyboardEvent) {
    const { lifted } = reorder;
    if (!isLifted || !lifted) return;
    const to = findTarget(event.key, lifted.index, reorder.placeOf(id)?.count ?? 0, true);
    if (event.key === 'Escape') reorder.cancel();
    else if (to !== undefined) reorder.moveLifted(to);
    else return;
    event.preventDefault();
  }

  return (
    <span className={`relative inline-grid ${isHidden ? 'invisible' : ''}`}>
      <button
        type="button"
        aria-label={`Reorder ${name}`}
        aria-describedby={hintId}
        aria-pressed={isLifted}
        // Space and Enter click the button. Screen readers also click it.
        onClick={() => (isLifted ? reorder.drop() : reorder.lift(id, false))}
        onKeyDown={moveByKey}
        onBlur={() => isLifted && reorder.cancel()}
        className="grid h-8 w-6 place-items-center rounded-[6px] text-ink-3 aria-pressed:bg-accent aria-pressed:text-accent-ink max-sm:h-10 max-sm:w-7"
      >
        <GripVertical aria-hidden="true" className="size-4" />
      </button>
      {/* Covers the button for pointers, because Firefox cannot drag a button. */}
      <span
        ref={grip}
        aria-hidden="true"
        title="Drag to reorder"
        className="absolute inset-0 cursor-grab touch-none rounded-[6px] select-none [-webkit-touch-callout:none] hover:bg-ink/5 active:cursor-grabbing"
      />
    </span>
  );
}
