import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from '@playwright/test';

/** TypeScript has no type for these entries yet. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

export interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

declare global {
  interface Window {
    unexpectedShifts?: () => readonly Shift[];
  }
}

/** Returns the layout shifts that no user input caused. */
export async function findLayoutShifts(page: Page): Promise<readonly Shift[]> {
  await page.evaluate(() => document.fonts.ready);
  return page.evaluate(async () => {
    // The browser reports a shift after the frame that shows it.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return (
      window.unexpectedShifts?.() ?? [
        { value: Number.NaN, moved: ['watchLayoutShifts did not run.'] },
      ]
    );
  });
}

/** Runs in the page before any other script. */
export function watchLayoutShifts(): void {
  const shifts: Shift[] = [];
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  window.unexpectedShifts = () => {
    take(observer.takeRecords());
    return shifts;
  };

  function take(entries: PerformanceEntryList): void {
    for (const entry of entries.filter(isShift))
      if (!entry.hadRecentInput)
        shifts.push({ value: entry.value, moved: entry.sources.map(describe) });
  }

  function isShift(entry: PerformanceEntry): entry is LayoutShift {
    return entry.entryType === 'layout-shift';
  }

  function describe({ node, previousRect, currentRect }: LayoutShift['sources'][number]): string {
    const element = node instanceof Element ? node : node?.parentElement;
    const tag = element?.cloneNode(false);
    const name = tag instanceof Element ? tag.outerHTML : 'something that is gone';
    const text = element?.textContent.slice(0, 40) ?? '';
    return `${name} "${text}" from ${place(previousRect)} to ${place(currentRect)}`;
  }

  function place({ x, y, width, height }: DOMRectReadOnly): string {
    return `${[x, y].map(Math.round).join(',')} (${[width, height].map(Math.round).join(' x ')})`;
  }
}

/** Delays each kind of response by a different time, so that the browser paints every state in between. */
export async function delayResponses(page: Page): Promise<void> {
  await page.route('**', async (route, request) => {
    await sleep(delayOf(request));
    // The page may have been left in the meantime.
    await route.continue().catch(() => {});
  });
}

function delayOf(request: Request): number {
  const delays: Readonly<Record<string, number>> = { xhr: 250, image: 700, font: 900 };
  // On most screens, the messages are the last to load.
  if (request.url().includes('/message/')) return 500;
  return delays[request.resourceType()] ?? 0;
}
