import type { Browser, Locator, Page } from '@playwright/test';
import { THEMES, type Theme } from '@vitrine/contract/options';
import { DEFAULT_SITE_SETTINGS } from '@vitrine/contract/site';
import { THEME_MANIFESTS } from '@vitrine/site/themes';
import type { TestEnvironment } from '@vitrine/testing/environment';
import { fontsOf } from '../support/fonts.ts';
import { expect, test } from '../support/test.ts';

const MESSAGE = {
  senderName: 'Mary Somerville',
  email: 'mary@example.com',
  subject: 'A visit',
  message: 'May I come and see the engine?\nYours, Mary',
};

async function siteOf(environment: TestEnvironment): Promise<string> {
  await environment.fill();
  const dashboard = await environment.siteDashboard();
  const { rows } = await environment.database.query(
    `select slug from project where state = 'published' order by position`,
  );
  // The service can show what an earlier test wrote for a moment longer.
  const shown = async () => (await fetch(`${dashboard}/api/v1/public/portfolio`)).json();
  await expect.poll(shown).toMatchObject({ projects: rows });
  return `http://site.localhost:${new URL(dashboard).port}`;
}

/** Collects what a page reports as wrong, and requests to other hosts. */
function watch(page: Page, site: string): string[] {
  const problems: string[] = [];
  page.on('console', (entry) => {
    if (['error', 'warning'].includes(entry.type()))
      problems.push(`${entry.text()} ${entry.location().url}`);
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => {
    if (!/^data:/.test(request.url()) && !request.url().startsWith(site))
      problems.push(request.url());
  });
  return problems;
}

async function write(page: Page): Promise<void> {
  for (const [name, text] of Object.entries(MESSAGE)) await page.fill(`form [name=${name}]`, text);
}

async function received({ database }: TestEnvironment) {
  const { rows } = await database.query(
    'select sender_name as "senderName", email, subject, message, folder from message where email = $1',
    [MESSAGE.email],
  );
  return rows;
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor reads the site and sends a message, which is not spam', async ({
    page,
    environment,
  }) => {
    const site = await siteOf(environment);
    const problems = watch(page, site);
    await page.goto(site);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lovelace');
    await page.locator('.projects h3 a').first().click();
    await expect(page).toHaveURL(/\/projects\/[^/]+$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto(`${site}/resume`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto(`${site}/contact`);
    await write(page);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page).toHaveURL(`${site}/contact/sent`);
    expect(await received(environment)).toEqual([{ ...MESSAGE, folder: 'inbox' }]);
    expect(problems).toEqual([]);
    const missing = await page.goto(`${site}/missing`);
    expect(missing?.status()).toBe(404);
    await expect(page.getByRole('link', { name: 'Ada Lovelace' })).toBeVisible();
  });
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'with JavaScript turned off', () => {
    test.use({ javaScriptEnabled });

    test('a visitor enlarges a picture with the keyboard', async ({ page, environment }) => {
      const site = await siteOf(environment);
      const problems = watch(page, site);
      await page.goto(`${site}/projects/tidewatch`);
      const caption = 'Each day is a hill, so a week fits on one screen.';
      const enlarge = page.getByRole('button', { name: `Enlarge: ${caption}` });
      const viewer = page.getByRole('dialog', { name: caption });
      const picture = viewer.getByRole('img');
      const isLoaded = () =>
        page
          .locator(`dialog[aria-label="${caption}"] img`)
          .evaluate((image: HTMLImageElement) => image.naturalWidth > 0);
      // Older browsers do not know commands, and show the dialog as a popover.
      for (const hasCommands of [true, false]) {
        if (!hasCommands)
          await page.evaluate(() => {
            for (const button of document.querySelectorAll('[commandfor]'))
              button.removeAttribute('commandfor');
          });
        // Without scripts, browsers load lazy pictures at once.
        else if (javaScriptEnabled) expect(await isLoaded()).toBe(false);
        await tabTo(page, enlarge);
        await page.keyboard.press('Enter');
        await expect(picture).toBeVisible();
        await expect(picture).toHaveAccessibleName(/^Seven tide curves/);
        expect(await viewer.ariaSnapshot()).toBe(
          [
            `- dialog "${caption}":`,
            `  - img "${await picture.getAttribute('alt')}"`,
            `  - paragraph: ${caption}`,
            '  - button "Close"',
          ].join('\n'),
        );
        await expect.poll(isLoaded).toBe(true);
        await page.keyboard.press('Escape');
        await expect(viewer).toBeHidden();
        await expect(enlarge).toBeFocused();
        await page.keyboard.press('Space');
        const close = viewer.getByRole('button', { name: 'Close' });
        await expect(close).toBeFocused();
        // Links of the page behind a modal dialog cannot be reached.
        await page.keyboard.press('Tab');
        if (hasCommands) await expect(page.locator('main a:focus')).toHaveCount(0);
        await tabTo(page, close);
        await page.keyboard.press('Enter');
        await expect(viewer).toBeHidden();
        await expect(enlarge).toBeFocused();
      }
      // Browsers with commands say that they need no popover.
      const others = problems.filter((problem) => !problem.startsWith('popovertarget is ignored'));
      expect(others).toEqual([]);
    });
  });

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60 && !(await isFocused()); presses += 1)
    await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

