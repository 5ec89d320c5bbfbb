import AxeBuilder from '@axe-core/playwright';
import { openScreen, SCREENS } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

for (const theme of ['light', 'dark'] as const)
  for (const width of [390, 1440])
    test.describe(`axe finds nothing, ${theme}, ${width} px`, () => {
      test.use({ colorScheme: theme, viewport: { width, height: 900 } });
      for (const screen of SCREENS)
        test(screen.name, async ({ page, world }) => {
          await openScreen(page, world, screen);
          const { violations } = await new AxeBuilder({ page })
            .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
            .analyze();
          const found = violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`,
          );
          expect(found).toEqual([]);
        });
    });
