import type { Locator, Page } from '@playwright/test';
import { card, row, SVG, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const SEARCH = '**/api/v1/icon/search?*';

test('chooses an icon with the keyboard only', async ({ owner }) => {
  const trigger = owner.getByRole('button', { name: 'Choose an icon' });
  const search = owner.getByRole('combobox', { name: 'Search icons' });
  const field = owner.getByRole('group', { name: 'Skill Svg' });

  await test.step('opens with the title as the search', async () => {
    await owner.goto('/?view=add-skill');
    await owner.getByLabel('Title').fill('Postgres');
    await owner.getByLabel('Proficiency').fill('84');
    await trigger.focus();
    await owner.keyboard.press('Enter');
    await expect(search).toBeFocused();
    await expect(search).toHaveValue('Postgres');
    await expect(owner.getByRole('status').getByText('1 icon for “Postgres”')).toBeVisible();
    await expect(owner.getByRole('option', { selected: true })).toHaveText('PostgreSQL');
  });

  await test.step('Escape closes it, changes nothing and returns the focus', async () => {
    await owner.keyboard.press('Escape');
    await expect(search).toHaveCount(0);
    await expect(trigger).toBeFocused();
    await expect(field.getByRole('status')).toHaveText('Suggested: PostgreSQL');
  });

  await test.step('the arrow keys move in the grid while the focus stays in the field', async () => {
    await owner.keyboard.press('Enter');
    await expect(search).toBeFocused();
    await owner.keyboard.type('post');
    await expect(owner.getByText(/^1\d icons for “post”$/)).toBeVisible();
    const options = owner.getByRole('option');
    for (const [key, place] of [
      ['ArrowRight', 1],
      ['ArrowDown', 7],
      ['ArrowLeft', 6],
      ['ArrowUp', 0],
      ['ArrowUp', 0],
      ['ArrowRight', 1],
    ] as const) {
      await owner.keyboard.press(key);
      await expect(options.nth(place)).toHaveAttribute('aria-selected', 'true');
      await expectActive(search, options.nth(place));
    }
    await expect(search).toBeFocused();
    await expect(options.nth(1)).toHaveText('PostgreSQL');
  });

  await test.step('Enter chooses and closes, and the field shows the icon', async () => {
    await owner.keyboard.press('Enter');
    await expect(search).toHaveCount(0);
    await expect(trigger).toBeFocused();
    await expect(field.getByRole('status')).toHaveText('PostgreSQL');
    await expect(owner.locator('input[name=icon]')).toHaveValue('logos:postgresql');
  });

  await test.step('Remove takes the choice back', async () => {
    await field.getByRole('button', { name: 'Remove' }).press('Enter');
    await expect(owner.locator('input[name=icon]')).toHaveCount(0);
    await expect(field.getByRole('status')).toHaveText('');
  });

  await test.step('adds the skill with the icon', async () => {
    await choose(owner, 'postgresql');
    await owner.getByRole('button', { name: 'Add Skill' }).press('Enter');
    await expect(toast(owner, 'Skill added.')).toBeVisible();
    await expect(field.getByRole('status')).toHaveText('');
    await expect(owner.locator('input[name=icon]')).toHaveCount(0);
  });
});

test('suggests the icon with the name that is typed, until the owner chooses', {
  tag: ['@D-ICON-2'],
}, async ({ owner }) => {
  const title = owner.getByLabel('Title');
  const field = owner.getByRole('group', { name: 'Skill Svg' });
  const status = field.getByRole('status');
  const icon = owner.locator('input[name=icon]');
  const letter = (text: string) => owner.locator('[data-rows]').getByText(text, { exact: true });

  await test.step('follows the title', async () => {
    await owner.goto('/?view=add-skill');
    await title.fill('React.JS');
    await expect(status).toHaveText('Suggested: React');
    await expect(icon).toHaveValue('logos:react');
    await title.fill('Difference engines');
    await expect(status).toHaveText('');
    await expect(icon).toHaveCount(0);
    await expect(field.getByText('D', { exact: true })).toBeVisible();
  });

  await test.step('does not replace a file', async () => {
    await owner.locator('input[name=svg]').setInputFiles(SVG);
    await title.fill('Figma');
    await expect(status).toHaveText('icon.svg');
    await title.blur();
    await expect(icon).toHaveCount(0);
    await expect(status).toHaveText('icon.svg');
  });

  await test.step('does not return after it was removed', async () => {
    await owner.reload();
    await title.fill('Figma');
    await expect(status).toHaveText('Suggested: Figma');
    await field.getByRole('button', { name: 'Remove' }).click();
    await expect(status).toHaveText('');
    await title.fill('Difference engines');
    await title.fill('Figma');
    await expect(field.getByText('F', { exact: true })).toBeVisible();
    await expect(icon).toHaveCount(0);
  });

  await test.step('adds a skill without an icon, which has a tile with its letter', async () => {
    await owner.getByLabel('Proficiency').fill('50');
    await owner.getByRole('button', { name: 'Add Skill' }).click();
    await expect(toast(owner, 'Skill added.')).toBeVisible();
    await owner.goto('/manage/skills');
    await expect(letter('F')).toBeVisible();
  });

  await test.step('removes a stored icon', async () => {
    await owner.getByRole('button', { name: 'Edit TypeScript' }).click();
    await expect(status).toHaveText('Current file');
    await field.getByRole('button', { name: 'Remove' }).click();
    await expect(status).toHaveText('Will be removed when you save');
    await field.getByRole('button', { name: 'Undo' }).click();
    await expect(status).toHaveText('Current file');
    await field.getByRole('button', { name: 'Remove' }).click();
    await owner.getByRole('button', { name: 'Save' }).click();
    await expect(toast(owner, 'Skill updated.')).toBeVisible();
    await expect(letter('T')).toBeVisible();
  });
});

test('replaces an icon, and reports no match and failures', async ({ owner }) => {
  const search = owner.getByRole('combobox', { name: 'Search icons' });
  const form = owner.getByRole('dialog', { name: /^Edit / });
  const status = form.getByRole('group', { name: 'Skill Svg' }).getByRole('status');

  await test.step('edits the icon of an application', async () => {
    await owner.goto('/manage/applications');
    await owner.getByRole('button', { name: 'Edit Figma' }).click();
    await expect(status).toHaveText('Current file');
    await owner.getByRole('button', { name: 'Choose an icon' }).click();
    await expect(search).toHaveValue('Figma');
    await owner.getByRole('button', { name: 'Ink', exact: true }).click();
    await expect(search).toBeFocused();
    await search.press('Enter');
    await expect(owner.locator('input[name=icon]')).toHaveValue('simple-icons:figma');
  });

  await test.step('a file replaces the icon, and an icon replaces the file', async () => {
    await owner.locator('input[name=svg]').setInputFiles({
      name: 'own.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'),
    });
    await expect(status).toHaveText('own.svg');
    await expect(owner.locator('input[name=icon]')).toHaveCount(0);
    await choose(owner, 'figma');
    await expect(status).toHaveText('Figma');
    await expect(owner.locator('input[name=svg]')).toHaveValue('');
  });

  await test.step('says that no icon matches, and offers a file', async () => {
    await owner.getByRole('button', { name: 'Choose an icon' }).click();
    await search.fill('qqqqzzzz');
    await expect(owner.getByText('No icon matches.')).toBeVisible();
    const chooser = owner.waitForEvent('filechooser');
    await owner.getByRole('button', { name: 'Upload a file', exact: true }).click();
    await chooser;
    await expect(search).toHaveCount(0);
  });

  await test.step('shows a failure, and loads again', async () => {
    await owner.route(SEARCH, (route) =>
      route.fulfill({ status: 503, json: { success: false, message: 'Not now.' } }),
    );
    await owner.getByRole('button', { name: 'Choose an icon' }).click();
    await search.fill('react');
    await expect(owner.getByText('Not now.')).toBeVisible();
    await owner.unroute(SEARCH);
    await owner.getByRole('button', { name: 'Try again' }).click();
    await owner.getByRole('option', { name: 'React', exact: true }).click();
    await expect(status).toHaveText('React');
  });

  await test.step('saves it', async () => {
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(toast(owner, 'Software application updated.')).toBeVisible();
    await expect(form).toHaveCount(0);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('fills the screen and chooses with a tap', async ({ owner }) => {
    await owner.goto('/?view=add-application');
    await owner.getByLabel('Application Name').fill('Visual Studio Code');
    await owner.getByRole('button', { name: 'Choose an icon' }).tap();
    const dialog = owner.getByRole('dialog', { name: 'Choose an icon' });
    await expect(dialog.getByRole('option')).not.toHaveCount(0);
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    await dialog.getByRole('option', { name: 'Visual Studio Code' }).tap();
    await expect(dialog).toHaveCount(0);
    expect(await owner.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await owner.getByRole('button', { name: 'Add Software Application' }).tap();
    await expect(toast(owner, 'Software application added.')).toBeVisible();
    await owner.goto('/');
    const table = card(owner, 'Software Applications');
    const showAll = table.getByRole('button', { name: /^Show all/ });
    await table.getByRole('row').first().waitFor();
    if (await showAll.isVisible()) await showAll.tap();
    const icon = row(table, 'Visual Studio Code').last().locator('img');
    await expect(icon).toHaveAttribute('src', /\/media\/[0-9a-f]{64}\.svg$/);
  });
});

async function choose(page: Page, name: string): Promise<void> {
  const search = page.getByRole('combobox', { name: 'Search icons' });
  await page.getByRole('button', { name: 'Choose an icon' }).press('Enter');
  await search.fill(name);
  await expect(page.getByText(new RegExp(`for “${name}”$`))).toBeVisible();
  await search.press('Enter');
  await expect(search).toHaveCount(0);
}

/** Screen readers announce the option that the field names. */
async function expectActive(search: Locator, option: Locator): Promise<void> {
  await expect(search).toHaveAttribute(
    'aria-activedescendant',
    (await option.getAttribute('id')) ?? '',
  );
}
