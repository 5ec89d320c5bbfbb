import type { Page } from '@playwright/test';
import { PROJECTS } from '@vitrine/demo/portfolio';
import type { TestEnvironment } from '@vitrine/testing/environment';
import { PLAIN_SITE, type StaticSite, serveFolder } from '@vitrine/testing/static-site';
import { createVitrine } from '../../packages/client/src/client.ts';
import { test as base, expect } from '../support/test.ts';

export { expect };

export const test = base.extend<{ address: string }, { site: StaticSite }>({
  site: [
    async ({ browserName: _ }, use) => {
      const site = await serveFolder(PLAIN_SITE);
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  /** The owner's site, as it is opened for this environment. */
  address: ({ site, environment }, use) => use(`${site.origin}/?vitrine=${environment.origin}`),
});

/** Nobody writes in less time than this, and Vitrine knows. */
export const WRITING_MS = 3_500;

export const LETTER = {
  Name: 'Mary Somerville',
  'E-mail': 'mary@example.com',
  Subject: 'A visit',
  Message: 'May I come and see the engine?',
};

export async function openFilled(
  page: Page,
  environment: TestEnvironment,
  address: string,
): Promise<void> {
  await environment.fill();
  await untilPublished(environment, PROJECTS.length);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lovelace');
}

/** The next edition of the portfolio is made a moment after a write. */
export async function untilPublished(
  environment: TestEnvironment,
  projects: number,
): Promise<void> {
  await expect
    .poll(async () => (await createVitrine(environment.origin).portfolio()).projects.length)
    .toBe(projects);
}

/** Scrolls to the form, so that it is shown, and writes. */
export async function write(page: Page): Promise<void> {
  const token = page.waitForResponse('**/public/form');
  await page.getByLabel('Message').scrollIntoViewIfNeeded();
  await token;
  for (const [label, text] of Object.entries(LETTER)) await page.getByLabel(label).fill(text);
}

export async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send message' }).click();
}

/** What is written in the form now. */
export async function written(page: Page): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const label of Object.keys(LETTER)) texts[label] = await page.getByLabel(label).inputValue();
  return texts;
}

/** The messages of Mary, who is not among the examples. */
export async function received(
  environment: TestEnvironment,
): Promise<{ subject: string; folder: string }[]> {
  const { rows } = await environment.database.query(
    'select subject, folder from message where email = $1 order by seq',
    [LETTER['E-mail']],
  );
  return rows;
}
