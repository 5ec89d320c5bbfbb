import type { Locator, Page } from '@playwright/test';
import { SETUP_CODE } from '@vitrine/testing/environment';
import { LINKEDIN_FILES, zipOf } from '@vitrine/testing/linkedin-export';
import { expectAt, fillProject, login, PNG, row, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const LINKEDIN = {
  name: 'Basic_LinkedInDataExport_11-15-2026.zip',
  mimeType: 'application/zip',
  buffer: Buffer.from(zipOf(LINKEDIN_FILES)),
};

const GRACE = { email: 'grace@example.com', password: 'nanoseconds' };

/** The service starts processes to read a file and to find icons, which is slow on a busy machine. */
const SLOW = { timeout: 60_000 };

/** Clicks in a browser, and counts how often. */
function counter() {
  let clicks = 0;
  async function click(target: Locator) {
    clicks += 1;
    await target.click();
  }
  async function choose(page: Page, target: Locator, file: typeof PNG) {
    const chooser = page.waitForEvent('filechooser');
    await click(target);
    await (await chooser).setFiles(file);
  }
  return { click, choose, count: () => clicks };
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function fillAccount(page: Page): Promise<void> {
  await page.getByLabel('Setup code').fill(SETUP_CODE);
  await page.getByLabel('Email').fill(GRACE.email);
  await page.getByLabel('Password').fill(GRACE.password);
}

async function createAccount(page: Page): Promise<void> {
  await fillAccount(page);
  await button(page, 'Create account').click();
  await expect(heading(page, 'Start from what you have')).toBeVisible();
}

test('goes from the first run to the first project with a banner', { tag: ['@D-LOGIN-4'] }, async ({
  page,
  environment,
}) => {
  await environment.removeOwner();

  await test.step('opening the dashboard redirects to setup', async () => {
    await page.goto('/');
    await expectAt(page, '/setup');
    await expect(heading(page, 'Create your account')).toBeVisible();
  });

  await test.step('a wrong code shows an error and keeps the form', async () => {
    await fillAccount(page);
    await page.getByLabel('Setup code').fill('not the code');
    await button(page, 'Create account').click();
    await expect(toast(page, /code/)).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(GRACE.email);
  });

  await test.step('the right code creates the owner, and the first run can be left', async () => {
    await createAccount(page);
    await expectAt(page, '/setup/start');
    await button(page, 'Finish later').click();
    await expect(heading(page, 'Welcome back')).toBeVisible();
    await expectAt(page, '/');
    await page.reload();
    await expect(heading(page, 'Welcome back')).toBeVisible();
  });

  await test.step('the empty dashboard offers the next step', async () => {
    await page.getByRole('region', { name: 'Projects' }).getByText('Add Project').click();
    await fillProject(page, 'Compiler');
    await page.locator('input[name=projectBanner]').setInputFiles(PNG);
    await page.getByRole('button', { name: 'Add Project' }).click();
    await expect(toast(page, 'Project added.')).toBeVisible();
  });

  await test.step('the project is in the table, and its banner is shown', async () => {
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(row(page.getByRole('table', { name: 'Projects' }), 'Compiler')).toBeVisible();
    await page.goto('/manage/projects');
    await page.getByRole('link', { name: 'View Compiler' }).click();
    const banner = page.getByRole('img', { name: 'Banner of Compiler' });
    await expect(banner).toBeVisible();
    expect(await banner.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  });

  await test.step('logging out opens the login page, not setup', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await expectAt(page, '/login');
    await page.waitForLoadState('networkidle');
    await expectAt(page, '/login');
  });

  await test.step('setup is closed', async () => {
    await page.context().clearCookies();
    await page.goto('/setup');
    await expectAt(page, '/login');
  });
});

test('makes a public site from a LinkedIn export in at most 12 clicks', async ({
  page,
  environment,
}) => {
  const { count, click, choose } = counter();
  await environment.removeOwner();
  await page.goto(await environment.siteDashboard());
  await fillAccount(page);
  await click(button(page, 'Create account'));
  await choose(page, button(page, 'Read the file'), LINKEDIN);
  await expect(heading(page, 'Found in your LinkedIn export')).toBeFocused(SLOW);
  await expect(page.getByRole('switch', { name: 'Show on my site now' })).toBeChecked();
  const fullName = page.getByRole('checkbox', { name: 'Full name' });
  await expect(fullName).toBeChecked();
  await expect(fullName).toHaveAccessibleDescription('Ada Lovelace');
  await expect(page.getByText('was empty')).toHaveCount(0);
  await click(button(page, /^Add \d+ items$/));
  await expect(heading(page, 'Say who you are')).toBeVisible(SLOW);
  await expect(page.getByLabel('Full Name')).toHaveValue('Ada Lovelace');
  await expect(page.getByLabel('Headline')).toHaveValue('Principal engineer');
  await choose(page, button(page, /Choose a photo/), PNG);
  await click(button(page, 'Continue'));
  const paper = page.frameLocator('[title="Your site in the theme Paper"]');
  await expect(paper.getByRole('heading', { name: 'Tide tables' })).toBeVisible(SLOW);
  await expect(page.getByText('Sample projects')).toHaveCount(0);
  await click(button(page, 'Publish with Paper'));
  await expect(heading(page, 'Your site is live, Ada')).toBeVisible();
  await expect(page.getByRole('region', { name: 'What next' }).getByRole('listitem')).toHaveCount(
    3,
  );
  expect(count()).toBeLessThanOrEqual(12);

  const site = await page.getByRole('link', { name: 'View site' }).getAttribute('href');
  await page.context().clearCookies();
  await page.goto(site ?? '');
  await expect(heading(page, 'Ada Lovelace')).toBeVisible();
  await expect(page.getByText('Principal engineer').first()).toBeVisible();
  await expect(page.getByRole('img', { name: /Ada Lovelace/ }).first()).toBeVisible();
  for (const text of ['Senior engineer', 'Design engineer', 'Tide tables'])
    await expect(page.getByText(text).first()).toBeVisible();
});

test('makes a project with only a title public in at most 8 clicks', async ({
  page,
  environment,
}) => {
  const { count, click } = counter();
  await environment.removeOwner();
  await page.goto(await environment.siteDashboard());
  await fillAccount(page);
  await click(button(page, 'Create account'));
  await click(button(page, 'Skip'));
  await page.getByLabel('Full Name').fill('Grace Hopper');
  await click(button(page, 'Continue'));
  await expect(page.getByText('Sample projects').first()).toBeVisible();
  await click(button(page, 'Publish with Paper'));
  await click(page.getByRole('link', { name: 'Add Project' }));
  await page.getByLabel('Project Title').fill('Compiler');
  await click(button(page, 'Add Project'));
  await expect(toast(page, 'Project added.')).toBeVisible();
  expect(count()).toBeLessThanOrEqual(8);
  const { port } = new URL(page.url());
  await page.goto(`http://site.localhost:${port}/projects/compiler`);
  await expect(heading(page, 'Compiler')).toBeVisible();
});

test('keeps what was typed and chosen, and continues in another browser', async ({
  page,
  environment,
  browser,
}) => {
  await environment.removeOwner();
  await page.goto('/');
  await createAccount(page);
  await page.getByRole('radio', { name: 'Start empty' }).check();
  await button(page, 'Continue').click();
  await page.getByLabel('Full Name').fill('Grace Hopper');
  await page.getByLabel('One sentence about you').fill('I find bugs.');
  await page.locator('input[type=file]').setInputFiles(PNG);
  await button(page, 'Back').click();
  await expect(page.getByRole('radio', { name: 'Start empty' })).toBeChecked();
  await button(page, 'Continue').click();
  await expect(page.getByLabel('Full Name')).toHaveValue('Grace Hopper');
  await expect(page.getByLabel('One sentence about you')).toHaveValue('I find bugs.');

  const crop = button(page, /^Crop the photo/);
  await crop.press('+');
  await crop.press('ArrowLeft');
  await expect(page.getByRole('slider', { name: 'Zoom' })).toHaveAttribute(
    'aria-valuetext',
    '110%',
  );

  const other = await (await browser.newContext({ baseURL: environment.origin })).newPage();
  await other.goto('/login');
  await login(other, GRACE.email, GRACE.password);
  await expectAt(other, '/setup/you');
  await other.reload();
  await expectAt(other, '/setup/you');
  await button(other, 'Continue').click();
  await expect(other.locator('form').getByText('Enter the full name.')).toBeVisible();
  await expect(other.getByLabel('Full Name')).toBeFocused();
  await other.context().close();

  await button(page, 'Continue').click();
  await page.getByRole('radio', { name: 'Mono' }).check();
  await button(page, 'Back').click();
  await expect(page.getByLabel('Full Name')).toHaveValue('Grace Hopper');
  await expect(page.getByRole('img', { name: 'Avatar of Grace Hopper' })).toBeVisible();
  await button(page, 'Continue').click();
  await button(page, 'Continue with Mono').click();
  await expect(heading(page, 'Your portfolio is ready, Grace')).toBeVisible();
  await expect(page.getByText('SITE_URL')).toBeVisible();
  await expect(page.getByRole('link', { name: 'View site' })).toHaveCount(0);
});

test('keeps what was typed when the page is reloaded', async ({ page, environment }) => {
  await environment.removeOwner();
  await page.goto('/');
  await createAccount(page);
  await button(page, 'Skip').click();
  await page.getByLabel('Full Name').fill('Grace & Hopper');
  await page.getByLabel('Location').fill('Arlington');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByLabel('Full Name')).toHaveValue('Grace & Hopper');
  await expect(page.getByLabel('Location')).toHaveValue('Arlington');
  await button(page, 'Continue').click();
  await expect(heading(page, 'Choose a look')).toBeVisible();
});

test('shows what is wrong with a source, and goes on without it', async ({ page, environment }) => {
  await environment.removeOwner();
  await page.goto('/');
  await createAccount(page);
  const alert = page.getByRole('alert');
  await page.locator('input[type=file]').setInputFiles(PNG);
  await expect(alert).toContainText('Choose the ZIP file itself', SLOW);
  await page.getByRole('radio', { name: 'GitHub' }).check();
  for (const [user, message] of [
    ['nobody', /no user|does not|not found/i],
    ['rate-limited', /minutes/],
  ] as const) {
    await page.getByLabel('GitHub user name').fill(user);
    await button(page, 'Find repositories').click();
    await expect(alert).toContainText(message, SLOW);
  }
  await page.getByLabel('GitHub user name').fill('ada-example');
  await button(page, 'Find repositories').click();
  await expect(heading(page, 'Found in your GitHub repositories')).toBeVisible(SLOW);
  await button(page, 'Back').click();
  await button(page, 'Skip').click();
  await expect(heading(page, 'Say who you are')).toBeVisible();
});

test('sample content is private and removed in one click, and so is the site until it is published', async ({
  page,
  environment,
}) => {
  await environment.removeOwner();
  const dashboard = await environment.siteDashboard();
  await page.goto(dashboard);
  await createAccount(page);
  await page.getByRole('radio', { name: 'Start with sample content' }).check();
  await button(page, 'Continue').click();
  await expect(heading(page, 'Say who you are')).toBeVisible(SLOW);
  await button(page, 'Skip').click();
  const grid = page.frameLocator('[title="Your site in the theme Grid"]');
  await expect(grid.getByText('Before the ferry').first()).toBeVisible();
  await button(page, 'Decide later').click();
  await expect(heading(page, 'Your site is private')).toBeVisible();
  const site = `http://site.localhost:${new URL(dashboard).port}/`;
  const visitor = await page.context().newPage();
  expect((await visitor.goto(site))?.status()).toBe(503);
  await expect(visitor.getByText('This site is being set up.')).toBeVisible();

  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  const samples = page.getByRole('region', { name: 'Sample content' });
  await expect(samples).toContainText('4 projects are samples.');
  await samples.getByRole('button', { name: 'Remove sample content' }).click();
  await expect(samples).toHaveCount(0);
  await expect(page.getByText('You have not added any project.')).toBeVisible();
});
