import type { Page } from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import { findViolations } from '../support/axe.ts';
import { findCutOff } from '../support/cut-off.ts';
import { ownerClient, projectId, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const PATH = '/?view=account&section=update-profile';

test('adds, names, orders and removes more links', async ({ owner, environment }) => {
  await owner.goto(PATH);
  const links = linksOn(owner);
  const stored = async () =>
    (await ownerClient(environment).call(calls.user.me)).body.user.links.map(({ label }) => label);

  await test.step('an address gets the name and the icon of its service', async () => {
    await expect(links.getByLabel(/^Address/)).toHaveCount(2);
    await links.getByRole('button', { name: 'Add link' }).click();
    await expect(links.getByLabel('Address of link 3')).toBeFocused();
    await owner.keyboard.type('orcid.org/0000-0002-1825-0097');
    await owner.keyboard.press('Tab');
    await expect(links.getByLabel('Address of ORCID')).toHaveValue(
      'https://orcid.org/0000-0002-1825-0097',
    );
    await expect(links.getByLabel('Label of ORCID')).toHaveValue('ORCID');
    await expect(links.getByRole('listitem').nth(2).locator('svg[fill=currentColor]')).toHaveCount(
      1,
    );
  });

  await test.step('the owner can choose another label', async () => {
    await links.getByRole('button', { name: 'Add link' }).click();
    await owner.keyboard.type('https://archive.example.org/people/ada');
    await owner.keyboard.press('Tab');
    await expect(links.getByLabel('Label of archive.example.org')).toBeFocused();
    await owner.keyboard.press('ControlOrMeta+A');
    await owner.keyboard.type('Letters');
    await expect(links.getByLabel('Address of Letters')).toBeVisible();
  });

  await test.step('the keyboard moves a link', async () => {
    const handle = links.getByRole('button', { name: 'Reorder Letters' });
    await handle.focus();
    await owner.keyboard.press('Space');
    await owner.keyboard.press('Home');
    await expect(links.getByRole('status')).toHaveText('Letters, position 1 of 4.');
    await owner.keyboard.press('ArrowDown');
    await owner.keyboard.press('Space');
    await expect(handle).toBeFocused();
    await links.getByLabel('Address of ORCID').press('Alt+ArrowUp');
    await expect(links.getByRole('status')).toHaveText('ORCID, position 3 of 4.');
  });

  await test.step('a link can be removed', async () => {
    await links.getByRole('button', { name: 'Remove Bluesky' }).click();
    await expect(links.getByLabel('Address of ORCID')).toBeFocused();
  });

  await owner.getByRole('button', { name: 'Update Profile' }).click();
  const updated = toast(owner, 'Profile updated.');
  await expect(updated).toBeVisible();
  expect(await stored()).toEqual(['Mastodon', 'Letters', 'ORCID']);

  await owner.getByRole('link', { name: 'Profile', exact: true }).click();
  await expect(owner.getByRole('term').filter({ hasText: 'More links' })).toBeVisible();
  await expect(owner.getByRole('link', { name: /orcid\.org/ })).toBeVisible();

  await updated.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(stored).toEqual(['Mastodon', 'Bluesky']);
});

test('refuses a repeated and an unsafe address', async ({ owner }) => {
  await owner.goto(PATH);
  const links = linksOn(owner);
  await links.getByRole('button', { name: 'Add link' }).click();
  await owner.keyboard.type('http://www.mastodon.social/@ada_example/');
  await owner.keyboard.press('Tab');
  const address = links.getByLabel(/^Address/).nth(2);
  await expect(address).toHaveAccessibleDescription('This link is already in the list.');
  await address.fill('javascript:alert(1)');
  await expect(address).toHaveAccessibleDescription(
    'Enter an address that starts with https://, or an email address.',
  );
  await owner.getByRole('button', { name: 'Update Profile' }).click();
  await expect(address).toBeFocused();
  expect(await findViolations(owner)).toEqual([]);
  await address.fill('ada@example.com');
  await owner.getByRole('button', { name: 'Update Profile' }).click();
  await expect(toast(owner, 'Profile updated.')).toBeVisible();
  await expect(links.getByLabel('Address of ada@example.com')).toHaveValue(
    'mailto:ada@example.com',
  );
});

test('fits a narrow phone with a long address', async ({ owner }) => {
  await owner.setViewportSize({ width: 320, height: 800 });
  await owner.goto(PATH);
  const links = linksOn(owner);
  await links.getByRole('button', { name: 'Add link' }).click();
  await links
    .getByLabel('Address of link 3')
    .fill(`https://${'long.'.repeat(12)}example.com/${'x'.repeat(500)}`);
  await owner.keyboard.press('Tab');
  expect(await findCutOff(owner)).toEqual([]);
  await links.getByRole('button', { name: /^Reorder long/ }).press('Space');
  await links.getByRole('button', { name: /^Move long.* up$/ }).click();
  await expect(links.getByRole('status')).toHaveText(/position 2 of 3\.$/);
  expect(await findCutOff(owner)).toEqual([]);
});

test('a project has more links, which its page shows in their order', async ({
  owner,
  environment,
}) => {
  const dashboard = await environment.siteDashboard();
  const id = await projectId(environment, 'Tidewatch');
  await owner.goto(`${dashboard}/update/project/${id}`);
  const links = linksOn(owner);
  await expect(links.getByLabel('Label of Paper on the model')).toBeVisible();
  await links.getByRole('button', { name: 'Add link' }).click();
  await owner.keyboard.type('archive.org/details/tidewatch');
  await owner.keyboard.press('Tab');
  await owner.keyboard.press('ControlOrMeta+A');
  await owner.keyboard.type('Read the scan');
  await links.getByLabel('Address of Read the scan').press('Alt+ArrowUp');
  expect(await findViolations(owner)).toEqual([]);

  await owner.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = owner.frameLocator('iframe[title="Preview of the page"]');
  await expect(preview.getByRole('link', { name: 'Read the scan' })).toBeVisible();
  await owner.keyboard.press('Escape');
  await owner.getByRole('button', { name: 'Update Project' }).click();
  await expect(toast(owner, 'Project updated.')).toBeVisible();

  await owner.goto(`${dashboard}/view/project/${id}`);
  await expect(owner.getByRole('link', { name: /archive\.org\/details/ })).toBeVisible();
  await owner.goto(`http://site.localhost:${new URL(dashboard).port}/projects/tidewatch`);
  await expect(owner.locator('.case-header .links a')).toHaveText([
    'Visit Tidewatch',
    'Source code',
    'Read the scan',
    'Paper on the model',
  ]);
});

function linksOn(page: Page) {
  return page.getByRole('group', { name: 'More links' });
}
