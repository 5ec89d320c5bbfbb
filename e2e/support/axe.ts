import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const SOURCE = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Returns the accessibility violations that axe finds in the light and the dark theme. */
export async function findViolations(page: Page): Promise<string[]> {
  // Parsing axe takes as long as checking a small page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await runAxe(page, { type: 'tag', values: TAGS });
  // The dark theme changes colors only.
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await runAxe(page, { type: 'rule', values: ['color-contrast'] });
  return [
    ...light.map((violation) => `light, ${violation}`),
    ...dark.map((violation) => `dark, ${violation}`),
  ];
}

function runAxe(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  return page.evaluate(async (only) => {
    // Details of the rules that pass take longer than the check itself.
    const { violations } = await window.axe.run({ runOnly: only, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
  }, runOnly);
}
