import type { Locator, Page } from '@playwright/test';
import { confirm, count, expectAt, PNG, SVG, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test.describe('Manage lists', () => {
  test('filter, shortcuts and selection', async ({ owner }) => {
    await test.step('filter as you type, with / and Clear filter', async () => {
      await owner.goto('/manage/projects');
      const filter = owner.getByLabel('Filter projects');
      await owner.getByRole('link', { name: 'View Tidewatch' }).focus();
      await owner.keyboard.press('/');
      await expect(filter).toBeFocused();
      await owner.keyboard.type('REACT.js');
      await expect(rows(owner)).toHaveCount(2);
      await expect(owner.getByText('2 found.')).toBeAttached();
      await filter.fill('lighthouse');
      await expect(owner.getByText('No project matches.')).toBeVisible();
      await owner.getByRole('button', { name: 'Clear filter' }).click();
      await expect(rows(owner)).toHaveCount(8);
      await expect(filter).toBeFocused();
      await expect(filter).toHaveValue('');

      await owner.goto('/manage/skills');
      await owner.getByLabel('Filter skills').fill('type');
      await expect(owner.getByLabel(/^Proficiency of/)).toHaveCount(1);
      await owner.goto('/manage/applications');
      await owner.getByLabel('Filter applications').fill('studio');
      await expect(rows(owner)).toHaveCount(1);
    });

    await test.step('shortcuts ignore what is typed into a field of the list', async () => {
      await owner.goto('/manage/skills');
      await owner.getByLabel('Proficiency of CSS').focus();
      await owner.keyboard.press('x');
      await owner.keyboard.press('/');
      await expect(owner.getByLabel('Proficiency of CSS')).toBeFocused();
      await expect(box(owner, 'CSS')).not.toBeChecked();
    });

    await test.step('select with Shift and the arrow keys, and clear with Escape', async () => {
      await owner.goto('/manage/applications');
      await box(owner, 'DataGrip').focus();
      await owner.keyboard.press('Shift+ArrowDown');
      await owner.keyboard.press('Shift+ArrowDown');
      const bar = owner.getByRole('region', { name: 'Selected applications' });
      await expect(bar).toContainText('3 selected');
      await expect(box(owner, 'Inkscape')).toBeFocused();
      await owner.keyboard.press('Escape');
      await expect(bar).toBeHidden();
      await box(owner, 'Figma').check();
      await bar.getByRole('button', { name: 'Select all' }).click();
      await expect(bar).toContainText('10 selected');
    });
  });

  test('menus, deleting and Undo', async ({ owner, environment }) => {
    await test.step('open the history of an item from its menu', async () => {
      for (const [path, name] of [
        ['/manage/projects', 'Tidewatch'],
        ['/manage/skills', 'TypeScript'],
        ['/manage/applications', 'Figma'],
      ] as const) {
        await owner.goto(path);
        const menu = owner.getByRole('button', { name: `More actions for ${name}` });
        // The second time, the code of the history is already loaded.
        for (let times = 0; times < 2; times += 1) {
          await menu.click();
          await owner.getByRole('menuitem', { name: 'History' }).click();
          const sheet = owner.getByRole('dialog', { name: 'History' });
          await expect(sheet).toContainText(name);
          await owner.keyboard.press('Escape');
          await expect(sheet).toBeHidden();
          await expect(menu).toBeFocused();
        }
      }
    });

    await test.step('delete several at once, with Undo', async () => {
      await owner.goto('/manage/projects');
      await box(owner, 'Field Notes').focus();
      await owner.keyboard.press('x');
      await expect(box(owner, 'Field Notes')).toBeChecked();
      await box(owner, 'Pattern Room').click({ modifiers: ['Shift'] });
      const bar = owner.getByRole('region', { name: 'Selected projects' });
      await expect(bar).toContainText('4 selected');
      await bar.getByRole('button', { name: 'Delete' }).click();
      await expect(rows(owner)).toHaveCount(4);
      await expect(bar).toBeHidden();
      expect(await count(environment, 'project')).toBe(4);
      await owner.getByRole('button', { name: 'Undo' }).click();
      await expect(rows(owner)).toHaveCount(8);
      await expect(rows(owner).nth(1)).toContainText('Field Notes');
    });

    await test.step('a deleted item is back after Undo, without a question before', async () => {
      await owner.goto('/manage/skills');
      await owner.getByRole('button', { name: 'Delete CSS' }).click();
      await expect(toast(owner, 'Skill deleted.')).toBeVisible();
      await expect(owner.getByLabel('Proficiency of CSS')).toBeHidden();
      await owner.getByRole('button', { name: 'Undo' }).click();
      await expect(owner.getByLabel('Proficiency of CSS')).toBeVisible();
    });
  });
});

test.describe('Editing', () => {
  test('changes skills', async ({ owner, environment }) => {
    await test.step('keeps what was typed after a failure, and asks before discarding it', async () => {
      await owner.goto('/manage/skills');
      const edit = owner.getByRole('button', { name: 'Edit CSS' });
      await edit.click();
      const sheet = owner.getByRole('dialog', { name: 'Edit CSS' });
      await expect(sheet.getByLabel('Title')).toBeFocused();
      await sheet.getByLabel('Proficiency').fill('101');
      await sheet.getByRole('button', { name: 'Save' }).click();
      await expect(sheet.getByLabel('Proficiency')).toBeFocused();
      await expect(sheet.getByLabel('Proficiency')).toHaveValue('101');
      await owner.keyboard.press('Escape');
      await owner.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
      await expect(sheet.getByLabel('Proficiency')).toHaveValue('101');
      await sheet.getByRole('button', { name: 'Close' }).click();
      await confirm(owner, 'Discard');
      await expect(sheet).toBeHidden();
      await expect(edit).toBeFocused();
      await expect(owner.getByLabel('Proficiency of CSS', { exact: true })).toHaveValue('90');
      // Without changes, it closes at once.
      await edit.click();
      await expect(sheet).toBeVisible();
      await owner.keyboard.press('Escape');
      await expect(sheet).toBeHidden();
    });

    await test.step('changes every field of a skill', async () => {
      await environment.database.query("update skill set category = '' where title = 'Rust'");
      await owner.goto('/manage/skills');
      const edit = owner.getByRole('button', { name: 'Edit CSS' });
      await edit.click();
      const sheet = owner.getByRole('dialog', { name: 'Edit CSS' });
      await sheet.getByLabel('Title').fill('CSS and HTML');
      await sheet.getByLabel('Proficiency').fill('77');
      await sheet.getByLabel('Category').fill('Style');
      await sheet.locator('input[type=file]').setInputFiles(SVG);
      await sheet.getByRole('button', { name: 'Save' }).click();
      await expect(toast(owner, 'Skill updated.')).toBeVisible();
      await expect(sheet).toBeHidden();
      await expect(owner.getByRole('region', { name: 'Style' })).toContainText('CSS and HTML');
      await expect(owner.getByRole('region', { name: 'Other' })).toContainText('Rust');
      await expect(owner.getByLabel('Proficiency of CSS and HTML')).toHaveValue('77');
      const { rows: stored } = await environment.database.query(
        "select title, proficiency, category from skill where title like 'CSS%'",
      );
      expect(stored).toEqual([{ title: 'CSS and HTML', proficiency: 77, category: 'Style' }]);

      // The category is suggested for other skills, also when one is added.
      await owner.goto('/?view=add-skill');
      await expect(owner.locator('datalist option[value=Style]')).toBeAttached();
      await owner.getByLabel('Title').fill('SQL');
      await owner.getByLabel('Proficiency').fill('80');
      await owner.getByLabel('Category').fill('Style');
      await owner.locator('input[type=file]').setInputFiles(PNG);
      await owner.getByRole('button', { name: 'Add Skill' }).click();
      await expect(toast(owner, 'Skill added.')).toBeVisible();
      await owner.goto('/manage/skills');
      await expect(owner.getByRole('region', { name: 'Style' })).toContainText('SQL');
    });
  });

  test('changes an application, reached from the dashboard', async ({ owner }) => {
    await owner.goto('/');
    await owner.getByRole('link', { name: 'Manage all applications' }).click();
    await expectAt(owner, '/manage/applications');
    const item = owner.getByRole('navigation', { name: 'Views' }).getByLabel('Add Application');
    await expect(item).toHaveAttribute('aria-current', /.+/);
    await owner.getByRole('button', { name: 'Edit Figma' }).click();
    const sheet = owner.getByRole('dialog', { name: 'Edit Figma' });
    await sheet.getByLabel('Application Name').fill('Penpot');
    await sheet.getByLabel('Link').fill('penpot.app');
    await sheet.locator('input[type=file]').setInputFiles(SVG);
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(toast(owner, 'Software application updated.')).toBeVisible();
    const penpot = rows(owner).filter({ hasText: 'Penpot' });
    await expect(penpot.getByRole('link')).toHaveAttribute('href', 'https://penpot.app');
    await owner.getByRole('button', { name: 'Undo' }).click();
    await expect(rows(owner).filter({ hasText: 'Figma' })).toBeVisible();
    await expect(penpot).toBeHidden();
  });

  test('stores the new facts of a project, and features it from the list', async ({ owner }) => {
    await owner.goto('/manage/projects');
    await owner.getByRole('link', { name: 'Edit Tidewatch' }).click();
    const facts = {
      Summary: 'Tide times for 900 harbors.',
      Role: 'Design and engineering',
      Started: '2024-03',
      Ended: '2025',
      'Alternative text of the banner': 'A trawler rides a tide curve.',
    };
    for (const [label, value] of Object.entries(facts)) await owner.getByLabel(label).fill(value);
    await owner.getByLabel('Featured on the home page').uncheck();
    await owner.getByLabel('Started').fill('March 2024');
    await owner.getByRole('button', { name: 'Update Project' }).click();
    await expect(owner.getByLabel('Started')).toBeFocused();
    await owner.getByLabel('Started').fill('2024-03');
    await owner.getByRole('button', { name: 'Update Project' }).click();
    await expect(toast(owner, 'Project updated.')).toBeVisible();
    await owner.reload();
    for (const [label, value] of Object.entries(facts))
      await expect(owner.getByLabel(label)).toHaveValue(value);
    await expect(owner.getByLabel('Featured on the home page')).not.toBeChecked();

    await owner.goto('/manage/projects');
    await expect(rows(owner).first()).toContainText('Tide times for 900 harbors.');
    await owner.getByRole('button', { name: 'More actions for Tidewatch' }).click();
    await owner.getByRole('menuitem', { name: 'Feature' }).click();
    await expect(rows(owner).first().getByRole('img', { name: 'Featured' })).toBeVisible();
    await owner.getByRole('button', { name: 'More actions for Tidewatch' }).click();
    await owner.getByRole('menuitem', { name: 'Remove from featured' }).click();
    await expect(rows(owner).first().getByRole('img', { name: 'Featured' })).toBeHidden();
  });
});

/** The rows of the table without its header. */
function rows(page: Page): Locator {
  return page.getByRole('table').locator('tbody').getByRole('row');
}

function box(page: Page, name: string): Locator {
  return page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
}
