import type { Page, Response } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const KB = 1024;
/** What may be sent as JavaScript, as compressed, until a person can begin. */
const LOGIN_LIMIT = 130 * KB;
const DASHBOARD_LIMIT = 200 * KB;

test(`the login needs at most ${LOGIN_LIMIT / KB} KB of JavaScript`, async ({ visitor }) => {
  const weight = await weigh(visitor, '/login', () => untilLoginIsUsable(visitor));
  expect(weight).toBeLessThanOrEqual(LOGIN_LIMIT);
});

test(`the dashboard needs at most ${DASHBOARD_LIMIT / KB} KB of JavaScript`, async ({ owner }) => {
  const weight = await weigh(owner, '/', () => untilTablesAreShown(owner));
  expect(weight).toBeLessThanOrEqual(DASHBOARD_LIMIT);
});

test('everything that can be compressed is', async ({ owner }) => {
  const responses = await load(owner, '/', () => untilTablesAreShown(owner));
  const texts = responses.filter((response) =>
    ['document', 'script', 'stylesheet'].includes(kindOf(response)),
  );
  expect(new Set(texts.map(kindOf)).size).toBe(3);
  for (const text of texts)
    expect(await text.headerValue('content-encoding'), text.url()).toMatch(/^(br|gzip)$/);
});

test('the files are kept for ever, and the page is asked for anew', async ({ visitor }) => {
  const responses = await load(visitor, '/login', () => untilLoginIsUsable(visitor));
  const files = responses.filter((response) => pathOf(response).startsWith('/assets/'));
  const page = responses.find((response) => kindOf(response) === 'document');
  expect(new Set(files.map(kindOf))).toEqual(new Set(['script', 'stylesheet', 'font']));
  for (const file of files)
    expect(await file.headerValue('cache-control'), file.url()).toContain('immutable');
  expect(await page?.headerValue('cache-control')).toBe('no-cache');
});

async function untilLoginIsUsable(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Login', exact: true });
  await expect(button).toBeVisible();
  await expect(button).toBeEnabled();
}

async function untilTablesAreShown(page: Page): Promise<void> {
  await expect(page.getByRole('table').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** The bytes of JavaScript that came over the wire, as the browser counted them. */
async function weigh(page: Page, path: string, isUsable: () => Promise<void>): Promise<number> {
  const responses = await load(page, path, isUsable);
  const scripts = responses.filter((response) => kindOf(response) === 'script');
  expect(scripts).not.toHaveLength(0);
  const sizes = await Promise.all(
    scripts.map(async (script) => {
      const { responseBodySize } = await script.request().sizes();
      return { name: pathOf(script), bytes: responseBodySize };
    }),
  );
  const weight = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  tell(`${path}: ${kilobytes(weight)} of JavaScript in ${sizes.length} files`);
  for (const { name, bytes } of sizes.sort((a, b) => b.bytes - a.bytes))
    tell(`  ${kilobytes(bytes)} ${name}`);
  return weight;
}

/** What was asked for until the page could be used; what comes later keeps nobody waiting. */
async function load(
  page: Page,
  path: string,
  isUsable: () => Promise<void>,
): Promise<readonly Response[]> {
  const coming: Promise<Response | null>[] = [];
  page.on('request', (request) => coming.push(request.response()));
  await page.goto(path);
  await isUsable();
  const responses = await Promise.all([...coming]);
  return responses.filter((response) => response !== null);
}

function kindOf(response: Response): string {
  return response.request().resourceType();
}

function pathOf(response: Response): string {
  return new URL(response.url()).pathname;
}

function kilobytes(bytes: number): string {
  return `${(bytes / KB).toFixed(1)} KB`;
}

/** In the report, and on the terminal for whoever has only that. */
function tell(description: string): void {
  test.info().annotations.push({ type: 'weight', description });
  console.log(description);
}
