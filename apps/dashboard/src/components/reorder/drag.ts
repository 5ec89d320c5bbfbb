import {
  draggable,
  dropTargetForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { disableNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/disable-native-drag-preview';

/** Where the pointer is in the viewport. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

interface DragListener {
  readonly onStart: () => void;
  readonly onMove: (point: Point) => void;
  readonly onDrop: () => void;
  readonly onCancel: () => void;
}

/** Lets a mouse, a finger or a pen drag by this element. Returns a function that ends this. */
export function makeDraggable(grip: HTMLElement, listener: DragListener): () => void {
  const stops = [trackMouse(grip, listener), trackTouch(grip, listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

function trackMouse(grip: HTMLElement, listener: DragListener): () => void {
  let stopDropping = () => {};
  const stopDragging = draggable({
    element: grip,
    onGenerateDragPreview: disableNativeDragPreview,
    onDragStart({ location }) {
      // The whole page accepts the drop: only Escape cancels.
      stopDropping = dropTargetForElements({ element: document.body });
      listener.onStart();
      listener.onMove(pointOf(location.current.input));
    },
    onDrag: ({ location }) => listener.onMove(pointOf(location.current.input)),
    onDrop({ location }) {
      stopDropping();
      if (location.current.dropTargets.length === 0) return listener.onCancel();
      // The adapter skips the last move if the drop follows in the same frame.
      listener.onMove(pointOf(location.current.input));
      listener.onDrop();
    },
  });
  return () => {
    stopDragging();
    stopDropping();
  };
}

/** Touch screens do not fire the browser's drag events, so follow the pointer. */
function trackTouch(grip: HTMLElement, { onStart, onMove, onDrop, onCancel }: DragListener) {
  let pressedAt: Point | undefined;
  let point: Point | undefined;
  let frame = 0;

  function press(event: PointerEvent) {
    if (event.pointerType === 'mouse' || !event.isPrimary) return;
    // A long press would start the browser's own drag.
    grip.draggable = false;
    grip.setPointerCapture(event.pointerId);
    pressedAt = pointOf(event);
  }

  function move(event: PointerEvent) {
    if (!pressedAt || !event.isPrimary) return;
    const next = pointOf(event);
    const isStarted = point !== undefined;
    if (!isStarted && Math.hypot(next.x - pressedAt.x, next.y - pressedAt.y) < 4) return;
    point = next;
    if (!isStarted) {
      onStart();
      scroll();
    }
    onMove(point);
  }

  /** Scrolls the page while the pointer is near its top or bottom. */
  function scroll() {
    frame = requestAnimationFrame(scroll);
    const speed = point ? scrollSpeedAt(point.y) : 0;
    if (!point || speed === 0) return;
    scrollBy({ top: speed, behavior: 'instant' });
    onMove(point);
  }

  function end(event: PointerEvent) {
    if (!pressedAt || !event.isPrimary) return;
    const isStarted = point !== undefined;
    pressedAt = undefined;
    point = undefined;
    grip.draggable = true;
    cancelAnimationFrame(frame);
    if (!isStarted) return;
    if (event.type === 'pointerup') onDrop();
    else onCancel();
  }

  const listeners = { pointerdown: press, pointermove: move, pointerup: end, pointercancel: end };
  const controller = new AbortController();
  for (const [type, listen] of Object.entries(listeners))
    grip.addEventListener(
      type,
      (event) => {
        if (event instanceof PointerEvent) listen(event);
      },
      { signal: controller.signal },
    );
  return () => {
    controller.abort();
    cancelAnimationFrame(frame);
  };
}

/** The height of the zones at the top and the bottom of the page that scroll it, in pixels. */
const SCROLL_ZONE = 90;

/** Pixels per frame: faster closer to the edge. */
function scrollSpeedAt(y: number): number {
  const above = SCROLL_ZONE - y;
  const below = y - (innerHeight - SCROLL_ZONE);
  const depth = Math.min(SCROLL_ZONE, Math.max(above, below, 0));
  return Math.sign(below - above) * Math.ceil((depth / SCROLL_ZONE) * 14);
}

function pointOf({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) {
  return { x: clientX, y: clientY };
}
