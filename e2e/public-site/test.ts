import type { Page } from '@playwright/test';
import { PROJECTS } from '@vitrine/demo/portfolio';
import type { TestEnvironment } from '@vitrine/testing/environment';
import { createVitrine } from '../../packages/client/src/client.ts';
import { test as base, expect } from '../support/test.ts';

export { expect };

export const test = base.extend<{ address: string }>({
  /** The URL of the owner's site, connected to this environment. */
  address: ({ site, environment }, use) => use(`${site.origin}/?vitrine=${environment.origin}`),
});

/** To be written faster than this counts toward spam. */
export const MIN_WRITING_MS = 3_500;

export const MESSAGE = {
  Name: 'Mary Somerville',
  Email: 'mary@example.com',
  Subject: 'A visit',
  Message: 'May I come and see the engine?',
};

export async function openFilled(
  page: Page,
  environment: TestEnvironment,
  address: string,
): Promise<void> {
  await environment.fill();
  await waitForProjects(environment, PROJECTS.length);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lovelace');
}

/** The next snapshot of the portfolio is built shortly after a write. */
export async function waitForProjects(
  environment: TestEnvironment,
  projects: number,
): Promise<void> {
  await expect
    .poll(async () => (await createVitrine(environment.origin).portfolio()).projects.length)
    .toBe(projects);
}

/** Scrolls to the form and fills it in. */
export async function fillMessage(page: Page): Promise<void> {
  const token = page.waitForResponse('**/public/form');
  await page.getByLabel('Message').scrollIntoViewIfNeeded();
  await token;
  for (const [label, text] of Object.entries(MESSAGE)) await page.getByLabel(label).fill(text);
}

export async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send message' }).click();
}

/** The current values of the form. */
export async function formValues(page: Page): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const label of Object.keys(MESSAGE))
    texts[label] = await page.getByLabel(label).inputValue();
  return texts;
}

/** Messages from Mary, who is not in the demo data. */
export async function received(
  environment: TestEnvironment,
): Promise<{ subject: string; folder: string }[]> {
  const { rows } = await environment.database.query(
    'select subject, folder from message where email = $1 order by seq',
    [MESSAGE['Email']],
  );
  return rows;
}
