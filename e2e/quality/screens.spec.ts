import type { Page, ViewportSize } from '@playwright/test';
import type { TestEnvironment } from '@vitrine/testing/environment';
import { findViolations } from '../support/axe.ts';
import { findCutOff } from '../support/cut-off.ts';
import { isLong } from '../support/is-long.ts';
import type { Screen } from '../support/screen.ts';
import { inGroups, isLoadedByUrl, openScreen, SCREENS } from '../support/screens.ts';
import { delayResponses, findLayoutShifts, watchLayoutShifts } from '../support/shifts.ts';
import { expect, test } from '../support/test.ts';

const NARROW = { width: 390, height: 900 };
const WIDE = { width: 1440, height: 900 };
const ALL = [WIDE, { width: 820, height: 900 }, NARROW, { width: 320, height: 800 }];

test.describe('no layout shift, no accessibility violation, nothing cut off', () => {
  const screens = SCREENS.map((screen, index) => ({
    screen,
    viewports: isLong ? ALL : [index % 2 ? WIDE : NARROW],
  }));
  for (const group of inGroups(screens, isLong ? 4 : 8))
    test(group.map(({ screen }) => screen.name).join(', '), async ({ page, environment }) => {
      await page.addInitScript(watchLayoutShifts);
      for (const { screen, viewports } of group)
        await test.step(screen.name, () => checkScreen(page, environment, screen, viewports));
    });
});

async function checkScreen(
  page: Page,
  environment: TestEnvironment,
  screen: Screen,
  viewports: readonly ViewportSize[],
): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  if (isLoadedByUrl(screen)) await delayResponses(page);
  // Other screens depend on the width in CSS only, so they are loaded once.
  for (const viewport of isLoadedByUrl(screen) ? viewports : viewports.slice(-1)) {
    await page.setViewportSize(viewport);
    await openScreen(page, environment, screen);
    if (isLoadedByUrl(screen)) await expectNoLayoutShift(page, screen);
  }
  for (const { width, height } of viewports.toReversed()) {
    await page.setViewportSize({ width, height });
    expect
      .soft(await findViolations(page), `accessibility violations of ${screen.name} at ${width} px`)
      .toEqual([]);
  }
  // At 200% zoom, a 640 px window is 320 px wide to the page.
  for (const viewport of [
    { width: 320, height: 800 },
    { width: 2560, height: 1440 },
  ]) {
    await page.setViewportSize(viewport);
    expect
      .soft(await findCutOff(page), `cut off on ${screen.name} at ${viewport.width} px`)
      .toEqual([]);
  }
}

test('detects an accessibility violation in the light and the dark theme', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => {
    document.querySelector('main')?.append(document.createElement('img'));
    const heading = document.querySelector('h1');
    // The text color of the light theme.
    if (heading) heading.style.color = '#0f172a';
  });
  const violations = await findViolations(page);
  expect(violations.map((violation) => violation.split(':', 1)[0])).toEqual([
    'light, image-alt',
    'dark, color-contrast',
  ]);
});

test('detects a layout shift', async ({ page }) => {
  await page.addInitScript(watchLayoutShifts);
  await page.goto('/login');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => {
    document.body.style.marginTop = '200px';
  });
  await expect.poll(() => findLayoutShifts(page)).not.toEqual([]);
});

async function expectNoLayoutShift(page: Page, { name }: Screen): Promise<void> {
  await page.waitForLoadState('networkidle');
  const width = page.viewportSize()?.width;
  expect.soft(await findLayoutShifts(page), `layout shifts on ${name} at ${width} px`).toEqual([]);
}
