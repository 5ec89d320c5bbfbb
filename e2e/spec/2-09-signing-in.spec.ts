import { OWNER } from '@vitrine/testing/environment';
import { expectAt, hold, login, resetPath, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test.describe('2. Login', () => {
  test('has a form with email and password', { tag: ['@S-LOGIN-1', '@S-LOGIN-2'] }, async ({
    visitor,
  }) => {
    await visitor.goto('/login');
    await test.step('asks for email and password', async () => {
      await expect(visitor.getByLabel('Email')).toHaveAttribute('placeholder', 'm@example.com');
      await expect(visitor.getByLabel('Password')).toHaveAttribute('type', 'password');
      await expect(
        visitor.getByText('Enter your email below to login to your account'),
      ).toBeVisible();
    });

    await test.step('labels its fields for password managers', async () => {
      await expect(visitor.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
      await expect(visitor.getByLabel('Password')).toHaveAttribute(
        'autocomplete',
        'current-password',
      );
    });

    await test.step('has a link Forgot your password?', async () => {
      await visitor.getByRole('link', { name: 'Forgot your password?' }).click();
      await expectAt(visitor, '/password/forgot');
    });
  });

  test('signs in', {
    tag: ['@S-LOGIN-1', '@S-LOGIN-3', '@S-STATE-1', '@S-STATE-2', '@D-LOGIN-1'],
  }, async ({ visitor }) => {
    await test.step('the button Login signs in and redirects to /', async () => {
      await visitor.goto('/login');
      await login(visitor, OWNER.email, OWNER.password);
      await expectAt(visitor, '/');
      await expect(visitor.getByText('Welcome back, Ada Lovelace')).toBeVisible();
    });

    await test.step('Enter signs in', async () => {
      await visitor.context().clearCookies();
      await visitor.goto('/login');
      await visitor.getByLabel('Email').fill(OWNER.email);
      await visitor.getByLabel('Password').fill(OWNER.password);
      await visitor.getByLabel('Password').press('Enter');
      await expectAt(visitor, '/');
    });

    await test.step('shows Logging in while pending', async () => {
      await visitor.context().clearCookies();
      await visitor.goto('/login');
      const release = await hold(visitor, '**/user/login');
      await login(visitor, OWNER.email, OWNER.password);
      await expect(visitor.getByRole('button', { name: 'Logging in' })).toBeVisible();
      release();
      await expectAt(visitor, '/');
    });

    await test.step('opens the page that the owner requested', async () => {
      await visitor.context().clearCookies();
      await visitor.goto('/manage/skills');
      await expectAt(visitor, '/login');
      await login(visitor, OWNER.email, OWNER.password);
      await expectAt(visitor, '/manage/skills');
    });
  });
});

test.describe('2. Forgot password', () => {
  test('has a form with the email', { tag: ['@S-FORGOT-1', '@S-FORGOT-2', '@S-FORGOT-3'] }, async ({
    visitor,
    environment,
  }) => {
    await test.step('asks for the email', async () => {
      await visitor.goto('/password/forgot');
      await expect(visitor.getByLabel('Email')).toBeVisible();
    });

    await test.step('Request For Reset Password shows the server’s message', async () => {
      const release = await hold(visitor, '**/user/password/forgot');
      await visitor.getByLabel('Email').fill(OWNER.email);
      await visitor.getByRole('button', { name: 'Request For Reset Password' }).click();
      await expect(visitor.getByRole('button', { name: 'Requesting' })).toBeVisible();
      release();
      await expect(toast(visitor, /reset link/)).toBeVisible();
      await expect
        .poll(() =>
          environment.mail.mails.some(({ recipients }) => recipients.includes(OWNER.email)),
        )
        .toBe(true);
    });

    await test.step('has a link Remember your password? to /login', async () => {
      await visitor.getByRole('link', { name: 'Remember your password?' }).click();
      await expectAt(visitor, '/login');
    });
  });
});

test.describe('2. Reset password', () => {
  test('has a form with the new password', {
    tag: ['@S-RESET-1', '@S-RESET-2', '@D-FORM-1'],
  }, async ({ visitor, environment }) => {
    await test.step('asks for Password and Confirm Password', async () => {
      await visitor.goto(await resetPath(environment));
      await expect(visitor.getByLabel('Password', { exact: true })).toBeVisible();
      await expect(visitor.getByLabel('Confirm Password')).toBeVisible();
    });

    await test.step('shows the server’s message for an invalid token', async () => {
      await visitor.getByLabel('Password', { exact: true }).fill('another password');
      // The link is valid when the page checks it and expires before it is used.
      await environment.database.query('delete from password_reset');
      await visitor.getByLabel('Confirm Password').fill('another password');
      await visitor.getByRole('button', { name: 'Reset Password' }).click();
      await expect(toast(visitor, /link/)).toBeVisible();
      await expect(visitor.getByLabel('Confirm Password')).toHaveValue('another password');
    });
  });
});

test.describe('2. Login, Forgot password and Reset password', () => {
  test('redirect to / when authenticated', {
    tag: ['@S-LOGIN-3', '@S-FORGOT-4', '@S-RESET-3'],
  }, async ({ owner }) => {
    for (const path of ['/login', '/password/forgot', '/password/reset/token'])
      await test.step(path, async () => {
        await owner.goto(path);
        await expectAt(owner, '/');
      });
  });
});
