import type { Locator, Page } from '@playwright/test';
import { OWNER } from '@vitrine/testing/environment';
import { count, expectAt, PNG, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

/** Presses Tab until the element has the focus. A focus trap or an unreachable element fails here. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error('The keyboard does not get there.');
}

async function choose(page: Page, name: string): Promise<void> {
  const item = page.getByRole('navigation', { name: 'Views' }).getByLabel(name);
  // Backward with Shift+Tab: not every browser wraps around at the end.
  await tabTo(page, item, 'Shift+Tab');
  await page.keyboard.press('Enter');
}

test('the whole dashboard works with the keyboard alone', async ({ visitor, environment }) => {
  const page = visitor;
  await page.goto('/login');

  await test.step('logging in', async () => {
    await tabTo(page, page.getByLabel('Email'));
    await page.keyboard.type(OWNER.email);
    await tabTo(page, page.getByLabel('Password'));
    await page.keyboard.type(OWNER.password);
    await page.keyboard.press('Enter');
    await expectAt(page, '/');
  });

  await test.step('every view is reachable and focuses its heading', async () => {
    for (const [name, heading] of [
      ['Add Skill', 'Add a new skill'],
      ['Add Application', 'Add a software application'],
      ['Add Timeline', 'Add a new timeline'],
      ['Messages', 'Messages'],
      ['Account', 'Settings'],
      ['Add Project', 'Add a new project'],
    ] as const) {
      await choose(page, name);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
    }
  });

  await test.step('adding a project', async () => {
    await tabTo(page, page.getByLabel('Project Title'));
    await page.keyboard.type('Keys');
    await page.keyboard.press('Tab');
    await page.keyboard.type('For every lock');
    await page.keyboard.press('Tab');
    await page.keyboard.type('It opens. It closes.');
    const file = page.locator('input[name=projectBanner]');
    // Register the listener before the dialog opens.
    const chooser = page.waitForEvent('filechooser');
    await tabTo(page, file);
    await page.keyboard.press('Space');
    await (await chooser).setFiles(PNG);
    await tabTo(page, page.getByLabel('Technologies'));
    await page.keyboard.type('Brass');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByLabel('Stack')).toHaveValue('Full Stack');
    await tabTo(page, page.getByRole('button', { name: 'Add Project' }));
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Project added.')).toBeVisible();
    expect(await count(environment, 'project')).toBe(9);
  });

  await test.step('deleting', async () => {
    await choose(page, 'Dashboard');
    const remove = page.getByRole('button', { name: 'Delete Figma' });
    await remove.waitFor();
    await tabTo(page, remove);
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Software application deleted.')).toBeVisible();
    expect(await count(environment, 'software_application')).toBe(9);
  });

  await test.step('changing a proficiency', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Manage Skill', exact: true }));
    await page.keyboard.press('Enter');
    const field = page.getByLabel('Proficiency of CSS');
    await field.waitFor();
    await tabTo(page, field);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await expect(toast(page, 'Skill updated.')).toBeVisible();
  });

  await test.step('logging out', async () => {
    await choose(page, 'Logout');
    await expectAt(page, '/login');
  });
});
