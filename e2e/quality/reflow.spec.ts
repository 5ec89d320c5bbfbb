import { openScreen, SCREENS } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

// 640 px at 200 % zoom is 320 px to the page.
for (const width of [320, 2560])
  test.describe(`nothing is cut at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });
    for (const screen of SCREENS)
      test(screen.name, async ({ page, world }) => {
        await openScreen(page, world, screen);
        const cut = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          const outside = [...document.querySelectorAll('main *, dialog *')].filter((element) => {
            const { right, left, width: size } = element.getBoundingClientRect();
            const isHidden = element.closest('thead, .sr-only, [aria-hidden="true"]') !== null;
            return size > 1 && !isHidden && (right > innerWidth + 1 || left < -1);
          });
          return {
            sideways: scrollWidth > clientWidth,
            outside: outside.map((element) => element.outerHTML.slice(0, 120)),
          };
        });
        expect(cut).toEqual({ sideways: false, outside: [] });
      });
  });