test('every picture that can be enlarged has a name of its own', async ({ page, environment }) => {
  const site = await siteOf(environment);
  for (const path of ['/projects/tidewatch', '/projects/night-bus']) {
    await page.goto(`${site}${path}`);
    const buttons = page.getByRole('button', { name: /^Enlarge: ./ });
    const names = await buttons.evaluateAll((found) => found.map((one) => one.ariaLabel));
    expect(names.length).toBeGreaterThan(1);
    expect(new Set(names).size).toBe(names.length);
    expect(await page.locator('.enlarge').count()).toBe(names.length);
  }
});

test('the form sends in place, with the keyboard, and keeps the text if sending fails', async ({
  page,
  environment,
}) => {
  const site = await siteOf(environment);
  const problems = watch(page, site);
  await page.goto(`${site}/contact`);
  await page.keyboard.press('Tab');
  await expect(page.locator('.skip')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.locator('[name=senderName]').focus();
  for (const text of Object.values(MESSAGE)) {
    await page.keyboard.insertText(text);
    await page.keyboard.press('Tab');
  }
  await expect(page.getByRole('button', { name: 'Send' })).toBeFocused();
  expect(problems).toEqual([]);
  await page.route(`${site}/contact`, (route) => route.abort());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText(
    'Your message could not be sent. Please try again.',
  );
  await expect(page.locator('[name=message]')).toHaveValue(MESSAGE.message);
  await page.unroute(`${site}/contact`);
  problems.length = 0;
  await page.getByRole('button', { name: 'Send' }).press('Enter');
  await expect(page.locator('[name=message]')).toHaveValue('');
  await expect(page).toHaveURL(`${site}/contact#main`);
  expect(await received(environment)).toEqual([{ ...MESSAGE, folder: 'inbox' }]);
  expect(problems).toEqual([]);
});

test('no project of the demo shows a picture twice', async ({ page, environment }) => {
  const site = await siteOf(environment);
  await page.goto(site);
  const links = await page
    .locator('.projects h3 a')
    .evaluateAll((found) =>
      found.flatMap((link) => (link instanceof HTMLAnchorElement ? [link.href] : [])),
    );
  for (const link of links) {
    await page.goto(link);
    const pictures = await page
      .locator('.case img:not(.viewer img)')
      .evaluateAll((found) => found.map((image) => image.getAttribute('src')));
    expect(pictures).toEqual([...new Set(pictures)]);
  }
});

test('a page that is opened right after a change of theme has the fonts of the theme', async ({
  browser,
  environment,
}) => {
  const site = await siteOf(environment);
  for (const theme of THEMES.toReversed()) {
    const settings = JSON.stringify({ ...DEFAULT_SITE_SETTINGS, theme });
    await environment.database.query(
      `insert into site (settings) values ($1) on conflict (singleton) do update set settings = $1`,
      [settings],
    );
    const page = await openInTheme(browser, site, theme);
    const { wanted, drawn } = await fontsOf(page, 'h1');
    expect(drawn).toEqual([expect.stringContaining(wanted)]);
    await page.context().close();
  }
});

/** Opens the site as a new visitor until it has a theme. */
async function openInTheme(browser: Browser, site: string, theme: Theme): Promise<Page> {
  const { light } = THEME_MANIFESTS[theme].grounds;
  for (;;) {
    const page = await (await browser.newContext()).newPage();
    await page.goto(site);
    const ground = page.locator('meta[name="theme-color"]').first();
    if ((await ground.getAttribute('content')) === light) return page;
    await page.context().close();
  }
}
