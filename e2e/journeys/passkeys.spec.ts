import type { Page } from '@playwright/test';
import { OWNER, type TestEnvironment } from '@vitrine/testing/environment';
import { addAuthenticator } from '../support/authenticator.ts';
import { findViolations } from '../support/axe.ts';
import { card, confirm, expectAt, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const NEW_DEVICE = 'New sign-in to your dashboard';
const SECURITY = '/?view=account&section=security';

async function addPasskey(page: Page): Promise<void> {
  await page.goto(SECURITY);
  await card(page, 'Passkeys').getByRole('button', { name: 'Add passkey' }).click();
  await expect(toast(page, 'Passkey added.')).toBeVisible();
}

/** Makes the last confirmation too old. */
async function waitTenMinutes(environment: TestEnvironment): Promise<void> {
  await environment.database.query(
    `update session set confirmed_at = now() - interval '10 minutes'`,
  );
}

/**
 * Looks for the words of the email, because that of an earlier test can arrive later. If an earlier test
 * started the process with a site, either process may send it, with its own address.
 */
async function expectMail({ mail }: TestEnvironment, before: number): Promise<void> {
  const texts = () =>
    mail
      .withSubject(NEW_DEVICE)
      .slice(before)
      .map(({ text }) => text);
  const link = '/?view=account&section=sessions';
  await expect
    .poll(
      () => texts().some((text) => text?.includes('with your passkey') && text.includes(link)),
      { timeout: 25_000 },
    )
    .toBe(true);
}

test('the first passkey takes two clicks from Account and signs in without typing', {
  tag: ['@D-LOGIN-4'],
}, async ({ owner, environment }) => {
  const authenticator = await addAuthenticator(owner);
  const mailsBefore = environment.mail.withSubject(NEW_DEVICE).length;
  await owner.goto('/?view=account');
  await owner.getByRole('link', { name: 'Security' }).click();
  const passkeys = card(owner, 'Passkeys');
  await expect(passkeys).toContainText('Passkeys work on localhost only.');
  await passkeys.getByRole('button', { name: 'Add passkey' }).click();
  await expect(toast(owner, 'Passkey added.')).toBeVisible();
  await expect(passkeys.getByRole('listitem')).toContainText(/Chrome on .+This device/);
  await expect(passkeys.getByRole('listitem')).toContainText('Never used');
  expect(await findViolations(owner)).toEqual([]);

  // The email field offers it: Chromium's virtual authenticator chooses it there.
  await owner.context().clearCookies();
  await owner.goto('/login');
  await expectAt(owner, '/');
  expect(await authenticator.credentials()).toMatchObject([{ signCount: 2 }]);

  await owner.goto('/?view=account&section=sessions');
  const session = owner.getByRole('main').getByRole('listitem').filter({ hasText: 'This device' });
  await expect(session).toContainText('with passkey');
  await owner.goto(SECURITY);
  await expect(passkeys.getByRole('listitem')).toContainText(/Last used today/);
  await expect(card(owner, 'Activity')).toContainText(/Signed in with passkey “Chrome on/);
  await expectMail(environment, mailsBefore);
});

test('a passkey signs in on a second browser, which the owner hears about by email', async ({
  owner,
  environment,
  browser,
}) => {
  const first = await addAuthenticator(owner);
  await addPasskey(owner);
  const [credential] = await first.credentials();
  if (!credential) throw new Error('There is no passkey.');
  const mailsBefore = environment.mail.withSubject(NEW_DEVICE).length;

  const context = await browser.newContext({ baseURL: environment.origin });
  const phone = await context.newPage();
  await phone.goto('/login');
  const button = phone.getByRole('button', { name: 'Sign in with a passkey' });
  await expect(button).toBeVisible();
  expect(await findViolations(phone)).toEqual([]);
  // The passkey arrives while the page is open, so the button is what asks for it.
  const second = await addAuthenticator(phone);
  await second.addCredential(credential);
  await button.click();
  await expectAt(phone, '/');
  await expectMail(environment, mailsBefore);

  // Both browsers now use copies of the same key: the one that counts less is refused.
  await owner.context().clearCookies();
  await owner.goto('/login');
  await expect(owner.getByRole('alert')).toHaveText(
    'This passkey was not accepted. Log in with your password.',
  );
  await expectAt(owner, '/login');
  await phone.goto(SECURITY);
  await expect(card(phone, 'Activity')).toContainText('it may have been copied');
  await context.close();
});

test('passkeys can be renamed and removed', async ({ owner }) => {
  await addAuthenticator(owner);
  await addPasskey(owner);
  const item = card(owner, 'Passkeys').getByRole('listitem');
  await item.getByRole('button', { name: /^Rename/ }).click();
  const dialog = owner.getByRole('dialog', { name: 'Rename passkey' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill(' ');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription('Enter the name.');
  await dialog.getByLabel('Name').fill('MacBook Air');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(toast(owner, 'Passkey renamed.')).toBeVisible();
  await expect(item).toContainText('MacBook Air');
  const activity = card(owner, 'Activity').getByRole('row').nth(1);
  await expect(activity).toContainText('Passkey renamed to “MacBook Air”');

  // The device has a passkey already.
  await card(owner, 'Passkeys').getByRole('button', { name: 'Add passkey' }).click();
  await expect(toast(owner, 'This device already has a passkey')).toBeVisible();

  await item.getByRole('button', { name: 'Remove MacBook Air' }).click();
  await confirm(owner, 'Remove');
  await expect(toast(owner, 'Passkey removed.')).toBeVisible();
  await expect(item).toHaveCount(0);
  await expect(activity).toContainText('Passkey “MacBook Air” removed');

  await owner.context().clearCookies();
  await owner.goto('/login');
  await expect(owner.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
  await expect(owner.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
});

test('a passkey confirms an action', async ({ owner, environment }) => {
  const authenticator = await addAuthenticator(owner);
  await addPasskey(owner);
  await owner.goto('/?view=account&section=backup');
  await waitTenMinutes(environment);
  await owner.getByRole('button', { name: 'Download backup' }).click();
  const dialog = owner.getByRole('dialog', { name: "Confirm it's you" });
  await expect(dialog).toContainText('Use your passkey or enter your password to download');
  const use = dialog.getByRole('button', { name: 'Use your passkey' });
  await expect(use).toBeFocused();
  expect(await findViolations(owner)).toEqual([]);

  // Without the check of the device, nothing is confirmed and the password still works.
  await authenticator.verifyUser(false);
  await use.click();
  await expect(use).toHaveAttribute('aria-disabled', 'false');
  await expect(dialog).toBeVisible();

  await authenticator.verifyUser(true);
  const downloading = owner.waitForEvent('download');
  await use.click();
  await (await downloading).cancel();
  await expect(dialog).toBeHidden();
});

test('warns when passkeys belong to another host name', async ({ owner, environment }) => {
  await addAuthenticator(owner);
  await addPasskey(owner);
  await environment.database.query(`update passkey set host = 'old.example.com'`);
  await owner.reload();
  await expect(card(owner, 'Passkeys')).toContainText(
    'Passkeys for old.example.com don’t work on localhost.',
  );
  await expect(card(owner, 'Passkeys').getByRole('listitem')).toContainText('Other host name');
  await owner.context().clearCookies();
  await owner.goto('/login');
  await owner.getByLabel('Email').fill(OWNER.email);
  await expect(owner.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
});

test('a dismissed passkey says nothing and leaves the form as it is', async ({ owner }) => {
  const authenticator = await addAuthenticator(owner);
  await addPasskey(owner);
  await authenticator.verifyUser(false);
  await owner.context().clearCookies();
  await owner.goto('/login');
  await owner.getByLabel('Email').fill(OWNER.email);
  const button = owner.getByRole('button', { name: 'Sign in with a passkey' });
  await button.click();
  await expect(button).toHaveAttribute('aria-disabled', 'false');
  await expect(owner.getByRole('alert')).toHaveCount(0);
  await owner.getByLabel('Password').fill(OWNER.password);
  await owner.getByLabel('Password').press('Enter');
  await expectAt(owner, '/');
});
