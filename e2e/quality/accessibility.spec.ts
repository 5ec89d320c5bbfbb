import { findBarriers } from '../support/axe.ts';
import { cutOff } from '../support/cut-off.ts';
import { openScreen, SCREENS } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

test.describe('axe finds nothing, in light and in dark, 1440 px', () => {
  test.use({ viewport: { width: 1440, height: 900 } });
  for (const screen of SCREENS)
    test(screen.name, async ({ page, environment }) => {
      await openScreen(page, environment, screen);
      expect(await findBarriers(page)).toEqual([]);
    });
});

test.describe('axe finds nothing at 390 px, and nothing is cut, at 320 px and at 2560 px', () => {
  test.use({ viewport: { width: 390, height: 900 } });
  for (const screen of SCREENS)
    test(screen.name, async ({ page, environment }) => {
      await openScreen(page, environment, screen);
      expect(await findBarriers(page)).toEqual([]);
      // 640 px at 200 % zoom is 320 px to the page.
      for (const [width, height] of [
        [320, 800],
        [2560, 1440],
      ] as const) {
        await page.setViewportSize({ width, height });
        expect(await cutOff(page)).toEqual([]);
      }
    });
});

test('a barrier is noticed, in light and in dark', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => {
    document.querySelector('main')?.append(document.createElement('img'));
    const heading = document.querySelector('h1');
    // The ink of the light theme.
    if (heading) heading.style.color = '#0f172a';
  });
  const found = await findBarriers(page);
  expect(found.map((barrier) => barrier.split(':', 1)[0])).toEqual([
    'light, image-alt',
    'dark, color-contrast',
  ]);
});
