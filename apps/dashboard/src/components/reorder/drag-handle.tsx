import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { Item } from '../collection/collection-query.ts';
import { makeDraggable } from './drag.ts';
import type { Reorder } from './use-reorder.ts';

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
  const isLifted = reorder.lifted?.id === id && !reorder.lifted.isDragged;
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
    const steps: Readonly<Record<string, () => void>> = {
      ArrowUp: () => reorder.moveLifted(lifted.index - 1),
      ArrowLeft: () => reorder.moveLifted(lifted.index - 1),
      ArrowDown: () => reorder.moveLifted(lifted.index + 1),
      ArrowRight: () => reorder.moveLifted(lifted.index + 1),
      Home: () => reorder.moveLifted(0),
      End: () => reorder.moveLifted(Number.POSITIVE_INFINITY),
      Escape: reorder.cancel,
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
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

interface DragLayerProps<T extends Item> {
  readonly reorder: Reorder<T>;
  /** A picture of the item. */
  readonly pictureOf: (item: T) => ReactNode;
}

/** What follows the pointer during a drag, and the line where the item lands. */
export function DragLayer<T extends Item>({ reorder, pictureOf }: DragLayerProps<T>) {
  const { lifted, layer, placeOf } = reorder;
  const place = lifted?.isDragged ? placeOf(lifted.id) : undefined;
  return (
    <div aria-hidden="true" className={`pointer-events-none ${place ? '' : 'invisible'}`}>
      <div
        ref={layer.line}
        className="fixed top-0 left-0 z-40 -m-px h-0.5 w-0.5 bg-accent before:absolute before:-top-[3px] before:-left-[3px] before:size-2 before:rounded-full before:border-2 before:border-accent before:bg-card"
      />
      <div
        ref={layer.preview}
        className="fixed top-0 left-0 z-45 flex w-[min(21rem,100vw-4.75rem)] items-center gap-3 rounded-[10px] border border-line-2 bg-raised py-2 pr-3.5 pl-2 font-medium shadow-lift"
      >
        {place && pictureOf(place.item)}
        <span className="min-w-0 truncate">{place?.name}</span>
        <span className="ml-auto shrink-0 text-sm font-normal text-ink-3 tabular-nums">
          {place && lifted && `${lifted.index + 1} of ${place.count}`}
        </span>
      </div>
    </div>
  );
}
