import { OWNER } from '@vitrine/testing/environment';
import { expectAt, login, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('resets a forgotten password from the email to the new login', async ({
  visitor,
  environment,
}) => {
  const before = environment.mail.mails.length;
  await visitor.goto('/login');
  await visitor.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(visitor.getByRole('heading', { name: 'Forgot Password' })).toBeVisible();
  await visitor.getByLabel('Email').fill(OWNER.email);
  await visitor.getByRole('button', { name: 'Request For Reset Password' }).click();
  await expect(toast(visitor, /reset link/)).toBeVisible();

  await expect
    .poll(() => environment.mail.mails.length, { timeout: 20_000 })
    .toBeGreaterThan(before);
  const mail = environment.mail.mails.at(-1);
  expect(mail?.recipients).toEqual([OWNER.email]);
  const [link = ''] = mail?.text?.match(/http\S+\/password\/reset\/\S+/) ?? [];
  expect(link).toContain(environment.origin);

  await visitor.goto(link);
  await visitor.getByLabel('Password', { exact: true }).fill('a better password');
  await visitor.getByLabel('Confirm Password').fill('a worse password');
  await visitor.getByRole('button', { name: 'Reset Password' }).click();
  await expect(toast(visitor, /do not match/)).toBeVisible();
  await visitor.getByLabel('Confirm Password').fill('a better password');
  await visitor.getByRole('button', { name: 'Reset Password' }).click();

  await expectAt(visitor, '/login');
  await expect(toast(visitor, /password/i).first()).toBeVisible();
  await login(visitor, OWNER.email, OWNER.password);
  await expect(toast(visitor, /is incorrect/)).toBeVisible();
  await login(visitor, OWNER.email, 'a better password');
  await expectAt(visitor, '/');
});
