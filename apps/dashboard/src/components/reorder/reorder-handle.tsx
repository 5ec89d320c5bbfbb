import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { type Key, type KeyboardEvent, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import type { LocalReorder } from './use-local-reorder.ts';

interface ReorderHandleProps {
  readonly reorder: LocalReorder;
  readonly itemKey: Key;
  readonly index: number;
  /** As in 'Reorder highlight 1'. */
  readonly name: string;
}

/** In a grid, the next item is at the right. */
const IN_A_ROW: Readonly<Record<string, string>> = {
  ArrowLeft: 'ArrowUp',
  ArrowRight: 'ArrowDown',
};

/** Drag it, or press it to move the item with the arrow keys or with `MoveButtons`. */
export function ReorderHandle({ reorder, itemKey, index, name }: ReorderHandleProps) {
  const isLifted = reorder.isLifted(itemKey);
  const isDragged = useRef(false);

  function startDrag() {
    isDragged.current = false;
    const drag = ({ clientX: x, clientY: y }: PointerEvent) => {
      if (reorder.dragTo(itemKey, { x, y })) isDragged.current = true;
    };
    const stop = new AbortController();
    addEventListener('pointermove', drag, stop);
    for (const end of ['pointerup', 'pointercancel'])
      addEventListener(end, () => stop.abort(), stop);
  }

  function onKeyDown(event: KeyboardEvent) {
    const to = reorder.targetOf((isLifted && IN_A_ROW[event.key]) || event.key, index);
    if (isLifted && event.key === 'Escape') reorder.cancel();
    else if (to !== undefined && (isLifted || event.altKey)) reorder.move(itemKey, to);
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
        else reorder.lift(itemKey, index);
      }}
    >
      <GripVertical aria-hidden="true" className="size-4" />
    </button>
  );
}

/** Move a lifted item without dragging it. */
export function MoveButtons({ reorder, itemKey, index, name }: ReorderHandleProps) {
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Move ${name} up`}
        onClick={() => reorder.move(itemKey, index - 1)}
      >
        <ArrowUp aria-hidden="true" />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Move ${name} down`}
        onClick={() => reorder.move(itemKey, index + 1)}
      >
        <ArrowDown aria-hidden="true" />
      </Button>
    </>
  );
}
