import { cutOff, spills } from '../support/cut-off.ts';
import { openScreen, SCREENS } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

const WIDTHS = [320, 390, 640, 768, 1024, 1440];

/** Every screen that shows what was entered, except the one that opens a message by its subject. */
const FILLED = SCREENS.filter(
  ({ name, as = 'owner' }) => ['owner', 'busy'].includes(as) && name !== 'messages-selected',
);

test.describe(`the longest unbroken text does not widen a page at ${WIDTHS.join(', ')} px`, () => {
  for (const screen of FILLED)
    test(screen.name, async ({ page, environment }) => {
      await openScreen(page, environment, { ...screen, as: 'stretched' });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        expect(await cutOff(page), `cut off at ${width} px`).toEqual([]);
        expect(await spills(page), `spilling at ${width} px`).toEqual([]);
      }
    });
});
