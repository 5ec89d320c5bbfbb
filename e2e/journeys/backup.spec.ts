import { readFile } from 'node:fs/promises';
import { encryptFile } from '@vitrine/api/modules/backup/encrypt';
import { OWNER } from '@vitrine/testing/environment';
import { findViolations } from '../support/axe.ts';
import { expectAt, login, toast } from '../support/screen.ts';
import { failBackups } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

test('downloads a backup and restores it', async ({ owner, environment }, info) => {
  await owner.goto('/?view=account');
  await owner.getByRole('link', { name: 'Backup' }).click();
  await expectAt(owner, '/?view=account&section=backup');
  const downloading = owner.waitForEvent('download');
  await owner.getByRole('button', { name: 'Download backup' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^vitrine-[\d-]{10}\.tar$/);
  const file = info.outputPath('backup.tar');
  await download.saveAs(file);

  await environment.database.query('delete from project');
  const choose = async () => {
    const choosing = owner.waitForEvent('filechooser');
    await owner.getByRole('button', { name: 'Choose backup' }).click();
    await (await choosing).setFiles(file);
  };
  await choose();
  const dialog = owner.getByRole('alertdialog', { name: 'Restore this backup?' });
  await expect(dialog).toContainText('backup.tar');
  await expect(dialog).toContainText(/keeps a copy of the current data in \S+ for 7 days/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(owner.getByRole('button', { name: 'Choose backup' })).toBeFocused();

  await choose();
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expectAt(owner, '/login');
  await expect(
    toast(owner, 'Backup restored. Please log in with your current email and password.'),
  ).toBeVisible();
  await login(owner, OWNER.email, OWNER.password);
  await expectAt(owner, '/');
  const { rows } = await environment.database.query('select from project');
  expect(rows.length).toBeGreaterThan(3);
});

test('keeps the key of backups in a bucket, and restores with it', async ({
  owner: page,
  environment,
}, info) => {
  await page.goto(`${await environment.siteDashboard()}/?view=account&section=backup`);
  const card = page.getByText('Each automatic backup is also sent to a bucket');
  await expect(card).toBeVisible();
  await page.getByRole('button', { name: 'Create a key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep this key' });
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download key' }).click();
  const keyFile = await (await downloading).path();
  const key = await readFile(keyFile, 'utf8');
  expect(key).toMatch(/^# Key of the backups of the portfolio at http:.*\nAGE-SECRET-KEY-1\w+\n$/s);

  const use = dialog.getByRole('button', { name: 'Use this key' });
  await use.click({ force: true });
  await expect(dialog.getByLabel('I saved this key')).toBeFocused();
  await page.keyboard.press('Space');
  expect(await findViolations(page)).toEqual([]);
  await use.click();
  await expect(toast(page, 'Key saved. The newest backup is sent within an hour.')).toBeVisible();
  const recipient = /age1\w+/.exec(key)?.[0] ?? '';
  await expect(page.getByRole('definition').filter({ hasText: recipient })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Replace the key' })).toBeFocused();

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download backup' }).click();
  const file = info.outputPath('nightly.tar.age');
  await encryptFile(await (await saving).path(), file, recipient);
  await environment.database.query('delete from project');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose backup' }).click();
  await (await choosing).setFiles(file);
  const confirm = page.getByRole('alertdialog', { name: 'Restore this backup?' });
  const field = confirm.getByLabel('Key of this backup');
  await field.fill(key.slice(-30));
  await confirm.getByRole('button', { name: 'Restore' }).click();
  await expect(toast(page, 'This backup is encrypted. Its key starts with')).toBeVisible();
  // What was typed is still there.
  await expect(field).toHaveValue(key.slice(-30).trim());
  await field.fill(`Schlüssel von Łucja 🔑 ${key}`);
  await confirm.getByRole('button', { name: 'Restore' }).click();
  await expect(toast(page, 'Backup restored. Please log in')).toBeVisible();
  const { rows } = await environment.database.query('select from project');
  expect(rows.length).toBeGreaterThan(3);
});

test('rejects a file that is not a backup and changes nothing', async ({ owner }) => {
  await owner.goto('/?view=account&section=backup');
  const choosing = owner.waitForEvent('filechooser');
  await owner.getByRole('button', { name: 'Choose backup' }).click();
  const notes = { name: 'notes.tar', mimeType: 'text/plain', buffer: Buffer.from('Dear diary') };
  await (await choosing).setFiles(notes);
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await expect(toast(owner, 'This is not a complete Vitrine backup.')).toBeVisible();
  await expectAt(owner, '/?view=account&section=backup');
  await expect(owner.getByRole('button', { name: 'Choose backup' })).toBeVisible();
});

test('warns about automatic backups where the owner looks first', async ({
  owner,
  environment,
}) => {
  await owner.goto('/');
  await expect(owner.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible();
  await expect(owner.getByRole('link', { name: 'Open Backup' })).toBeHidden();

  await failBackups(environment);
  await owner.reload();
  await expect(
    owner.getByText('The last automatic backup failed. The disk is full. Open Backup'),
  ).toBeVisible();
  await owner.getByRole('button', { name: 'Logout' }).click();
  await login(owner, OWNER.email, OWNER.password);
  await owner.getByRole('link', { name: 'Open Backup' }).click();
  await expectAt(owner, '/?view=account&section=backup');
  for (const problem of [
    'There was no automatic backup in the last 2 days.',
    'nightly-2026-11-17T02-13-05Z.tar: This is not a complete Vitrine backup.',
    'Check its disk, and download a backup.',
    '2 media files are missing from the server.',
  ])
    await expect(owner.getByText(problem)).toBeVisible();
  for (const fact of ['48.3 MB', '1,834 rows and 56 media files'])
    await expect(owner.getByRole('definition').filter({ hasText: fact })).toBeVisible();
});

test('says that a download lacks missing files', async ({ owner, environment }) => {
  await owner.goto('/?view=account&section=backup');
  const download = async () => {
    const downloading = owner.waitForEvent('download');
    await owner.getByRole('button', { name: 'Download backup' }).click();
    await (await downloading).cancel();
  };
  const warning = owner.getByText('The backup is incomplete. 1 media file is missing');
  await download();
  await expect(warning).toBeHidden();
  // A name that the media store does not have.
  await environment.database.query(
    `update media set files = array_append(files, $1) where name = (select avatar from owner)`,
    [`${'0'.repeat(64)}.png`],
  );
  await download();
  await expect(warning).toBeVisible();
});
