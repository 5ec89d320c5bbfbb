import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from '@playwright/test';
import { openScreen, SCREENS } from '../support/screens.ts';
import { type Shift, shiftsOf, watchShifts } from '../support/shifts.ts';
import { expect, test } from '../support/test.ts';

/** Screens that a person gets to see by an address alone, also when it leads to another. */
const LOADED = SCREENS.filter(({ name, after }) => after === undefined || name === 'setup');

for (const width of [390, 1440])
  test.describe(`nothing moves by itself, ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });
    for (const screen of LOADED)
      test(screen.name, async ({ page, environment }) => {
        await slowDown(page);
        await page.addInitScript(watchShifts);
        await openScreen(page, environment, screen);
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
