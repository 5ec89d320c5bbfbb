import { readFile, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@vitrine/contract/calls';
import { OWNER } from '@vitrine/testing/environment';
import { findViolations } from '../support/axe.ts';
import { confirm, ownerClient, projectId, toast } from '../support/screen.ts';
import { expect as quickly, test } from '../support/test.ts';

// The first update renders all pages and draws all cards.
const expect = quickly.configure({ timeout: 60_000 });

const ADDRESS = 'https://ada.example/portfolio';
const TITLE = 'Tidewatch, again';

test('keeps a copy of the site in a folder, from its connection to its removal', async ({
  owner: page,
  environment,
}) => {
  const { body } = await ownerClient(environment).call(calls.copy.list);
  const root = body.folderRoot ?? '';
  const folder = join(root, 'ada-site');
  const home = () => readFile(join(folder, 'index.html'), 'utf8');
  const dialog = page.getByRole('dialog', { name: 'Connect a folder' });
  const connect = dialog.getByRole('button', { name: 'Connect' });
  const steps = dialog.getByRole('status').getByRole('listitem');
  await rm(folder, { recursive: true, force: true });
  await page.goto(`${await environment.siteDashboard()}/?view=site`);

  await test.step('a tab of Site says what a copy is', async () => {
    await page.getByRole('navigation', { name: 'Site' }).getByText('Publish').click();
    await expect(page.getByRole('heading', { name: 'Site', level: 1 })).toBeFocused();
    await expect(page).toHaveTitle('Site: Publish · Vitrine');
    await expect(
      page.getByRole('heading', { name: 'Keep a copy of your site somewhere else' }),
    ).toBeVisible();
  });

  await test.step('a test with empty fields says what is missing', async () => {
    await page.getByRole('button', { name: 'Connect: Folder' }).click();
    await expect(dialog.getByLabel('Folder')).toBeFocused();
    await expect(connect).toHaveAttribute('aria-disabled', 'true');
    await dialog.getByLabel('Folder').fill('ada-site');
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Address of the copy')).toBeFocused();
    await expect(dialog.getByText('Enter the address of the copy')).toBeVisible();
  });

  await test.step('a test that fails says why, and nothing can be saved', async () => {
    await symlink(tmpdir(), folder);
    await dialog.getByLabel('Address of the copy').fill(ADDRESS);
    await page.keyboard.press('Enter');
    await expect(steps.first()).toHaveText(/^Failed: .*A link or another unexpected file/);
    await expect(connect).toHaveAttribute('aria-disabled', 'true');
    // Enter tests again, and a click does nothing.
    await dialog.getByLabel('Folder').press('Enter');
    await expect(steps.first()).toHaveText(/^Failed: /);
    await connect.click({ force: true });
    expect((await ownerClient(environment).call(calls.copy.list)).body.destinations).toEqual([]);
    await rm(folder);
  });

  await test.step('three steps pass, after the password, and allow to connect', async () => {
    await environment.database.query(
      "update session set confirmed_at = now() - interval '10 minutes'",
    );
    await dialog.getByRole('button', { name: 'Test' }).click();
    const password = page.getByRole('dialog', { name: "Confirm it's you" });
    await expect(password).toContainText('Enter your password to test a destination.');
    await password.getByLabel('Password').fill(OWNER.password);
    await page.keyboard.press('Enter');
    await expect(steps).toHaveText([/^Passed: /, /^Passed: /, /^Passed: /]);
    await expect(connect).toHaveAttribute('aria-disabled', 'false');
    expect(await findViolations(page)).toEqual([]);
  });

  await test.step('a change after the test needs another one', async () => {
    await connect.click();
    const contact = dialog.getByLabel('How visitors write to you');
    await expect(contact).toBeFocused();
    await expect(dialog.getByText('Visitors cannot reach your site')).toBeVisible();
    await contact.selectOption('Not at all');
    await expect(connect).toHaveAttribute('aria-disabled', 'true');
    await dialog.getByRole('button', { name: 'Test' }).click();
    await expect(connect).toHaveAttribute('aria-disabled', 'false');
    await connect.click();
    await expect(dialog).toBeHidden();
  });

  const destination = page.getByRole('region', { name: 'Destinations' }).getByRole('listitem');
  await test.step('the first update writes the whole site', async () => {
    await expect(toast(page, /^1 copy updated\. \d+ files changed\.$/)).toBeVisible();
    await expect(destination.getByText('Online')).toBeVisible();
    await expect(destination.getByRole('link')).toHaveAttribute('href', ADDRESS);
    await expect(destination).toContainText(folder);
    await expect(page.getByRole('heading', { name: 'The copy is up to date' })).toBeVisible();
    expect(await home()).toContain(OWNER.fullName);
  });

  await test.step('a change waits for more of them, and can be sent at once', async () => {
    const id = await projectId(environment, 'Tidewatch');
    await environment.database.query('update project set title = $1 where id = $2', [TITLE, id]);
    // The list is loaded again within 30 seconds.
    await expect(page.getByRole('heading', { name: /^Copies update at / })).toBeVisible();
    await page.getByRole('button', { name: 'Update now' }).click();
    await expect(toast(page, 'Updating the copy.')).toBeVisible();
    await expect(toast(page, /^1 copy updated\. \d+ files? changed\.$/)).toBeVisible();
    expect(await home()).toContain(TITLE);
    await expect(page.getByRole('region', { name: 'Recent updates' })).toContainText('By hand');
    await destination.getByText(/^What changed today, /).click();
    await expect(destination.getByText(/^index\.html, .*projects\/tidewatch/)).toBeVisible();
  });

  await test.step('a failure says why, what visitors see, and offers one button', async () => {
    await rename(folder, `${folder}-before`);
    await symlink(tmpdir(), folder);
    await page.getByRole('button', { name: 'Update now' }).click();
    await expect(toast(page, 'The copy was not updated.')).toBeVisible();
    await expect(destination.getByText('Not updated')).toBeVisible();
    await expect(destination.getByRole('alert')).toContainText(
      /A link or another unexpected file is in the folder of the copy\..*Visitors still see the copy of /s,
    );
    await expect(page.getByRole('heading', { name: '0 of 1 up to date' })).toBeVisible();
    await rm(folder);
    await rename(`${folder}-before`, folder);
    await destination.getByRole('button', { name: 'Try again' }).click();
    await expect(destination.getByText('Online')).toBeVisible();
    await expect(destination.getByRole('alert')).toHaveCount(0);
  });

  await test.step('removing it leaves the files, and says so', async () => {
    await page.getByRole('button', { name: /^More actions for ada\.example/ }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('The files stay where they are');
    await confirm(page, 'Remove');
    await expect(
      page.getByRole('heading', { name: 'Keep a copy of your site somewhere else' }),
    ).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Site', level: 1 })).toBeFocused();
    expect(await home()).toContain(OWNER.fullName);
  });
});
