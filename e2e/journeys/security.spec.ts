import { OWNER } from '@vitrine/testing/environment';
import { findCutOff, findCutOptions, findOverflowingText } from '../support/cut-off.ts';
import { expectAt, hold, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('creates a token, shows it once, and revokes it', async ({ owner, environment }) => {
  await owner.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await owner.goto('/?view=account');
  await owner.getByRole('link', { name: 'Security' }).click();
  await expectAt(owner, '/?view=account&section=security');
  await environment.database.query(
    `update session set confirmed_at = now() - interval '11 minutes'`,
  );

  const open = owner.getByRole('button', { name: 'New token' });
  await open.click();
  const dialog = owner.getByRole('dialog', { name: 'New token' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('Enter the name.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Photo uploader');
  await dialog.getByLabel('Write drafts').check();
  await dialog.getByRole('button', { name: 'Create token' }).click();

  const confirm = owner.getByRole('dialog', { name: "Confirm it's you" });
  await expect(confirm).toContainText('Enter your password to create a token.');
  await confirm.getByLabel('Password').fill(OWNER.password);
  await confirm.getByRole('button', { name: 'Confirm' }).click();

  const created = owner.getByRole('dialog', { name: 'Copy your token' });
  const field = created.getByRole('textbox', { name: 'Token' });
  await expect(field).toBeFocused();
  const secret = await field.inputValue();
  expect(secret).toMatch(/^vt_/);
  await created.getByRole('button', { name: 'Copy' }).click();
  await expect(toast(owner, 'Token copied.')).toBeVisible();
  expect(await owner.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await created.getByRole('button', { name: 'Done' }).click();
  await expect(open).toBeFocused();
  await expect(owner.getByText(secret)).toHaveCount(0);

  const use = async () => {
    const headers = { authorization: `Bearer ${secret}` };
    const { status } = await fetch(`${environment.origin}/api/v1/project/getall`, { headers });
    return status;
  };
  expect(await use()).toBe(200);
  const item = owner.getByRole('listitem').filter({ hasText: 'Photo uploader' });
  await expect(item).toContainText('Write drafts');
  await item.getByRole('button', { name: 'Revoke Photo uploader' }).click();
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(toast(owner, 'Token revoked.')).toBeVisible();
  await expect(item).toHaveCount(0);
  expect(await use()).toBe(401);

  const activity = owner.getByRole('table');
  await expect(activity.getByRole('row').nth(1)).toContainText('Token “Photo uploader” revoked');
  await expect(activity.getByRole('row').nth(2)).toContainText('Token “Photo uploader” created');
});

test('shows failed sign-ins, one line for each browser, and filters them', async ({
  owner,
  environment,
}) => {
  for (let attempt = 0; attempt < 3; attempt += 1)
    await fetch(`${environment.origin}/api/v1/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Firefox/140.0 (Linux)' },
      body: JSON.stringify({ email: OWNER.email, password: 'a guess' }),
    });
  await owner.goto('/?view=account&section=security');
  const rows = owner.getByRole('table').getByRole('row');
  await expect(rows.nth(1)).toContainText('Sign-in failed: wrong password, 3 times');
  await expect(rows.nth(1)).toContainText('Firefox on Linux');
  await owner.getByLabel('Show', { exact: true }).selectOption('Failed sign-ins');
  await expect(rows).toHaveCount(2);
  // While others load, these do not pass for them.
  const release = await hold(owner, '**/audit/getall?*');
  await owner.getByLabel('Show', { exact: true }).selectOption('Backups, imports, deletions');
  await expect(owner.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(owner.getByText('Nothing of this kind in the last 180 days.')).toBeVisible();
});

test('shows older activity below, and moves the focus to it', async ({ owner, environment }) => {
  await environment.database.query(`insert into audit_event (kind, subject, created_at, last_at)
    select 'signed-in', 'password', now() - interval '1 hour' * n, now() - interval '1 hour' * n
    from generate_series(1, 80) as n`);
  await owner.goto('/?view=account&section=security');
  const rows = owner.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(51);
  await owner.getByRole('button', { name: 'Show older activity' }).click();
  await expect(rows.nth(51)).toBeFocused();
  await expect(rows.nth(80)).toBeVisible();
});

/** One of the longest. */
const IPV6 = 'fd12:3456:789a:bcde:f012:3456:789a:bcde';

for (const width of [320, 390, 820, 1440]) {
  test(`keeps an IPv6 address on one line at ${width} px`, async ({ owner, environment }) => {
    await owner.setViewportSize({ width, height: 900 });
    await environment.database.query(
      `insert into audit_event (kind, subject, address, user_agent)
       values ('signed-in', 'password', $1, 'Firefox/140.0 (Linux)')`,
      [IPV6],
    );
    await environment.database.query('update session set address = $1', [IPV6]);
    for (const section of ['security', 'sessions']) {
      await owner.goto(`/?view=account&section=${section}`);
      const address = owner.getByText(IPV6).first();
      await expect(address).toBeVisible();
      const lines = await address.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getClientRects().length;
      });
      expect(lines).toBe(1);
      await address.hover();
      await expect(owner.getByRole('tooltip', { name: IPV6 })).toBeAttached();
      expect([...(await findCutOff(owner)), ...(await findOverflowingText(owner))]).toEqual([]);
    }
  });
}

test('shows when a token expires on the narrowest phone', async ({ owner }) => {
  await owner.setViewportSize({ width: 320, height: 800 });
  await owner.goto('/?view=account&section=security');
  await owner.getByRole('button', { name: 'New token' }).click();
  const dialog = owner.getByRole('dialog', { name: 'New token' });
  await expect(dialog.getByLabel('Expires')).toHaveAccessibleDescription(/^On \w+ \d+/);
  expect(await findCutOptions(owner)).toEqual([]);
  await dialog.getByLabel('Expires').selectOption('Never');
  await expect(dialog.getByText('The token works until you revoke it.')).toBeVisible();
});

test('a new password revokes the passkeys and tokens that the form lists', async ({
  owner,
  environment,
}) => {
  await environment.database.query(`
    insert into api_token (owner_id, token_hash, prefix, name, scopes)
    select id, sha256('a'), 'vt_abc', 'Deploy script', '{read}' from owner`);
  await owner.goto('/?view=account&section=update-password');
  const revoke = owner.getByRole('checkbox', { name: 'Also revoke these' });
  await expect(revoke).toBeChecked();
  await expect(owner.getByText('API token “Deploy script”')).toBeVisible();
  await owner.getByLabel('Current Password').fill(OWNER.password);
  await owner.getByLabel('New Password', { exact: true }).fill('difference engine');
  await owner.getByLabel('Confirm New Password').fill('difference engine');
  await owner.getByRole('button', { name: 'Update Password' }).click();
  await expect(toast(owner, 'Password updated.')).toBeVisible();
  await expect(revoke).toHaveCount(0);
  await owner.getByRole('link', { name: 'Security' }).click();
  await expect(owner.getByText('Token “Deploy script” revoked')).toBeVisible();
});

test('emptying the trash asks for the password', async ({ owner, environment }) => {
  await environment.database.query(`
    insert into trash (id, noun, item) values (gen_random_uuid(), 'skill', '{"title":"Weaving"}')`);
  await environment.database.query(
    `update session set confirmed_at = now() - interval '11 minutes'`,
  );
  await owner.goto('/?view=trash');
  await owner.getByRole('button', { name: 'Empty trash' }).click();
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Empty trash' }).click();
  const confirm = owner.getByRole('dialog', { name: "Confirm it's you" });
  await expect(confirm).toContainText('Enter your password to empty the trash.');
  await confirm.getByLabel('Password').fill(OWNER.password);
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await expect(toast(owner, 'Trash emptied.')).toBeVisible();
  await owner.goto('/?view=account&section=security');
  await expect(owner.getByText('Deleted 1 skill forever')).toBeVisible();
});
