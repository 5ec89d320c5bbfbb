import { findCutOff, findOverflowingText } from '../support/cut-off.ts';
import { isLong } from '../support/is-long.ts';
import { inGroups, openScreen, SCREENS } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

const WIDTHS = [320, 1024, 390, 640, 768, 1440];

/** A short run checks every other screen on a phone, and the rest on a wide screen. */
function widthsOf(index: number): readonly number[] {
  return isLong ? WIDTHS : WIDTHS.slice(index % 2, (index % 2) + 1);
}

/** Screens that need their own messages. With the longest content, messages-new equals messages. */
const OTHER_MESSAGES = ['messages-selected', 'messages-new'];
const FILLED = SCREENS.filter(
  ({ name, as = 'owner' }) =>
    ['owner', 'full-inbox'].includes(as) && !OTHER_MESSAGES.includes(name),
);

test.describe('the longest unbroken text fits the page', () => {
  // Chromium needs seconds for each layout of 5,000 characters without a break. Sorted, so that few
  // screens are laid out once more because the next one has another width.
  const screens = FILLED.map((screen, index) => ({ screen, widths: widthsOf(index) })).sort(
    (one, other) => (one.widths[0] ?? 0) - (other.widths[0] ?? 0),
  );
  for (const group of inGroups(screens, 4))
    test(group.map(({ screen }) => screen.name).join(', '), async ({ page, environment }) => {
      for (const { screen, widths } of group)
        await test.step(screen.name, async () => {
          await page.setViewportSize({ width: widths[0] ?? 320, height: 900 });
          await openScreen(page, environment, { ...screen, as: 'longest-content' });
          for (const width of widths) {
            await page.setViewportSize({ width, height: 900 });
            const place = `${screen.name} at ${width} px`;
            expect.soft(await findCutOff(page), `cut off on ${place}`).toEqual([]);
            expect
              .soft(await findOverflowingText(page), `overflowing text on ${place}`)
              .toEqual([]);
          }
        });
    });
});
