import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds, in light and in dark. Its 'legacy' way looks into no frames, of which there are
 * none, and opens no second page for each look.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const axe = new AxeBuilder({ page }).setLegacyMode();
    // In dark all is as it was, but for the colours.
    const chosen = colorScheme === 'dark' ? axe.withRules('color-contrast') : axe.withTags(RULES);
    const { violations } = await chosen.analyze();
    for (const { id, nodes } of violations)
      found.push(`${colorScheme}, ${id}: ${nodes.map(({ html }) => html).join('\n')}`);
  }
  return found;
}
