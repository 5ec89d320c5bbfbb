import { OWNER } from '@vitrine/testing/environment';
import { expectAt, hold, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('keeps an open form when the session ends', async ({ owner, environment }) => {
  await owner.goto('/?view=add-timeline');
  await owner.getByLabel('Title').fill('Locksmith');
  await owner.getByLabel('Description').fill('A long text that nobody wants to type twice.');
  await owner.getByLabel('From').fill('2004');
  await environment.database.query('delete from session');
  await owner.getByRole('button', { name: 'Add Timeline' }).click();

  const dialog = owner.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog).toBeVisible();
  // Not `toHaveCount`, which would wait until a toast is gone.
  expect(await owner.locator('[data-sonner-toast]').count()).toBe(0);
  await expect(dialog.getByLabel('Email')).toHaveValue(OWNER.email);
  await dialog.getByLabel('Password').fill(OWNER.password);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(dialog).toBeHidden();

  await expect(owner.getByLabel('Description')).toHaveValue(/^A long text/);
  await owner.getByRole('button', { name: 'Add Timeline' }).click();
  await expect(toast(owner, 'Timeline entry added.')).toBeVisible();
});

test('keeps input typed while a save is pending', async ({ owner }) => {
  await owner.goto('/?view=account&section=update-profile');
  await owner.getByLabel('Full Name').fill('Ada King');
  const release = await hold(owner, '**/user/update/me');
  await owner.getByRole('button', { name: 'Update Profile' }).click();
  await owner.getByLabel('Phone', { exact: true }).fill('+44 1');
  release();
  await expect(toast(owner, 'Profile updated.')).toBeVisible();
  await expect(owner.getByLabel('Phone', { exact: true })).toHaveValue('+44 1');
  await owner.getByRole('link', { name: 'Messages', exact: true }).click();
  await expect(owner.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
});

test.describe('leaving a changed form asks for confirmation', () => {
  test('in every way to leave the Add Skill form', { tag: ['@D-FORM-6'] }, async ({ owner }) => {
    await test.step('but not when choosing the current view', async () => {
      await owner.goto('/?view=add-skill');
      await owner.getByLabel('Title').fill('Locksmithing');
      await owner.getByRole('link', { name: 'Add Skill' }).first().click();
      await expect(owner.getByRole('alertdialog')).toBeHidden();
      await expect(owner.getByLabel('Title')).toHaveValue('Locksmithing');
    });

    await test.step('Stay keeps the input and Leave navigates', async () => {
      await owner.getByLabel('Title').fill('Locksmithing');
      await owner.getByRole('link', { name: 'Messages', exact: true }).click();
      const question = owner.getByRole('alertdialog', { name: 'Leave without saving?' });
      await question.getByRole('button', { name: 'Stay' }).click();
      await expectAt(owner, '/?view=add-skill');
      await expect(owner.getByLabel('Title')).toHaveValue('Locksmithing');
      await owner.getByRole('link', { name: 'Messages', exact: true }).click();
      await question.getByRole('button', { name: 'Leave' }).click();
      await expectAt(owner, '/?view=messages');
    });

    await test.step('but not for an untouched or reverted form', async () => {
      await owner.goto('/?view=add-skill');
      await owner.getByLabel('Title').fill('Locksmithing');
      await owner.getByLabel('Title').fill('');
      await owner.getByRole('link', { name: 'Messages', exact: true }).click();
      await expectAt(owner, '/?view=messages');
    });

    await test.step('Leave after Back goes back', async () => {
      await owner.goto('/');
      await owner.getByRole('link', { name: 'Add Skill' }).first().click();
      await owner.getByLabel('Title').fill('Locksmithing');
      await owner.goBack();
      await owner.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
      await expectAt(owner, '/');
      await expect(owner.getByRole('alertdialog')).toBeHidden();
    });

    await test.step('on closing the tab', async () => {
      await owner.goto('/?view=add-skill');
      await owner.getByLabel('Title').fill('Locksmithing');
      const asked = owner.waitForEvent('dialog');
      await owner.close({ runBeforeUnload: true });
      expect((await asked).type()).toBe('beforeunload');
    });
  });

  test('on Back, another section and Logout', async ({ owner }) => {
    const question = owner.getByRole('alertdialog', { name: 'Leave without saving?' });
    await owner.goto('/');
    await owner.getByRole('link', { name: 'Account', exact: true }).click();
    await owner.getByRole('link', { name: 'Update Profile' }).click();
    await owner.getByLabel('Full Name').fill('Ada King');
    for (const leave of [
      () => owner.goBack(),
      () => owner.getByRole('link', { name: 'Update Password' }).click(),
      () => owner.getByRole('button', { name: 'Logout' }).click(),
    ]) {
      await leave();
      await question.getByRole('button', { name: 'Stay' }).click();
      await expect(owner.getByLabel('Full Name')).toHaveValue('Ada King');
    }
    await owner.getByRole('button', { name: 'Logout' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expectAt(owner, '/login');
  });
});

test('remembers a chosen theme and follows the system until then', async ({ owner }) => {
  const scheme = () => owner.evaluate('getComputedStyle(document.documentElement).colorScheme');
  await owner.emulateMedia({ colorScheme: 'light' });
  await owner.goto('/');
  await owner.getByRole('button', { name: 'Switch to dark theme' }).click();
  expect(await scheme()).toBe('dark');
  await owner.reload();
  await owner.getByRole('button', { name: 'Switch to light theme' }).click();
  expect(await scheme()).toBe('light dark');
});
