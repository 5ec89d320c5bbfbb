import { OWNER } from '@vitrine/testing/environment';
import { expectAt, hold, login, resetPath, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test.describe('2. Login', () => {
  test('asks for email and password', async ({ visitor }) => {
    await visitor.goto('/login');
    await expect(visitor.getByLabel('Email')).toHaveAttribute('placeholder', 'm@example.com');
    await expect(visitor.getByLabel('Password')).toHaveAttribute('type', 'password');
    await expect(
      visitor.getByText('Enter your email below to login to your account'),
    ).toBeVisible();
  });

  test('has a link Forgot your password?', async ({ visitor }) => {
    await visitor.goto('/login');
    await visitor.getByRole('link', { name: 'Forgot your password?' }).click();
    await expectAt(visitor, '/password/forgot');
  });

  test('the button Login signs in and redirects to /', async ({ visitor }) => {
    await visitor.goto('/login');
    await login(visitor, OWNER.email, OWNER.password);
    await expectAt(visitor, '/');
    await expect(visitor.getByText('Welcome back, Ada Lovelace')).toBeVisible();
  });

  test('Enter signs in', async ({ visitor }) => {
    await visitor.goto('/login');
    await visitor.getByLabel('Email').fill(OWNER.email);
    await visitor.getByLabel('Password').fill(OWNER.password);
    await visitor.getByLabel('Password').press('Enter');
    await expectAt(visitor, '/');
  });

  test('shows Logging in while pending', async ({ visitor }) => {
    await visitor.goto('/login');
    const release = await hold(visitor, '**/user/login');
    await login(visitor, OWNER.email, OWNER.password);
    await expect(visitor.getByRole('button', { name: 'Logging in' })).toBeVisible();
    release();
    await expectAt(visitor, '/');
  });

  test('opens the page that the owner requested', async ({ visitor }) => {
    await visitor.goto('/manage/skills');
    await expectAt(visitor, '/login');
    await login(visitor, OWNER.email, OWNER.password);
    await expectAt(visitor, '/manage/skills');
  });

  test('redirects to / when authenticated', async ({ owner }) => {
    await owner.goto('/login');
    await expectAt(owner, '/');
  });

  test('labels its fields for password managers', async ({ visitor }) => {
    await visitor.goto('/login');
    await expect(visitor.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
    await expect(visitor.getByLabel('Password')).toHaveAttribute(
      'autocomplete',
      'current-password',
    );
  });
});

test.describe('2. Forgot password', () => {
  test('asks for the email', async ({ visitor }) => {
    await visitor.goto('/password/forgot');
    await expect(visitor.getByLabel('Email')).toBeVisible();
  });

  test('Request For Reset Password shows the server’s message', async ({
    visitor,
    environment,
  }) => {
    await visitor.goto('/password/forgot');
    const release = await hold(visitor, '**/user/password/forgot');
    await visitor.getByLabel('Email').fill(OWNER.email);
    await visitor.getByRole('button', { name: 'Request For Reset Password' }).click();
    await expect(visitor.getByRole('button', { name: 'Requesting' })).toBeVisible();
    release();
    await expect(toast(visitor, /reset link/)).toBeVisible();
    await expect
      .poll(() => environment.mail.mails.some(({ recipients }) => recipients.includes(OWNER.email)))
      .toBe(true);
  });

  test('has a link Remember your password? to /login', async ({ visitor }) => {
    await visitor.goto('/password/forgot');
    await visitor.getByRole('link', { name: 'Remember your password?' }).click();
    await expectAt(visitor, '/login');
  });

  test('redirects to / when authenticated', async ({ owner }) => {
    await owner.goto('/password/forgot');
    await expectAt(owner, '/');
  });
});

test.describe('2. Reset password', () => {
  test('asks for Password and Confirm Password', async ({ visitor, environment }) => {
    await visitor.goto(await resetPath(environment));
    await expect(visitor.getByLabel('Password', { exact: true })).toBeVisible();
    await expect(visitor.getByLabel('Confirm Password')).toBeVisible();
  });

  test('shows the server’s message for an invalid token', async ({ visitor, environment }) => {
    await visitor.goto(await resetPath(environment));
    await visitor.getByLabel('Password', { exact: true }).fill('another password');
    // The link is valid when the page checks it and expires before it is used.
    await environment.database.query('delete from password_reset');
    await visitor.getByLabel('Confirm Password').fill('another password');
    await visitor.getByRole('button', { name: 'Reset Password' }).click();
    await expect(toast(visitor, /link/)).toBeVisible();
    await expect(visitor.getByLabel('Confirm Password')).toHaveValue('another password');
  });

  test('redirects to / when authenticated', async ({ owner }) => {
    await owner.goto('/password/reset/token');
    await expectAt(owner, '/');
  });
});
