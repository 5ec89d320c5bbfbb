import AxeBuilder from '@axe-core/playwright';
import { openScreen, SCREENS } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

for (const width of [390, 1440])
  test.describe(`axe finds nothing, in light and in dark, ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });
    for (const screen of SCREENS)
      test(screen.name, async ({ page, world }) => {
        await openScreen(page, world, screen);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
          const found = violations.map(
            ({ id, nodes }) => `${colorScheme}, ${id}: ${nodes.map(({ html }) => html).join('\n')}`,
          );
          expect(found).toEqual([]);
        }
      });
  });
