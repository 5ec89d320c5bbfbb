import { useLayoutEffect, useState } from 'react';
import { useSonner } from 'sonner';

/** The visible part of each toast behind the front one, in px. */
const GAP = 14;
/** The distance between a toast and the control that it avoids, in px. */
const CLEARANCE = 8;

/** Controls that a toast must not cover, besides the focused one. */
const PRIMARY = '[type=submit], [role=alertdialog] button, [data-selection-bar], [role=menu]';
const CONTROL = 'input, select, textarea, button, a[href], summary, [tabindex="0"]';

/**
 * The distance between the toasts and the bottom of the window. They move up where they would cover
 * the focused or a primary control, or where a phone's keyboard would cover them.
 */
export function useToastBottom(): number {
  const { toasts } = useSonner();
  const [bottom, setBottom] = useState(margin);
  const isShown = toasts.length > 0;
  useLayoutEffect(() => {
    if (!isShown) return;
    return onMove(() => setBottom((last) => findBottom() ?? last));
  }, [isShown]);
  return bottom;
}

/** Calls back when a toast or a control may have appeared or moved. Returns a function that stops it. */
function onMove(update: () => void): () => void {
  const stop = new AbortController();
  const options = { capture: true, signal: stop.signal };
  for (const event of ['focusin', 'scroll', 'resize', 'animationend', 'transitionend'])
    addEventListener(event, update, options);
  // A phone's keyboard.
  visualViewport?.addEventListener('resize', update, options);
  // A late image.
  const resized = new ResizeObserver(update);
  resized.observe(document.body);
  // Toasts, menus and dialogs. A menu gets its position, which is a style, after it has appeared.
  const changed = new MutationObserver(update);
  changed.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style'] });
  return () => {
    stop.abort();
    resized.disconnect();
    changed.disconnect();
  };
}

function margin(): number {
  return innerWidth > 600 ? 24 : 16;
}

function findBottom(): number | undefined {
  const front = document.querySelector<HTMLElement>('[data-sonner-toast][data-front=true]');
  if (!front) return undefined;
  const { left, right } = front.getBoundingClientRect();
  const stack = { left, right, height: stackHeight(front) };
  const view = visibleArea();
  const rest = view.bottom - margin();
  const focused = focusedControl();
  const primary = [...topmost().querySelectorAll(PRIMARY)];
  const lowerEdge =
    freePosition(stack, rest, view.top, focused ? [focused, ...primary] : primary) ??
    // Not enough room to avoid all of them: avoid only the focused one.
    freePosition(stack, rest, view.top, focused ? [focused] : []) ??
    rest;
  return Math.round(innerHeight - lowerEdge);
}

interface ToastStack {
  readonly left: number;
  readonly right: number;
  readonly height: number;
}

/** The bottom edge of the lowest position where the stack of toasts covers none of the elements. */
function freePosition(
  { left, right, height }: ToastStack,
  rest: number,
  top: number,
  elements: readonly Element[],
): number | undefined {
  const boxes = elements
    .map((element) => element.getBoundingClientRect())
    .filter((box) => box.width > 0 && box.left < right && box.right > left)
    .sort((a, b) => b.bottom - a.bottom);
  let edge = rest;
  for (const box of boxes) {
    const isCovered = box.top < edge && box.bottom > edge - height;
    if (isCovered) edge = box.top - CLEARANCE;
  }
  return edge - height >= top ? edge : undefined;
}

/** The height after animations: the front toast plus the visible part of each one behind it. */
function stackHeight(front: HTMLElement): number {
  const others = [
    ...document.querySelectorAll<HTMLElement>(
      '[data-sonner-toast][data-front=false][data-visible=true][data-removed=false]',
    ),
  ];
  const isOpen = front.dataset['expanded'] === 'true';
  return others.reduce(
    (height, other) => height + GAP + (isOpen ? other.offsetHeight : 0),
    front.offsetHeight,
  );
}

/** The part of the window above a phone's keyboard. Ignored while the page is zoomed in. */
function visibleArea(): { readonly top: number; readonly bottom: number } {
  const isZoomed = (visualViewport?.scale ?? 1) > 1.01;
  if (!visualViewport || isZoomed) return { top: 0, bottom: innerHeight };
  const { offsetTop, height } = visualViewport;
  return { top: offsetTop, bottom: Math.min(innerHeight, offsetTop + height) };
}

function focusedControl(): Element | undefined {
  const { activeElement } = document;
  const isToast = activeElement?.closest('[data-sonner-toaster]');
  return activeElement?.matches(CONTROL) && !isToast ? activeElement : undefined;
}

/** The topmost dialog, or the page: a dialog blocks everything below it. */
function topmost(): ParentNode {
  return [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document;
}
