import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { projectId } from '../support/screen.ts';
import { inGroups, isLoadedByUrl, openScreen, SCREENS } from '../support/screens.ts';
import { delayResponses, findLayoutShifts, watchLayoutShifts } from '../support/shifts.ts';
import { expect, test } from '../support/test.ts';

const KB = 1024;
/** Limits for compressed JavaScript until the page is usable. */
const LOGIN_LIMIT = 130 * KB;
const DASHBOARD_LIMIT = 200 * KB;
/** For the editor of case studies, with its preview, compressed with gzip. */
const EDITOR_LIMIT = 150 * KB;

test(`login loads at most ${LOGIN_LIMIT / KB} KB of JavaScript`, async ({ visitor }) => {
  const weight = await measureScripts(visitor, '/login', () => waitForLogin(visitor));
  expect(weight).toBeLessThanOrEqual(LOGIN_LIMIT);
});

test(`the dashboard loads at most ${DASHBOARD_LIMIT / KB} KB of JavaScript`, async ({ owner }) => {
  const weight = await measureScripts(owner, '/', () => waitForTables(owner));
  expect(weight).toBeLessThanOrEqual(DASHBOARD_LIMIT);
});

test(`the editor of case studies has at most ${EDITOR_LIMIT / KB} KB of JavaScript`, async ({
  owner,
  environment,
}) => {
  const path = `/update/project/${await projectId(environment, 'Tidewatch')}`;
  const responses = await load(owner, path, async () => {
    await expect(owner.getByRole('textbox', { name: 'Case study' })).toBeVisible();
    await expect(owner.getByRole('region', { name: 'Preview' })).not.toBeEmpty();
  });
  const scripts = responses.filter((response) =>
    /^\/assets\/case-study-(editor|preview)-/.test(pathOf(response)),
  );
  const sizes = await Promise.all(
    scripts
      .filter((script) => kindOf(script) === 'script')
      .map(async (script) => gzipSync(await script.body(), { level: 9 }).length),
  );
  expect(sizes).toHaveLength(2);
  const weight = sizes.reduce((sum, bytes) => sum + bytes, 0);
  report(`editor of case studies: ${kilobytes(weight)} of JavaScript`);
  expect(weight).toBeLessThanOrEqual(EDITOR_LIMIT);
});

test('compresses the document, scripts and styles', async ({ owner }) => {
  const responses = await load(owner, '/', () => waitForTables(owner));
  const texts = responses.filter((response) =>
    ['document', 'script', 'stylesheet'].includes(kindOf(response)),
  );
  expect(new Set(texts.map(kindOf)).size).toBe(3);
  for (const text of texts)
    expect(await text.headerValue('content-encoding'), text.url()).toMatch(/^(br|gzip)$/);
});

test('caches assets forever and revalidates the page', async ({ visitor }) => {
  const responses = await load(visitor, '/login', () => waitForLogin(visitor));
  const files = responses.filter((response) => pathOf(response).startsWith('/assets/'));
  const page = responses.find((response) => kindOf(response) === 'document');
  expect(new Set(files.map(kindOf))).toEqual(new Set(['script', 'stylesheet', 'font']));
  for (const file of files)
    expect(await file.headerValue('cache-control'), file.url()).toContain('immutable');
  expect(await page?.headerValue('cache-control')).toBe('no-cache');
});

test.describe('the first load in a new browser moves nothing', () => {
  for (const group of inGroups(SCREENS.filter(isLoadedByUrl)))
    test(group.map(({ name }) => name).join(', '), async ({ browser, environment }) => {
      for (const [index, screen] of group.entries()) {
        const viewport = { width: index % 2 ? 390 : 1440, height: 900 };
        // What an earlier visit stored, such as a finished setup, would hide a shift.
        const context = await browser.newContext({ viewport });
        const page = await context.newPage();
        await page.addInitScript(watchLayoutShifts);
        await delayResponses(page);
        await openScreen(page, environment, screen);
        await page.waitForLoadState('networkidle');
        expect.soft(await findLayoutShifts(page), screen.name).toEqual([]);
        await context.close();
      }
    });
});

async function waitForLogin(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Login', exact: true });
  await expect(button).toBeVisible();
  await expect(button).toBeEnabled();
}

async function waitForTables(page: Page): Promise<void> {
  await expect(page.getByRole('table').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** The compressed size of the JavaScript, as counted by the browser. */
async function measureScripts(
  page: Page,
  path: string,
  isUsable: () => Promise<void>,
): Promise<number> {
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
  report(`${path}: ${kilobytes(weight)} of JavaScript in ${sizes.length} files`);
  for (const { name, bytes } of sizes.sort((a, b) => b.bytes - a.bytes))
    report(`  ${kilobytes(bytes)} ${name}`);
  return weight;
}

/** The responses until the page is usable. Users do not wait for later ones. */
async function load(
  page: Page,
  path: string,
  isUsable: () => Promise<void>,
): Promise<readonly Response[]> {
  const pending: Promise<Response | null>[] = [];
  page.on('request', (request) => pending.push(request.response()));
  await page.goto(path);
  await isUsable();
  const responses = await Promise.all([...pending]);
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

/** Adds a line to the report and prints it. */
function report(description: string): void {
  test.info().annotations.push({ type: 'weight', description });
  console.log(description);
}
