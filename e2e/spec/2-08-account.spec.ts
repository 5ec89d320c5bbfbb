import type { Page } from '@playwright/test';
import { OWNER } from '@vitrine/testing/environment';
import { pdf } from '@vitrine/testing/pictures';
import { expectAt, hold, login, PNG, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const FACTS = [
  ['Full Name', 'Ada Lovelace'],
  ['Email', 'ada@example.com'],
  ['Phone', '+44 20 7946 0018'],
  ['About Me', /^I make software/],
  ['Portfolio URL', 'https://ada.example.com'],
  ['Github URL', 'https://github.com/ada-example'],
  ['LinkedIn URL', 'https://www.linkedin.com/in/ada-example'],
  ['Instagram URL', 'https://www.instagram.com/ada.example'],
  ['Twitter(X) URL', 'https://x.com/ada_example'],
  ['Facebook URL', ''],
] as const;

function fact(page: Page, name: string) {
  return page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd');
}

test.describe('2. Account (Settings) view', () => {
  test('shows the profile, and forms to change it', {
    tag: ['@S-ACCOUNT-1', '@S-ACCOUNT-2', '@S-ACCOUNT-3', '@S-ACCOUNT-4', '@D-ACCOUNT-1'],
  }, async ({ owner }) => {
    await test.step('has the three specified sections first, and starts at Profile', async () => {
      await owner.goto('/?view=account');
      const sections = owner.getByRole('navigation', { name: 'Settings' });
      await expect(sections.getByRole('link')).toHaveText([
        'Profile',
        'Update Profile',
        'Update Password',
        'Security',
        'Sessions',
        'Backup',
        'Keyboard',
      ]);
      await expect(sections.locator('[aria-current="page"]')).toHaveText('Profile');
      await expect(owner.getByRole('heading', { name: 'Full Profile Preview' })).toBeVisible();
    });

    await test.step('Profile shows every field, the avatar and the resume, read-only', async () => {
      await expect(owner.getByRole('heading', { name: 'Full Profile Preview' })).toBeVisible();
      for (const [name, value] of FACTS)
        await expect.soft(fact(owner, name), name).toHaveText(value);
      await expect.soft(owner.getByAltText('Avatar of Ada Lovelace')).toBeVisible();
      await expect.soft(owner.getByRole('img', { name: 'Resume' })).toBeVisible();
      await expect.soft(owner.getByRole('main').getByRole('textbox')).toHaveCount(0);
    });

    await test.step('Update Profile has every field, and pickers for avatar and resume', async () => {
      await owner.getByRole('link', { name: 'Update Profile' }).click();
      for (const [name, value] of FACTS) {
        const field = owner.getByLabel(name, { exact: true });
        await expect.soft(field, name).toHaveValue(value);
        await expect.soft(field, name).toBeEditable();
      }
      await expect.soft(owner.locator('input[type=file][name=avatar]')).toBeAttached();
      await expect.soft(owner.locator('input[type=file][name=resume]')).toBeAttached();
    });

    await test.step('Update Password has three password fields', async () => {
      await owner.getByRole('link', { name: 'Update Password' }).click();
      for (const label of ['Current Password', 'New Password', 'Confirm New Password'])
        await expect
          .soft(owner.getByLabel(label, { exact: true }))
          .toHaveAttribute('type', 'password');
    });
  });

  test('updates the profile', {
    tag: ['@S-ACCOUNT-3', '@S-STATE-6', '@S-STATE-7', '@D-ACCOUNT-2'],
  }, async ({ owner, environment }) => {
    await test.step('Update Profile offers to add a missing avatar and resume', async () => {
      await environment.database.query('update owner set avatar = null, resume = null');
      await owner.goto('/?view=account&section=update-profile');
      for (const name of ['Avatar', 'Resume'])
        await expect(owner.getByRole('group', { name })).toContainText('Upload a file');
      await expect(owner.getByRole('button', { name: 'Replace' })).toHaveCount(0);
    });

    await test.step('Update Profile shows Updating, saves, shows a toast and stays on the page', async () => {
      await environment.fill();
      await owner.goto('/?view=account');
      await owner.getByRole('link', { name: 'Update Profile' }).click();
      await owner.getByLabel('Full Name').fill('Ada King');
      await owner.getByLabel('Facebook URL').fill('https://facebook.com/ada');
      await owner.locator('input[name=avatar]').setInputFiles(PNG);
      const release = await hold(owner, '**/user/update/me');
      await owner.getByRole('button', { name: 'Update Profile' }).click();
      await expect(owner.getByRole('button', { name: 'Updating' })).toBeVisible();
      release();
      await expect(toast(owner, 'Profile updated.')).toBeVisible();
      await expectAt(owner, '/?view=account&section=update-profile');
      await expect(owner.getByLabel('Full Name')).toHaveValue('Ada King');
      await owner.getByRole('link', { name: 'Profile', exact: true }).click();
      await expect(fact(owner, 'Full Name')).toHaveText('Ada King');
      await expect(fact(owner, 'Facebook URL')).toHaveText('https://facebook.com/ada');
    });

    await test.step('accepts a PDF resume and shows its first page', async () => {
      await environment.fill();
      await environment.database.query('update owner set resume = avatar');
      await owner.goto('/?view=account&section=update-profile');
      const picture = owner.getByRole('img', { name: 'Resume' });
      await expect(picture).toBeVisible();
      const before = (await picture.getAttribute('src')) ?? '';
      const input = owner.locator('input[name=resume]');
      await expect(input).toHaveAttribute('accept', /application\/pdf/);
      await input.setInputFiles({
        name: 'resume.pdf',
        mimeType: 'application/pdf',
        buffer: pdf(['A resume']),
      });
      await expect(owner.getByText('resume.pdf')).toBeVisible();
      await owner.getByRole('button', { name: 'Update Profile' }).click();
      await expect(toast(owner, 'Profile updated.')).toBeVisible();
      await expect(picture).not.toHaveAttribute('src', before);
      await owner.getByRole('link', { name: 'Profile', exact: true }).click();
      await expect(owner.getByRole('img', { name: 'Resume' })).toBeVisible();
      await expect(owner.getByRole('link', { name: 'View the resume' })).toHaveAttribute(
        'href',
        /\.pdf$/,
      );
    });
  });

  test('saving stays in the Account view', {
    tag: ['@S-ACCOUNT-3', '@S-ACCOUNT-4', '@S-STATE-7'],
  }, async ({ owner, environment }) => {
    for (const section of ['profile', 'password'])
      await test.step(`saving the ${section} stays in the Account view`, async () => {
        await environment.fill();
        await owner.goto(`/?view=account&section=update-${section}`);
        if (section === 'profile') await owner.getByLabel('Full Name').fill('Ada King');
        else {
          await owner.getByLabel('Current Password').fill(OWNER.password);
          await owner.getByLabel('New Password', { exact: true }).fill('another password');
          await owner.getByLabel('Confirm New Password').fill('another password');
        }
        const visited: string[] = [];
        owner.on('framenavigated', (frame) => {
          const { pathname, search } = new URL(frame.url());
          visited.push(pathname + search);
        });
        await owner.getByRole('button', { name: /^Update P/ }).click();
        await expect(toast(owner, /updated/)).toBeVisible();
        // An earlier navigation would have been seen by now.
        await owner.getByRole('link', { name: 'Profile', exact: true }).click();
        await expect(owner.getByRole('heading', { name: 'Full Profile Preview' })).toBeVisible();
        expect(visited).toEqual(['/?view=account']);
      });

    await test.step('Update Password changes the password and stays on the page', async () => {
      await environment.fill();
      // The last change of the password started a new session.
      await owner.context().addCookies([environment.session]);
      await owner.goto('/?view=account&section=update-password');
      await owner.getByLabel('Current Password').fill(OWNER.password);
      await owner.getByLabel('New Password', { exact: true }).fill('another password');
      await owner.getByLabel('Confirm New Password').fill('another password');
      await owner.getByRole('button', { name: 'Update Password' }).click();
      await expect(toast(owner, /Password updated/)).toBeVisible();
      await expectAt(owner, '/?view=account&section=update-password');
      await expect(owner.getByLabel('Current Password')).toHaveValue('');
      await owner.getByRole('button', { name: 'Logout' }).click();
      await login(owner, OWNER.email, 'another password');
      await expectAt(owner, '/');
    });
  });
});
