import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Authenticator } from '@vitrine/testing/authenticator';
import { OWNER, type TestEnvironment } from '@vitrine/testing/environment';
import { findViolations } from '../support/axe.ts';
import { card, confirm, expectAt, login, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const SECURITY = '/?view=account&section=security';

/** Reads the key from the page, as an owner types it into an app. */
async function scan(page: Page): Promise<Authenticator> {
  const key = await card(page, 'Second factor')
    .getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
    .innerText();
  return new Authenticator(key);
}

/** Lets the current code work again, so that the test need not wait for the next one. */
async function waitForNextCode({ database }: TestEnvironment): Promise<void> {
  await database.query('update second_factor set last_step = 0');
}

async function turnOn(page: Page): Promise<{ phone: Authenticator; codes: string[] }> {
  const factor = card(page, 'Second factor');
  await factor.getByRole('button', { name: 'Set up' }).click();
  const phone = await scan(page);
  await factor.getByLabel('Enter the 6 digits it shows').fill(phone.code());
  await factor.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('dialog').getByRole('listitem');
  await expect(codes).toHaveCount(10);
  return { phone, codes: await codes.allInnerTexts() };
}

async function saveCodes(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await dialog.getByLabel('I saved these codes in a safe place').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
}

test(
  'the owner turns it on, and signs in with the password and a code',
  { tag: ['@D-LOGIN-4'] },
  async ({ owner, environment }, info) => {
    await owner.goto('/?view=account');
    await owner.getByRole('link', { name: 'Security' }).click();
    const factor = card(owner, 'Second factor');
    await factor.getByRole('button', { name: 'Set up' }).click();
    await expect(
      factor.getByRole('img', { name: 'QR code for your authenticator app' }),
    ).toBeVisible();
    const phone = await scan(owner);
    const code = factor.getByLabel('Enter the 6 digits it shows');
    await code.fill(phone.wrongCode());
    await code.press('Enter');
    await expect(factor.getByRole('alert')).toHaveText(
      'This code is incorrect or was already used.',
    );
    await code.fill(phone.code());
    await code.press('Enter');

    const dialog = owner.getByRole('dialog', { name: 'Save your recovery codes' });
    await expect(dialog.getByRole('listitem')).toHaveCount(10);
    const codes = await dialog.getByRole('listitem').allInnerTexts();
    // It closes only after the box is checked.
    await owner.keyboard.press('Escape');
    await owner.mouse.click(5, 5);
    await dialog.getByRole('button', { name: 'Done' }).click({ force: true });
    await expect(dialog.getByLabel('I saved these codes in a safe place')).toBeFocused();
    const downloading = owner.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download as text' }).click();
    const file = info.outputPath('codes.txt');
    await (await downloading).saveAs(file);
    const text = await readFile(file, 'utf8');
    for (const one of codes) expect(text).toContain(one);
    await saveCodes(owner);
    await expect(owner.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(factor).toContainText('10 recovery codes left');

    await owner.getByRole('button', { name: 'Logout' }).click();
    await expectAt(owner, '/login');
    await waitForNextCode(environment);
    await login(owner, OWNER.email, OWNER.password);
    await expect(
      owner.getByText('Enter the 6 digits that your authenticator app shows'),
    ).toBeVisible();
    const field = owner.getByLabel('Code');
    await expect(field).toBeFocused();
    await expect(toast(owner, /code/)).toHaveCount(0);
    await field.fill(phone.wrongCode());
    await field.press('Enter');
    await expect(owner.getByText('This code is incorrect or was already used.')).toBeVisible();
    await field.fill(phone.code());
    await field.press('Enter');
    await expectAt(owner, '/');
    await owner.goto(SECURITY);
    await expect(card(owner, 'Activity')).toContainText('Signed in with password and code');
    await expect(card(owner, 'Activity')).toContainText(
      'Sign-in failed: right password, wrong code',
    );
  },
);

test('a recovery code signs in without the phone, once', async ({ owner, environment }) => {
  await owner.goto(SECURITY);
  const { codes } = await turnOn(owner);
  await saveCodes(owner);
  await owner.getByRole('button', { name: 'Logout' }).click();
  await expectAt(owner, '/login');
  await login(owner, OWNER.email, OWNER.password);
  await owner.getByRole('button', { name: 'Use a recovery code' }).click();
  const field = owner.getByLabel('Recovery code');
  await expect(field).toBeFocused();
  await field.fill(codes[0] ?? '');
  await field.press('Enter');
  await expectAt(owner, '/');
  await owner.goto(SECURITY);
  const factor = card(owner, 'Second factor');
  await expect(factor).toContainText('9 recovery codes left');

  await factor.getByRole('button', { name: 'New recovery codes' }).click();
  await confirm(owner, 'Create new codes');
  const dialog = owner.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  for (const code of codes) await expect(dialog).not.toContainText(code);
  await saveCodes(owner);
  await expect(factor).toContainText('10 recovery codes left');
  const { rows } = await environment.database.query('select from recovery_code');
  expect(rows).toHaveLength(10);
});

test('the code step returns to the password when the owner goes back or it expires', async ({
  owner,
}) => {
  await owner.goto(SECURITY);
  const { phone } = await turnOn(owner);
  await saveCodes(owner);
  await owner.getByRole('button', { name: 'Logout' }).click();
  await login(owner, OWNER.email, OWNER.password);
  await owner.getByLabel('Code').fill(phone.wrongCode());
  await owner.getByLabel('Code').press('Enter');
  const wrong = owner.getByText('This code is incorrect or was already used.');
  await expect(wrong).toBeVisible();
  await owner.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect(wrong).toHaveCount(0);
  await expect(owner.getByText('Enter one of the recovery codes that you saved')).toBeVisible();

  await owner.getByRole('button', { name: 'Back' }).click();
  await expect(owner.getByLabel('Email')).toHaveValue(OWNER.email);
  const password = owner.getByLabel('Password');
  await expect(password).toBeFocused();
  await expect(owner.getByRole('alert')).toHaveCount(0);

  await password.fill(OWNER.password);
  await password.press('Enter');
  await expect(owner.getByLabel('Code')).toBeFocused();
  await owner.context().clearCookies();
  await owner.getByLabel('Code').fill(phone.code());
  await owner.getByLabel('Code').press('Enter');
  await expect(owner.getByRole('alert')).toHaveText(
    'The sign-in timed out or had too many attempts. Enter your password again.',
  );
  await expect(password).toBeFocused();
});

test('continues when the response that has the recovery codes is lost', async ({ owner }) => {
  await owner.goto(SECURITY);
  const factor = card(owner, 'Second factor');
  await factor.getByRole('button', { name: 'Set up' }).click();
  const code = factor.getByLabel('Enter the 6 digits it shows');
  await code.fill((await scan(owner)).code());
  await owner.route('**/secondfactor/add', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await code.press('Enter');
  await expect(factor.getByRole('alert')).toHaveText('Network Error');
  await owner.unroute('**/secondfactor/add');
  await code.press('Enter');
  await expect(toast(owner, 'Create new recovery codes if you have none.')).toBeVisible();
  await factor.getByRole('button', { name: 'New recovery codes' }).click();
  await confirm(owner, 'Create new codes');
  await saveCodes(owner);
  await expect(factor).toContainText('10 recovery codes left');
});

test('a code confirms, and the second factor can be turned off', async ({ owner, environment }) => {
  await owner.goto(SECURITY);
  const { phone } = await turnOn(owner);
  await saveCodes(owner);
  await waitForNextCode(environment);
  await environment.database.query(
    `update session set confirmed_at = now() - interval '10 minutes'`,
  );
  const factor = card(owner, 'Second factor');
  await factor.getByRole('button', { name: 'Turn off' }).click();
  await confirm(owner, 'Turn off');
  const dialog = owner.getByRole('dialog', { name: "Confirm it's you" });
  await expect(dialog).toContainText('Enter your password to turn off the second factor.');
  await dialog.getByRole('button', { name: 'Use a code instead' }).click();
  await expect(dialog).toContainText('Enter a code to turn off the second factor.');
  const field = dialog.getByLabel('Code from your authenticator app');
  await expect(field).toBeFocused();
  await field.fill(phone.code());
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(toast(owner, 'The second factor is off.')).toBeVisible();
  await expect(owner.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(factor.getByRole('button', { name: 'Set up' })).toBeVisible();

  await owner.getByRole('button', { name: 'Logout' }).click();
  await login(owner, OWNER.email, OWNER.password);
  await expectAt(owner, '/');
});

test('a session that ended continues with the password and a code', async ({
  owner,
  environment,
}) => {
  await owner.goto(SECURITY);
  const { phone } = await turnOn(owner);
  await saveCodes(owner);
  await waitForNextCode(environment);
  await card(owner, 'Second factor').getByRole('button', { name: 'Turn off' }).click();
  await expect(owner.getByRole('alertdialog')).toBeVisible();
  await environment.database.query('delete from session');
  await confirm(owner, 'Turn off');
  const dialog = owner.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByLabel('Password').fill(OWNER.password);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await dialog.getByLabel('Code').fill(phone.code());
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(dialog).toBeHidden();
});

test('every state has no accessibility violation', async ({ owner }) => {
  const found: string[] = [];
  const check = async (state: string) => {
    const violations = await findViolations(owner);
    found.push(...violations.map((one) => `${state}: ${one}`));
  };
  await owner.goto(SECURITY);
  await card(owner, 'Second factor').getByRole('button', { name: 'Set up' }).click();
  const phone = await scan(owner);
  await check('setup');
  const code = card(owner, 'Second factor').getByLabel('Enter the 6 digits it shows');
  await code.fill(phone.code());
  await code.press('Enter');
  await expect(owner.getByRole('dialog').getByRole('listitem')).toHaveCount(10);
  await check('codes');
  await saveCodes(owner);
  await check('on');
  await owner.getByRole('button', { name: 'Logout' }).click();
  await login(owner, OWNER.email, OWNER.password);
  await expect(owner.getByLabel('Code')).toBeVisible();
  await check('code');
  expect(found).toEqual([]);
});
