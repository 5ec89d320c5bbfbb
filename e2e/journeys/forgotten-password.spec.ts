import { OWNER } from '@vitrine/testing/environment';
import { expectAt, login, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const RESET_LINK = /http\S+\/password\/reset\/\S+/;

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

  // A message about another device can come after it.
  const resetMail = () =>
    environment.mail.mails.slice(before).find(({ text }) => RESET_LINK.test(text ?? ''));
  await expect.poll(resetMail, { timeout: 20_000 }).toBeDefined();
  expect(resetMail()?.recipients).toEqual([OWNER.email]);
  const [link = ''] = RESET_LINK.exec(resetMail()?.text ?? '') ?? [];
  // The other process of the environment may have sent the email, with its own address.
  await visitor.goto(new URL(link).pathname);
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
