import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { type Key, type KeyboardEvent, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { findTarget, type Reorder } from './use-reorder.ts';

interface ReorderHandleProps<T> {
  readonly reorder: Reorder<T>;
  readonly itemKey: Key;
  readonly index: number;
  /** As in 'Reorder highlight 1'. */
  readonly name: string;
}

/** Drag it, or press it to move the item with the arrow keys or with `MoveButtons`. */
export function ReorderHandle<T>({ reorder, itemKey, index, name }: ReorderHandleProps<T>) {
  const isLifted = reorder.lifted?.key === itemKey;
  const isDragged = useRef(false);

  function startDrag() {
    isDragged.current = false;
    const drag = ({ clientX: x, clientY: y }: PointerEvent) => {
      if (reorder.dragAlong(itemKey, { x, y })) isDragged.current = true;
    };
    const stop = new AbortController();
    addEventListener('pointermove', drag, stop);
    for (const end of ['pointerup', 'pointercancel'])
      addEventListener(end, () => stop.abort(), stop);
  }

  function onKeyDown(event: KeyboardEvent) {
    const to = findTarget(event.key, index, reorder.items.length, isLifted);
    if (isLifted && event.key === 'Escape') reorder.cancel();
    else if (to !== undefined && (isLifted || event.altKey)) reorder.moveTo(itemKey, to);
    else return;
    event.preventDefault();
  }

  return (
    <button
      type="button"
      aria-label={`Reorder ${name}`}
      aria-pressed={isLifted}
      data-handles-escape={isLifted || undefined}
      className="grid h-9 w-6 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-ink-3 hover:bg-sunk hover:text-ink"
      onPointerDown={startDrag}
      onKeyDown={onKeyDown}
      onClick={() => {
        // The end of a drag is no click.
        if (isDragged.current) isDragged.current = false;
        else if (isLifted) reorder.drop();
        else reorder.lift(itemKey, false);
      }}
    >
      <GripVertical aria-hidden="true" className="size-4" />
    </button>
  );
}

/** Move a lifted item without dragging it. */
export function MoveButtons<T>({ reorder, itemKey, index, name }: ReorderHandleProps<T>) {
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Move ${name} up`}
        onClick={() => reorder.moveTo(itemKey, index - 1)}
      >
        <ArrowUp aria-hidden="true" />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Move ${name} down`}
        onClick={() => reorder.moveTo(itemKey, index + 1)}
      >
        <ArrowDown aria-hidden="true" />
      </Button>
    </>
  );
}
