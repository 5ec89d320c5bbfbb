import type { Page } from '@playwright/test';
import { OWNER, type TestEnvironment } from '@vitrine/testing/environment';
import { expectAt, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

/** Makes the last password confirmation too old. */
async function waitTenMinutes(environment: TestEnvironment): Promise<void> {
  await environment.database.query(
    `update session set confirmed_at = now() - interval '10 minutes'`,
  );
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: "Confirm it's you" });

async function confirmWith(page: Page, password: string): Promise<void> {
  await dialogOf(page).getByLabel('Password').fill(password);
  await dialogOf(page).getByRole('button', { name: 'Confirm' }).click();
}

test('asks for the password before changing the email and keeps the form', {
  tag: ['@D-LOGIN-4'],
}, async ({ owner, environment }) => {
  await owner.goto('/?view=account&section=update-profile');
  await waitTenMinutes(environment);
  await owner.getByLabel('Phone', { exact: true }).fill('+44 20 7946 0000');
  const save = owner.getByRole('button', { name: 'Update Profile' });
  await save.click();
  await expect(toast(owner, 'Profile updated.')).toBeVisible();

  const email = owner.getByLabel('Email', { exact: true });
  await email.fill('countess@example.com');
  await save.click();
  await expect(dialogOf(owner)).toContainText('Enter your password to change your email.');
  await expect(dialogOf(owner).getByLabel('Password')).toBeFocused();
  await owner.keyboard.press('Escape');
  await expect(dialogOf(owner)).toBeHidden();
  await expect(email).toHaveValue('countess@example.com');
  await expect(save).toBeFocused();
  await expect(toast(owner, /confirm/i)).toHaveCount(0);

  await save.click();
  await confirmWith(owner, 'a wrong password');
  const alert = dialogOf(owner).getByRole('alert');
  await expect(alert).toHaveText('The password is incorrect.');
  await expect(dialogOf(owner).getByLabel('Password')).toBeFocused();
  await confirmWith(owner, OWNER.password);
  await expect(dialogOf(owner)).toBeHidden();
  await expect(email).toHaveValue('countess@example.com');
  const saved = async () => (await environment.database.query('select email from owner')).rows;
  await expect.poll(saved).toEqual([{ email: 'countess@example.com' }]);
});

test('asks for the password before downloading and restoring a backup', async ({
  owner,
  environment,
}, info) => {
  await owner.goto('/?view=account&section=backup');
  await waitTenMinutes(environment);
  const download = owner.getByRole('button', { name: 'Download backup' });
  await download.click();
  await expect(dialogOf(owner)).toContainText('Enter your password to download a backup.');
  await dialogOf(owner).getByRole('button', { name: 'Cancel' }).click();
  await expect(download).toBeFocused();
  await expectAt(owner, '/?view=account&section=backup');

  const downloading = owner.waitForEvent('download');
  await download.click();
  await confirmWith(owner, OWNER.password);
  const file = info.outputPath('backup.tar');
  await (await downloading).saveAs(file);

  await waitTenMinutes(environment);
  const choosing = owner.waitForEvent('filechooser');
  await owner.getByRole('button', { name: 'Choose backup' }).click();
  await (await choosing).setFiles(file);
  const restore = owner.getByRole('alertdialog').getByRole('button', { name: 'Restore' });
  await restore.click();
  // Canceling keeps the chosen file.
  await expect(dialogOf(owner)).toContainText('Enter your password to restore a backup.');
  await dialogOf(owner).getByRole('button', { name: 'Cancel' }).click();
  await expect(owner.getByRole('alertdialog')).toContainText('backup.tar');
  await restore.click();
  await confirmWith(owner, OWNER.password);
  await expectAt(owner, '/login');
  await expect(toast(owner, /^Backup restored/)).toBeVisible();
});
