import type { Page } from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import { findViolations } from '../support/axe.ts';
import { findCutOff } from '../support/cut-off.ts';
import { ownerClient, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const PATH = '/?view=account&section=update-profile';

test('adds, orders and removes languages', async ({ owner, environment }) => {
  await owner.goto(PATH);
  const languages = languagesOn(owner);
  const stored = async () =>
    (await ownerClient(environment).call(calls.user.me)).body.user.languages.map(
      ({ name, level }) => `${name} ${level}`,
    );
  const before = ['English native', 'French C1', 'Italian B2', 'German A2'];
  expect(await stored()).toEqual(before);

  await test.step('a new language has a name and a level', async () => {
    await languages.getByRole('button', { name: 'Add language' }).click();
    await expect(languages.getByLabel('Language 5', { exact: true })).toBeFocused();
    await owner.keyboard.type('Welsh');
    const level = languages.getByLabel('Level of Welsh');
    await level.selectOption('C1 Advanced');
    await expect(level).toHaveAccessibleDescription(
      'Levels follow the European framework (CEFR). C1: you express ideas fluently, for work and study.',
    );
    await level.selectOption('A1 Beginner');
    await expect(level).toHaveAccessibleDescription(/A1: you introduce yourself/);
  });

  await test.step('the keyboard moves a language', async () => {
    await languages.getByLabel('Name of Welsh').press('Alt+ArrowUp');
    await expect(languages.getByRole('status')).toHaveText('Welsh, position 4 of 5.');
    const handle = languages.getByRole('button', { name: 'Reorder Welsh' });
    await handle.press('Space');
    await handle.press('Home');
    await handle.press('ArrowDown');
    await handle.press('Space');
    await expect(handle).toBeFocused();
  });

  await test.step('a language can be removed', async () => {
    await languages.getByRole('button', { name: 'Remove German' }).click();
    await expect(languages.getByLabel('Name of Italian')).toBeFocused();
  });

  await owner.getByRole('button', { name: 'Update Profile' }).click();
  const updated = toast(owner, 'Profile updated.');
  await expect(updated).toBeVisible();
  expect(await stored()).toEqual(['English native', 'Welsh A1', 'French C1', 'Italian B2']);

  await owner.getByRole('link', { name: 'Profile', exact: true }).click();
  await expect(owner.getByRole('listitem').filter({ hasText: 'Welsh A1 Beginner' })).toBeVisible();
  await updated.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(stored).toEqual(before);
});

test('refuses a repeated language', async ({ owner }) => {
  await owner.goto(PATH);
  const languages = languagesOn(owner);
  await languages.getByRole('button', { name: 'Add language' }).click();
  await owner.keyboard.type('french ');
  const name = languages.getByRole('combobox', { name: /^Name of/ }).nth(4);
  await expect(name).toHaveAccessibleDescription('This language is already in the list.');
  await owner.getByRole('button', { name: 'Update Profile' }).click();
  await expect(name).toBeFocused();
  expect(await findViolations(owner)).toEqual([]);
  await name.fill('');
  await owner.getByRole('button', { name: 'Update Profile' }).click();
  await expect(toast(owner, 'Profile updated.')).toBeVisible();
});

test('fits a narrow phone with a long name', async ({ owner }) => {
  await owner.setViewportSize({ width: 320, height: 800 });
  await owner.goto(PATH);
  const languages = languagesOn(owner);
  await languages.getByRole('button', { name: 'Add language' }).click();
  await owner.keyboard.type('W'.repeat(60));
  await languages.getByLabel(/^Level of W/).selectOption('B2 Upper intermediate');
  expect(await findCutOff(owner)).toEqual([]);
});

function languagesOn(page: Page) {
  return page.getByRole('group', { name: 'Languages you speak' });
}
