import { findBarriers } from '../support/axe.ts';
import { openScreen, SCREENS } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

for (const width of [390, 1440])
  test.describe(`axe finds nothing, in light and in dark, ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });
    for (const screen of SCREENS)
      test(screen.name, async ({ page, world }) => {
        await openScreen(page, world, screen);
        expect(await findBarriers(page)).toEqual([]);
      });
  });
