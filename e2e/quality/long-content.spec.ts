import { findCutOff, findOverflowingText } from '../support/cut-off.ts';
import { isLong } from '../support/is-long.ts';
import { openScreen, SCREENS } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

const WIDTHS = isLong ? [320, 390, 640, 768, 1024, 1440] : [320, 1024];

/** Screens that need their own messages. With the longest content, messages-new equals messages. */
const OTHER_MESSAGES = ['messages-selected', 'messages-new'];
const FILLED = SCREENS.filter(
  ({ name, as = 'owner' }) =>
    ['owner', 'full-inbox'].includes(as) && !OTHER_MESSAGES.includes(name),
);

test.describe(`the longest unbroken text fits the page at ${WIDTHS.join(', ')} px`, () => {
  // Chromium needs seconds for each layout of 5,000 characters without a break.
  test.describe.configure({ timeout: 120_000 });

  for (const screen of FILLED)
    test(screen.name, async ({ page, environment }) => {
      await openScreen(page, environment, { ...screen, as: 'longest-content' });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        expect(await findCutOff(page), `cut off at ${width} px`).toEqual([]);
        expect(await findOverflowingText(page), `overflowing text at ${width} px`).toEqual([]);
      }
    });
});
