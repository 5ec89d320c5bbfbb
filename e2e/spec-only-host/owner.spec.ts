import { EMAIL, PASSWORD, PROJECT_ID } from '../../examples/backend/portfolio.ts';
import { card, expectAt, login, PNG } from '../support/screen.ts';
import {
  expectErrorToast,
  expectPicture,
  expectToasts,
  fill,
  openView,
  resetPassword,
  submit,
  toasts,
  updatePassword,
} from './screen.ts';
import { expect, test } from './test.ts';

test.describe('A host with only the specified calls: the session', () => {
  test('signs in and out', {
    tag: [
      '@S-CALL-1',
      '@S-CALL-2',
      '@S-CALL-3',
      '@S-LOGIN-3',
      '@S-FORGOT-4',
      '@S-RESET-3',
      '@S-SHELL-5',
      '@S-SHELL-6',
      '@D-LOGIN-3',
    ],
  }, async ({ visitor }) => {
    await test.step('redirects a visitor to the login without an error', async () => {
      await visitor.goto('/');
      await expectAt(visitor, '/login');
      await expect(visitor.getByRole('heading', { name: 'Login' })).toBeVisible();
      await visitor.waitForLoadState('networkidle');
      await expectToasts(visitor);
    });

    await test.step('shows the host’s message for a wrong password', async () => {
      await visitor.goto('/login');
      await login(visitor, EMAIL, 'a ship at sea');
      await expectErrorToast(visitor, 'Invalid Email Or Password!');
      await expectAt(visitor, '/login');
      await expect(visitor.getByLabel('Email')).toHaveValue(EMAIL);
    });

    await test.step('opens the dashboard after login', async () => {
      await visitor.goto('/login');
      await login(visitor, EMAIL, PASSWORD);
      await expectAt(visitor, '/');
      await expect(
        visitor.getByRole('heading', { name: 'Welcome back, Grace Hopper' }),
      ).toBeVisible();
      await expect(card(visitor, 'Projects').getByText('Compiler')).toBeVisible();
    });

    await test.step('redirects a signed-in owner to the dashboard', async () => {
      for (const path of ['/login', '/password/forgot', '/password/reset/a-token']) {
        await visitor.goto(path);
        await expectAt(visitor, '/');
      }
    });

    await test.step('shows the host’s message on logout and ends the session', async () => {
      await visitor.goto('/');
      await visitor.getByRole('button', { name: 'Logout' }).click();
      await expectToasts(visitor, 'Logged Out!');
      await expectAt(visitor, '/login');
      await visitor.goto('/manage/projects');
      await expectAt(visitor, '/login');
    });
  });

  test('resets a password', {
    tag: ['@S-CALL-6', '@S-CALL-7', '@S-FORGOT-3', '@S-RESET-1', '@S-RESET-2'],
  }, async ({ visitor, host }) => {
    await test.step('requests a password reset and shows the host’s message', async () => {
      await visitor.goto('/login');
      await visitor.getByRole('link', { name: 'Forgot your password?' }).click();
      await expect(visitor.getByRole('heading', { name: 'Forgot Password' })).toBeVisible();
      await visitor.getByLabel('Email').fill(EMAIL);
      await visitor.getByRole('button', { name: 'Request For Reset Password' }).click();
      await expectToasts(visitor, `Email sent to ${EMAIL} successfully`);
    });

    await test.step('changes nothing when the host rejects the token', async () => {
      await visitor.goto('/password/reset/another-token');
      await resetPassword(visitor, 'a new password');
      await expectErrorToast(visitor, 'Reset password token is invalid.');
      await expectAt(visitor, '/password/reset/another-token');
      expect(host.portfolio.password).toBe(PASSWORD);
    });

    await test.step('sets a new password with the token from the URL', async () => {
      await visitor.goto(host.resetLinks.at(-1) ?? '');
      await resetPassword(visitor, 'a new password');
      await expectToasts(visitor, 'Reset Password Successfully!');
      await expectAt(visitor, '/login');
      await login(visitor, EMAIL, 'a new password');
      await expectAt(visitor, '/');
    });
  });
});

test.describe('A host with only the specified calls: the account', () => {
  test('shows and updates the profile', {
    tag: ['@S-CALL-5', '@S-DATA-6', '@S-DATA-7', '@D-ACCOUNT-2'],
  }, async ({ owner, host }) => {
    await test.step('shows the profile, and displays the word undefined as empty', async () => {
      await openView(owner, 'Account');
      await expect(owner.getByRole('definition')).toHaveText([
        'Grace Hopper',
        EMAIL,
        '+1 555 0100',
        'I teach machines to read.',
        'https://grace.example.com',
        'https://github.com/grace-example',
        '',
        '',
        '',
        'https://facebook.example.com/grace',
      ]);
      await expectPicture(owner.getByAltText('Avatar of Grace Hopper'));
      await expectPicture(owner.getByAltText('Resume'));
    });

    await test.step('hides features that need more than the specified calls', async () => {
      await owner.goto('/?view=account');
      const view = owner.getByRole('link', { name: 'View the resume' });
      await expect(view).toHaveAttribute('href', /^http/);
      await owner.goto('/?view=account&section=update-profile');
      await expect(owner.getByRole('button', { name: 'Replace' })).toHaveCount(2);
      await expect(owner.getByRole('button', { name: 'Remove' })).toHaveCount(0);
      await expect(owner.getByText('A PDF works too.')).toHaveCount(0);
      await expect(owner.locator('input[name=resume]')).toHaveAttribute('accept', 'image/*');
      for (const path of ['/?view=add-project', `/update/project/${PROJECT_ID}`]) {
        await owner.goto(path);
        await owner.locator('input[name=projectBanner]').setInputFiles(PNG);
        await expect(owner.getByAltText('Preview of picture.png')).toHaveCSS('object-fit', 'cover');
        await expect(owner.getByRole('slider')).toHaveCount(0);
      }
    });

    await test.step('updates the profile with a new avatar', async () => {
      await owner.goto('/?view=account&section=update-profile');
      await expect(owner.getByLabel('LinkedIn URL')).toHaveValue('');
      await fill(owner, { 'Full Name': 'Grace B. Hopper', Phone: '' });
      await owner.locator('input[name="avatar"]').setInputFiles(PNG);
      await submit(owner, 'Update Profile');
      await expectToasts(owner, 'Profile Updated!');
      await expect(owner.getByLabel('Full Name')).toHaveValue('Grace B. Hopper');
      await owner.getByRole('link', { name: 'Profile', exact: true }).click();
      await expectPicture(owner.getByAltText('Avatar of Grace B. Hopper'));
      const { avatar, resume, linkedInURL } = host.portfolio.user;
      expect(avatar).not.toEqual(host.picture);
      expect({ resume, linkedInURL }).toEqual({ resume: host.picture, linkedInURL: '' });
    });
  });

  test('changes the password only with the current one', {
    tag: ['@S-CALL-4', '@S-ACCOUNT-4'],
  }, async ({ owner, host }) => {
    await owner.goto('/?view=account&section=update-password');
    await updatePassword(owner, 'a ship at sea');
    await expectErrorToast(owner, 'Incorrect Current Password!');
    await expect(owner.getByRole('dialog')).toBeHidden();
    await updatePassword(owner, PASSWORD);
    await expect(toasts(owner).filter({ hasText: 'Password Updated!' })).toBeVisible();
    expect(host.portfolio.password).toBe('a new password');
  });
});
