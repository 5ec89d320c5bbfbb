import type { Point } from './drag.ts';

/** Where a dragged item lands: its index among the other items, and a line at that place. */
interface Landing {
  readonly index: number;
  readonly line: DOMRect;
}

/** `items` are the places of all items in their order, with the dragged one at `from`. */
export function landingAt(point: Point, items: readonly DOMRect[], from: number): Landing {
  const others = items.toSpliced(from, 1);
  const isGrid = items.some(({ top }, index) => top === items[index - 1]?.top);
  const index = others.filter((rect) =>
    isGrid ? isAfterInGrid(point, rect) : point.y > rect.top + rect.height / 2,
  ).length;
  const [before, after] = [others[index - 1], others[index]];
  // At the end of a row, the line belongs to the item before it.
  const isAtEnd = before !== undefined && (after === undefined || (isGrid && point.y < after.top));
  const rect = isAtEnd ? before : (after ?? new DOMRect());
  if (!isGrid)
    return { index, line: new DOMRect(rect.x, isAtEnd ? rect.bottom : rect.y, rect.width) };
  const x = isAtEnd ? rect.right + GRID_GAP / 2 : rect.x - GRID_GAP / 2;
  return { index, line: new DOMRect(x, rect.y, 0, rect.height) };
}

/** The gap between the cards of a grid, in pixels. */
const GRID_GAP = 16;

function isAfterInGrid({ x, y }: Point, rect: DOMRect): boolean {
  return y > rect.bottom || (y >= rect.top && x > rect.x + rect.width / 2);
}

/** The index of the item nearest to the pointer. */
export function nearestAt({ x, y }: Point, rects: readonly DOMRect[], from: number): number {
  const distances = rects.map(({ left, top, right, bottom }) =>
    Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)),
  );
  const to = distances.indexOf(Math.min(...distances));
  const [dragged, target] = [rects[from], rects[to]];
  if (!dragged || !target) return from;
  // Past a taller item, the dragged one must arrive under the pointer, or they would swap back.
  const isTooEarly =
    to > from ? y < target.bottom - dragged.height : y > target.top + dragged.height;
  return isTooEarly ? from : to;
}
