import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from '@playwright/test';
import { openScreen, SCREENS } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

/** What the browser tells of one shift; TypeScript does not know it yet. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

declare global {
  interface Window {
    unexpectedShifts?: () => readonly Shift[];
  }
}

/** Screens that a person gets to see by an address alone, also when it leads to another. */
const LOADED = SCREENS.filter(({ name, after }) => after === undefined || name === 'setup');

for (const width of [390, 1440])
  test.describe(`nothing moves by itself, ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });
    for (const screen of LOADED)
      test(screen.name, async ({ page, world }) => {
        await slowDown(page);
        await page.addInitScript(watchShifts);
        await openScreen(page, world, screen);
        await page.waitForLoadState('networkidle');
        const shifts = await shiftsOf(page);
        expect(shifts, `CLS ${sumOf(shifts)}`).toEqual([]);
      });
  });

test('what moves by itself is noticed', async ({ page }) => {
  await page.addInitScript(watchShifts);
  await page.goto('/login');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => {
    document.body.style.marginTop = '200px';
  });
  await expect.poll(() => shiftsOf(page)).not.toEqual([]);
});

/** One after another, so that every state in between is painted once. */
async function slowDown(page: Page): Promise<void> {
  await page.route('**', async (route, request) => {
    await sleep(delayOf(request));
    // Whoever has left the page meanwhile does not wait for it any more.
    await route.continue().catch(() => {});
  });
}

function delayOf(request: Request): number {
  const delays: Readonly<Record<string, number>> = { xhr: 250, image: 700, font: 900 };
  // The messages are beside the point of most screens: they may come when the rest is there.
  if (request.url().includes('/message/')) return 500;
  return delays[request.resourceType()] ?? 0;
}

function sumOf(shifts: readonly Shift[]): number {
  return shifts.reduce((sum, { value }) => sum + value, 0);
}

async function shiftsOf(page: Page): Promise<readonly Shift[]> {
  await page.evaluate(() => document.fonts.ready);
  return page.evaluate(async () => {
    // A shift is told after the frame that shows it.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return window.unexpectedShifts?.() ?? [{ value: Number.NaN, moved: ['Nobody watched.'] }];
  });
}

/** Runs in the page, before anything else does. */
function watchShifts(): void {
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
