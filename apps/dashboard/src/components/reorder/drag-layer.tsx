import { type ReactNode, useRef } from 'react';
import type { Point } from './drag.ts';

/** What follows the pointer during a drag. Placed directly, because that happens in every frame. */
export function useDragLayer() {
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

function setRect(element: HTMLElement | null, { x, y, width, height }: DOMRect): void {
  if (!element) return;
  element.style.translate = `${x}px ${y}px`;
  // Without a size of its own, the element keeps that of its class.
  element.style.width = width > 0 ? `${width}px` : '';
  element.style.height = height > 0 ? `${height}px` : '';
}

interface DragLayerProps {
  readonly layer: ReturnType<typeof useDragLayer>;
  /** The item that is dragged, and where it would land. */
  readonly dragged:
    | { readonly name: string; readonly picture: ReactNode; readonly place: string }
    | undefined;
}

/** What follows the pointer during a drag, and the line where the item lands. */
export function DragLayer({ layer, dragged }: DragLayerProps) {
  return (
    <div aria-hidden="true" className={`pointer-events-none ${dragged ? '' : 'invisible'}`}>
      <div
        ref={layer.line}
        className="fixed top-0 left-0 z-40 -m-px h-0.5 w-0.5 bg-accent before:absolute before:-top-[3px] before:-left-[3px] before:size-2 before:rounded-full before:border-2 before:border-accent before:bg-card"
      />
      <div
        ref={layer.preview}
        className="fixed top-0 left-0 z-45 flex w-[min(21rem,100vw-4.75rem)] items-center gap-3 rounded-[10px] border border-line-2 bg-raised py-2 pr-3.5 pl-2 font-medium shadow-lift"
      >
        {dragged?.picture}
        <span className="min-w-0 truncate">{dragged?.name}</span>
        <span className="ml-auto shrink-0 text-sm font-normal text-ink-3 tabular-nums">
          {dragged?.place}
        </span>
      </div>
    </div>
  );
}
