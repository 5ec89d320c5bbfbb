import type { Page } from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import type { TestEnvironment } from '@vitrine/testing/environment';
import { findViolations } from '../support/axe.ts';
import { confirm, hold, ownerClient, toast } from '../support/screen.ts';
import { expect as quickly, test } from '../support/test.ts';
import { fillViews } from '../support/view-screens.ts';

// Each change of the preview renders pages.
const expect = quickly.configure({ timeout: 20_000 });

const NAME = 'Design lead at Northsea Ports';

test('makes a view for one reader, from the empty list to the end of its link', async ({
  owner: page,
  environment,
  browser,
}) => {
  const preview = page.frameLocator('[title="Preview of the view"]');
  const reader = await (await browser.newContext()).newPage();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${await environment.siteDashboard()}/?view=views`);

  await test.step('the empty list says what a view is', async () => {
    await expect(
      page.getByRole('heading', { name: 'Show one reader the right work' }),
    ).toBeVisible();
    await page.getByRole('link', { name: 'New view' }).click();
    await page.getByLabel('Name').waitFor();
    await expect(page.getByRole('heading', { name: 'New view', level: 1 })).toBeFocused();
  });

  await test.step('a view needs a name', async () => {
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Enter the name.').first()).toBeVisible();
    await expect(page.getByLabel('Name')).toBeFocused();
    await page.keyboard.type(NAME);
    await page.getByLabel('Headline').fill('Tools that a harbor can trust');
    await page.getByLabel('Note to the reader').fill('Dear Margaret, this is the work.');
    await expect(page.getByText('32 of 600')).toBeVisible();
    await expect(preview.getByText('Dear Margaret, this is the work.')).toBeVisible();
    await expect(preview.getByText('Tools that a harbor can trust').first()).toBeVisible();
  });

  await test.step('the keyboard chooses and orders what is on the page', async () => {
    await page.getByRole('checkbox', { name: /^Tidewatch \D*\d{4}/ }).press('Space');
    await page
      .getByRole('checkbox', { name: /^Ledgerline/ })
      .and(page.locator('[id]'))
      .press('Space');
    await expect(page.getByRole('button', { name: 'Entries of Work, 2 of 8' })).toBeVisible();
    const handle = page.getByRole('button', { name: 'Reorder Ledgerline' });
    await handle.press('Space');
    await page.keyboard.press('Home');
    await page.keyboard.press('Escape');
    await expect(page.getByText(/^Ledgerline, position 3 of \d\.$/)).toBeAttached();
    await handle.press('Space');
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await expect(page.getByText(/^Ledgerline, position 1 of \d\.$/)).toBeAttached();
    await expect(preview.locator('main h3')).toHaveText([/Ledgerline/, /Tidewatch/]);
    await page.getByRole('checkbox', { name: 'Experience', exact: true }).check();
    await page.getByRole('button', { name: 'Reorder Experience' }).press('Space');
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await expect(preview.locator('main h2').nth(0)).toHaveText('Experience');
  });

  await test.step('the resume has what is on the page, and less or more', async () => {
    const onResume = (title: string) =>
      page.getByRole('checkbox', { name: `${title} in the resume` });
    await expect(onResume('Tidewatch')).toBeChecked();
    await onResume('Tidewatch').uncheck();
    await onResume('Skills').check();
    await expect(page.getByRole('checkbox', { name: 'Skills', exact: true })).not.toBeChecked();
    await page.getByRole('radio', { name: 'Modern' }).check();
    await page.getByRole('combobox', { name: 'Page' }).selectOption('Resume');
    await expect(preview.getByText('Ledgerline').first()).toBeVisible();
    await expect(preview.getByText('Tidewatch')).toHaveCount(0);
    await page.getByRole('combobox', { name: 'Page' }).selectOption('View');
    expect(await findViolations(page)).toEqual([]);
  });

  await test.step('publishing creates and copies the link', async () => {
    await page.keyboard.press('Control+Enter');
    await expect(toast(page, 'View published. Link copied.')).toBeVisible();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const { views } = (await ownerClient(environment).call(calls.view.list)).body;
    expect(views).toMatchObject([{ name: NAME, state: 'active', resume: { template: 'modern' } }]);
    expect(new URL(link).pathname).toMatch(/^\/v\/[\w-]{22}$/);
    await reader.goto(link);
    await expect(reader.getByText('Dear Margaret, this is the work.')).toBeVisible();
    await expect(reader.locator('main h3').first()).toHaveText(/Ledgerline|.+/);
    await expect(reader.getByText('Field Notes')).toHaveCount(0);
  });

  await test.step('the reader sees a change once it is published, at the same link', async () => {
    await page.getByLabel('Note to the reader').fill('Dear Margaret, one thing changed.');
    await expect(page.getByText('Unpublished changes')).toBeVisible();
    await reader.reload();
    await expect(reader.getByText('one thing changed')).toHaveCount(0);
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await expect(toast(page, 'Changes published.')).toBeVisible();
    await expect(page.getByText('Unpublished changes')).toHaveCount(0);
    await reader.reload();
    await expect(reader.getByText('Dear Margaret, one thing changed.')).toBeVisible();
  });

  await test.step('in the trash, the link does not work, and Undo brings it back', async () => {
    await page.getByRole('link', { name: 'Back to Views' }).click();
    await page.getByRole('button', { name: `More actions for ${NAME}` }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await expect(toast(page, 'View moved to the trash.')).toBeVisible();
    expect((await reader.reload())?.status()).toBe(410);
    await toast(page, 'View moved to the trash.').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('link', { name: NAME })).toBeVisible();
    expect((await reader.reload())?.status()).toBe(200);
  });

  await test.step('revoking asks, and ends the link', async () => {
    await page.getByRole('link', { name: NAME }).click();
    await page.getByRole('button', { name: 'Revoke link' }).click();
    await expect(page.getByText('The reader sees “This link has ended”')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Keep link' })).toBeFocused();
    await confirm(page, 'Revoke link');
    await expect(toast(page, 'Link revoked.')).toBeVisible();
    await expect(page.getByText('Revoked', { exact: true })).toBeVisible();
    expect((await reader.reload())?.status()).toBe(410);
  });
  await reader.context().close();
});

test('keeps what was typed: after a reload, on leaving, and when saving fails', async ({
  owner: page,
  environment,
}) => {
  await openStudio(page, environment);
  const headline = page.getByLabel('Headline');
  await headline.fill('Not saved yet');
  await page
    .getByRole('checkbox', { name: /^Tidewatch/ })
    .first()
    .uncheck();

  await test.step('leaving asks', async () => {
    await page.getByRole('link', { name: 'Back to Views' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
    await expect(headline).toHaveValue('Not saved yet');
  });

  await test.step('a reload offers it again', async () => {
    await page.waitForTimeout(1500);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(headline).not.toHaveValue('Not saved yet');
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(headline).toHaveValue('Not saved yet');
    await expect(page.getByRole('checkbox', { name: /^Tidewatch/ }).first()).not.toBeChecked();
  });

  await test.step('a failed save says so, and can be repeated', async () => {
    await page.route('**/view/update/*', (route) => route.abort());
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await expect(page.getByText('Not saved', { exact: true })).toBeVisible();
    await page.unroute('**/view/update/*');
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await expect(toast(page, 'Changes published.')).toBeVisible();
  });

  await test.step('Undo brings back what the reader saw before', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(headline).toHaveValue('Tools that a harbor can trust at four in the morning');
    // The restored version is in the form, which a change before that would lose.
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  });

  await test.step('Discard shows what is saved, and can be undone', async () => {
    await headline.fill('Once more');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(headline).not.toHaveValue('Once more');
    await toast(page, 'Changes discarded.').getByRole('button', { name: 'Undo' }).click();
    await expect(headline).toHaveValue('Once more');
    await page.getByRole('button', { name: 'Discard' }).click();
  });
});

test('saves only what was changed here, and makes no second link', async ({
  owner: page,
  environment,
}) => {
  await openStudio(page, environment);
  const params = { id: new URL(page.url()).pathname.split('/').at(-1) ?? '' };
  const elsewhere = ownerClient(environment);
  const headline = page.getByLabel('Headline');
  const publish = page.getByRole('button', { name: 'Publish changes' });

  await headline.fill('Changed here');
  await elsewhere.call(calls.view.update, { params, json: { note: 'Changed elsewhere' } });
  await publish.click();
  await expect(toast(page, 'Changes published.')).toBeVisible();
  await expect(page.getByLabel('Note to the reader')).toHaveValue('Changed elsewhere');
  await expect(headline).toHaveValue('Changed here');

  await headline.fill('Too late');
  await elsewhere.call(calls.view.revoke, { params });
  await publish.click();
  await expect(toast(page, 'Changes saved. The link was revoked in the meantime.')).toBeVisible();
  await expect(page.getByText('The link was revoked. Publish the view')).toBeVisible();
});

test('shows a draft to this reader only if the owner says so', async ({
  owner: page,
  environment,
}) => {
  await openStudio(page, environment);
  const preview = page.frameLocator('[title="Preview of the view"]');
  const more = page.getByRole('button', { name: /^Show \d more$/ }).first();
  if (await more.isVisible()) await more.click();
  await page
    .getByRole('checkbox', { name: /^Night Bus/ })
    .first()
    .check();
  const isShown = page.getByRole('switch', { name: 'Shown here before it is public (Night Bus)' });
  await expect(isShown).not.toBeChecked();
  await expect(preview.getByText('Tidewatch').first()).toBeVisible();
  await expect(preview.getByRole('heading', { name: 'Night Bus' })).toHaveCount(0);
  await isShown.check();
  await expect(preview.getByRole('heading', { name: 'Night Bus' })).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
});

test('lists views by state, and changes them from the menu', async ({
  owner: page,
  environment,
}) => {
  await fillViews(environment);
  await page.goto(`${await environment.siteDashboard()}/?view=views`);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const choose = async (name: string, item: string) => {
    await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  await test.step('in words and with the opens', async () => {
    await expect(row('Design engineer')).toContainText('Expires in 9 days');
    await expect(row('Design engineer')).toContainText('About once');
    await expect(row('Harbor council')).toContainText('Expired');
    await expect(row('Newsletter')).toContainText('Revoked');
    await expect(row('A short contract')).toContainText('No link yet');
    await page.getByRole('button', { name: 'Ended 2' }).click();
    await expect(page.getByRole('row')).toHaveCount(3);
    await page.getByRole('button', { name: 'All 6' }).click();
  });

  await test.step('a link is extended, and a view is copied as a draft', async () => {
    await choose('Design engineer, data tools', 'Extend by 30 days');
    await expect(toast(page, 'Extended by 30 days.')).toBeVisible();
    await expect(row('Design engineer')).toContainText('Active');
    await choose('Talks and lectures', 'Duplicate');
    await expect(row('Talks and lectures (copy)')).toContainText('Draft');
  });

  await test.step('the palette finds a view, and its shortcut opens the list', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('short contract');
    await page
      .getByRole('option', { name: /A short contract/ })
      .first()
      .click();
    await expect(page.getByLabel('Name')).toHaveValue('A short contract for Charles Wheatstone');
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await expect(page.getByRole('heading', { name: 'Views', level: 1 })).toBeVisible();
  });

  await test.step('a list that does not load can be loaded again', async () => {
    await page.route('**/view/getall', (route) => route.abort());
    await page.reload();
    const again = page.getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await page.unroute('**/view/getall');
    await again.click();
    await expect(row('Talks and lectures').first()).toBeVisible();
  });

  await test.step('a slow list shows where it will be', async () => {
    const release = await hold(page, '**/view/getall');
    await page.reload();
    await expect(page.locator('[aria-busy=true]')).toBeVisible();
    release();
    await expect(row('Talks and lectures').first()).toBeVisible();
  });
});

/** The first view of `fillViews`, which has a link. */
async function openStudio(page: Page, environment: TestEnvironment): Promise<void> {
  const [id] = await fillViews(environment);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${await environment.siteDashboard()}/update/view/${id}`);
  await expect(page.getByRole('heading', { name: NAME, level: 1 })).toBeVisible();
}
