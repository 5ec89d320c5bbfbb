import { useLayoutEffect, useState } from 'react';
import { useSonner } from 'sonner';

/** How much of each toast behind the front one is visible. */
const GAP = 14;
/** Between a toast that moved up and what it moved away from. */
const CLEARANCE = 8;

/** What a person is about to press; the focused control comes on top of these. */
const PRIMARY = '[type=submit], [role=alertdialog] button, [data-selection-bar]';
const CONTROL = 'input, select, textarea, button, a[href], summary, [tabindex="0"]';

/**
 * How far above the lower edge of the window toasts lie: in their corner, or higher where they
 * would cover the focused or the primary control, or lie behind the keyboard of a phone.
 */
export function useToastBottom(): number {
  const { toasts } = useSonner();
  const [bottom, setBottom] = useState(margin);
  const isShown = toasts.length > 0;
  // Scrolling, typing, a keyboard that opens or a late picture can move what is below. A toast is
  // there for seconds: looking at every frame is simpler than listening to all of these.
  useLayoutEffect(() => {
    if (!isShown) return;
    let frame = 0;
    const look = () => {
      setBottom((last) => findBottom() ?? last);
      frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [isShown]);
  return bottom;
}

function margin(): number {
  return innerWidth > 600 ? 24 : 16;
}

function findBottom(): number | undefined {
  const front = document.querySelector<HTMLElement>('[data-sonner-toast][data-front=true]');
  if (!front) return undefined;
  const { left, right } = front.getBoundingClientRect();
  const pile = { left, right, height: pileHeight(front) };
  const view = visibleHeights();
  const rest = view.bottom - margin();
  const focused = focusedControl();
  const primary = [...topmost().querySelectorAll(PRIMARY)];
  const lowerEdge =
    freePlace(pile, rest, view.top, focused ? [focused, ...primary] : primary) ??
    // Too little room for all: what is being filled in comes first.
    freePlace(pile, rest, view.top, focused ? [focused] : []) ??
    rest;
  return Math.round(innerHeight - lowerEdge);
}

interface Pile {
  readonly left: number;
  readonly right: number;
  readonly height: number;
}

/** The lower edge of the lowest place, at rest or above, where the pile covers none of these. */
function freePlace(
  { left, right, height }: Pile,
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

/** Its height once nothing moves any more: a pile shows its front, and an edge of each other. */
function pileHeight(front: HTMLElement): number {
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

/** Without what the keyboard of a phone lies over. A page that is zoomed in keeps its whole height. */
function visibleHeights(): { readonly top: number; readonly bottom: number } {
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

/** Under a dialog nothing can be pressed. */
function topmost(): ParentNode {
  return [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document;
}
