import type { Locator, Page } from '@playwright/test';
import { COLLECTIONS, namesOf } from '@vitrine/contract/collections';
import { expectAt, hold, projectId, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

function palette(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Search and commands' });
}

function field(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Search and commands' });
}

/** The option that Enter opens, as announced by screen readers. */
async function expectSelected(page: Page, name: string | RegExp): Promise<void> {
  const selected = palette(page).getByRole('option', { selected: true });
  await expect(selected).toHaveText(name);
  await expect(field(page)).toHaveAttribute(
    'aria-activedescendant',
    (await selected.getAttribute('id')) ?? '',
  );
}

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(text);
}

test('finding and opening a project with the keyboard only', async ({ owner, environment }) => {
  const id = await projectId(environment, 'Tidewatch');
  await owner.goto('/');
  await expect(owner.getByRole('table').first()).toBeVisible();

  await test.step('lists the views before typing', async () => {
    await search(owner, '');
    await expectSelected(owner, /^Dashboard/);
    await expect(
      palette(owner).getByRole('group', { name: 'Add' }).getByRole('option'),
    ).toHaveCount(namesOf(COLLECTIONS).length + 2);
  });

  await test.step('finds a project, marks the match and opens it', async () => {
    await owner.keyboard.type('tide');
    await expectSelected(owner, /^Tidewatch/);
    const first = palette(owner).getByRole('option').first();
    await expect(first.locator('mark')).toHaveText('Tide');
    await expect(palette(owner).getByRole('option', { name: 'Update Tidewatch' })).toBeVisible();
    await expect(palette(owner).getByText('Still searching')).toBeHidden();
    await owner.keyboard.press('Enter');
    await expectAt(owner, `/view/project/${id}`);
    await expect(palette(owner)).toBeHidden();
    await expect(owner.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('offers it as recent, and Control and Enter open it in a new tab', async () => {
    await search(owner, '');
    const recent = palette(owner).getByRole('group', { name: 'Recent' });
    await expect(recent.getByRole('option')).toHaveText([/^Tidewatch/]);
    const opened = owner.context().waitForEvent('page');
    await owner.keyboard.press('Control+Enter');
    const tab = await opened;
    await expect(tab).toHaveURL(new RegExp(`/view/project/${id}$`));
    await tab.close();
    await expect(palette(owner)).toBeVisible();
  });

  await test.step('Escape clears the field, then closes and returns the focus', async () => {
    await owner.keyboard.type('xyzzy');
    await expect(palette(owner).getByText('Nothing found for “xyzzy”.')).toBeVisible();
    await owner.keyboard.press('Escape');
    await expect(field(owner)).toHaveValue('');
    await owner.keyboard.press('Escape');
    await expect(palette(owner)).toBeHidden();
    await expect(owner.getByRole('heading', { level: 1 })).toBeFocused();
  });
});

test('a query typed while the palette loads is kept and can be continued', async ({ owner }) => {
  const release = await hold(owner, '**/command-palette*.js');
  await owner.goto('/');
  await expect(owner.getByRole('table').first()).toBeVisible();
  await owner.keyboard.press('Control+k');
  await owner.keyboard.type('add pro');
  release();
  await expect(field(owner)).toBeFocused();
  await owner.keyboard.type('ject');
  await expect(field(owner)).toHaveValue('add project');
  await expectSelected(owner, /project/i);
});

test('commands in the palette', async ({ owner }) => {
  await owner.goto('/');
  await expect(owner.getByRole('table').first()).toBeVisible();

  await test.step('adds a skill with the name that was typed', async () => {
    await search(owner, 'Locksmithing');
    await expect(palette(owner).getByText('Still searching')).toBeHidden();
    await owner.keyboard.press('ArrowDown');
    await expectSelected(owner, 'Add a skill called “Locksmithing”↵');
    await owner.keyboard.press('Enter');
    await expect(owner.getByLabel('Title')).toHaveValue('Locksmithing');
  });

  await test.step('shows the history of a project in place', async () => {
    await search(owner, 'tidew');
    await expectSelected(owner, /^Tidewatch/);
    await owner.keyboard.press('ArrowDown');
    await owner.keyboard.press('ArrowDown');
    await expectSelected(owner, 'History of Tidewatch↵');
    await owner.keyboard.press('Enter');
    await expect(owner.getByRole('dialog', { name: 'History' })).toBeVisible();
    await owner.keyboard.press('Escape');
  });

  await test.step('switches the theme and logs out', async () => {
    await search(owner, 'dark theme');
    await owner.keyboard.press('Enter');
    await expect(owner.locator('html')).toHaveAttribute('data-theme', 'dark');
    await search(owner, 'log out');
    await expectSelected(owner, 'Log out↵');
    await owner.keyboard.press('Enter');
    await expect(toast(owner, 'Logged Out!')).toBeVisible();
    await expectAt(owner, '/login');
  });
});

test('finds and opens skills, applications, timeline entries and messages', async ({ owner }) => {
  await owner.goto('/');
  await expect(owner.getByRole('table').first()).toBeVisible();

  await test.step('says that it is still searching the messages', async () => {
    const release = await hold(owner, '**/message/getall?*');
    await search(owner, 'Slow Radio');
    await expect(palette(owner).getByText('Still searching the messages…')).toBeVisible();
    release();
    await expect(palette(owner).getByText('Still searching')).toBeHidden();
    await palette(owner)
      .getByRole('group', { name: 'Messages' })
      .getByRole('option')
      .first()
      .click();
    await expect(owner.getByRole('button', { expanded: true })).toBeFocused();
  });

  for (const [group, path, focused] of [
    ['Skills', /\/manage\/skills\?item=/, 'checkbox'],
    ['Applications', /\/manage\/applications\?item=/, 'checkbox'],
    ['Timeline', /\/manage\/timeline\?entry=/, 'textbox'],
  ] as const)
    await test.step(group, async () => {
      await search(owner, 'e');
      const found = palette(owner).getByRole('group', { name: group }).getByRole('option').first();
      await found.click();
      await expect(owner).toHaveURL(path);
      await expect(owner.locator(':focus')).toHaveRole(focused);
    });
});

test('shortcuts of single keys', async ({ owner }) => {
  const heading = owner.getByRole('heading', { level: 1 });
  const help = owner.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await owner.goto('/');
  await expect(owner.getByRole('table').first()).toBeVisible();

  await test.step('? lists them', async () => {
    await owner.keyboard.press('?');
    await expect(help).toContainText('Undo the last change');
    await owner.keyboard.press('Escape');
    await expect(help).toBeHidden();
  });

  await test.step('G and A open a view, and / focuses the filter', async () => {
    await owner.keyboard.press('g');
    await owner.keyboard.press('p');
    await expectAt(owner, '/manage/projects');
    await expect(owner.getByLabel('Filter projects')).toBeVisible();
    await owner.keyboard.press('/');
    await expect(owner.getByLabel('Filter projects')).toBeFocused();
    await owner.getByRole('checkbox').first().focus();
    await owner.keyboard.press('a');
    await owner.keyboard.press('s');
    await expectAt(owner, '/?view=add-skill');
    await expect(heading).toBeFocused();
  });

  await test.step('they do nothing in a field, with a modifier or in a dialog', async () => {
    await owner.getByLabel('Title').pressSequentially('gd?');
    await expect(owner.getByLabel('Title')).toHaveValue('gd?');
    await owner.getByLabel('Title').fill('');
    await heading.focus();
    await owner.keyboard.press('Control+g');
    await owner.keyboard.press('d');
    await owner.keyboard.press('?');
    await owner.keyboard.press('g');
    await owner.keyboard.press('d');
    await expect(help).toBeVisible();
    await owner.keyboard.press('Escape');
    await expectAt(owner, '/?view=add-skill');
  });

  await test.step('Account turns them off, Undo included', async () => {
    await owner.goto('/?view=account&section=keyboard');
    await owner.getByLabel('Single-key shortcuts').uncheck();
    await owner.goto('/manage/skills');
    await owner.getByRole('checkbox').first().focus();
    await owner.keyboard.press('x');
    await expect(owner.getByRole('checkbox').first()).not.toBeChecked();
    await owner.getByRole('checkbox').first().check();
    await owner.getByRole('button', { name: 'Delete', exact: true }).last().click();
    await expect(toast(owner, 'Undo')).toBeVisible();
    await heading.focus();
    await owner.keyboard.press('z');
    await owner.keyboard.press('g');
    await owner.keyboard.press('d');
    await owner.keyboard.press('?');
    await expect(toast(owner, 'Undo')).toBeVisible();
    await expectAt(owner, '/manage/skills');
    await search(owner, '');
    await expect(palette(owner)).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('opens from the top bar, and fits long names', async ({ page, environment }) => {
    await environment.fillWithLongestContent();
    await page.context().addCookies([environment.session]);
    await page.goto('/');
    await page.getByRole('button', { name: 'Search and commands' }).tap();
    await field(page).fill('e');
    await expect(palette(page).getByText('Still searching')).toBeHidden();
    const { width = 0 } = (await palette(page).boundingBox()) ?? {};
    expect(width).toBeLessThanOrEqual(390 - 16);
    const overflow = await palette(page).evaluate((dialog) =>
      [dialog, ...dialog.querySelectorAll('[role=listbox], [role=option]')].some(
        (part) => part.scrollWidth > part.clientWidth,
      ),
    );
    expect(overflow).toBe(false);
    await palette(page).getByRole('button', { name: 'Cancel' }).tap();
    await expect(palette(page)).toBeHidden();

    await page.getByRole('button', { name: /^Open menu/ }).tap();
    await page.getByRole('button', { name: 'Switch to dark theme' }).tap();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });
});
