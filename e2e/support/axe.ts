import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds, in light and in dark. */
export async function findBarriers(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
    for (const { id, nodes } of violations)
      found.push(`${colorScheme}, ${id}: ${nodes.map(({ html }) => html).join('\n')}`);
  }
  return found;
}
