import type { Locator, Page } from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import type { TestEnvironment } from '@vitrine/testing/environment';
import { confirm, ownerClient, PNG, projectId, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('shows what each version of a project changed, and restores one', async ({
  owner,
  environment,
}) => {
  const id = await openProject(owner, environment);
  await owner.getByLabel('Project Title').fill('Tide table');
  await owner.getByLabel('Description').fill('Shows the tide at 12 piers');
  await owner.locator('input[name=projectBanner]').setInputFiles(PNG);
  await owner.getByRole('button', { name: 'Update Project' }).click();
  await expect(toast(owner, 'Project updated.')).toBeVisible();
  await owner.getByLabel('Description').fill('Shows the tide at 900 piers today');
  await owner.getByRole('button', { name: 'Update Project' }).click();
  await expect.poll(() => countVersions(environment, id)).toBe(3);

  const sheet = await openHistory(owner);
  await expect(sheet).toContainText(/Tide table · 3 versions since/);
  await expect(versions(sheet)).toHaveText([
    /Description.*Current/,
    /Title, description and 1 more/,
    /Created.*Vitrine/,
  ]);

  await test.step('word by word', async () => {
    await versions(sheet).first().click();
    await expect(sheet.getByRole('deletion')).toHaveText('12');
    await expect(sheet.getByRole('insertion')).toHaveText(['900', ' today']);
    await expect(sheet.getByRole('insertion').first()).toHaveCSS(
      'text-decoration-line',
      'underline',
    );
    await expect(sheet.getByRole('deletion')).toHaveCSS('text-decoration-line', 'line-through');
    // The current version has nothing to restore.
    await expect(sheet.getByRole('button', { name: 'Restore this version' })).toHaveCount(0);
  });

  await test.step('images before and after', async () => {
    await versions(sheet).nth(1).click();
    await expect(sheet.getByRole('img', { name: 'Banner before' })).toBeVisible();
    await expect(sheet.getByRole('img', { name: 'Banner after' })).toBeVisible();
    await expect(sheet.getByRole('deletion').first()).toHaveText('Tidewatch');
  });

  await test.step('compared with now', async () => {
    const compare = sheet.getByRole('button', { name: 'Compare with now' });
    await compare.click();
    await expect(compare).toHaveAttribute('aria-pressed', 'true');
    await expect(sheet.getByRole('insertion')).toHaveText(['900', ' today']);
    await expect(sheet.getByRole('img', { name: 'Banner before' })).toHaveCount(0);
  });

  await test.step('the form shows the restored version', async () => {
    await versions(sheet).nth(2).click();
    await expect(sheet.getByText('When it was created')).toBeVisible();
    await sheet.getByRole('button', { name: 'Restore this version' }).click();
    await expect(toast(owner, 'Project restored.')).toBeVisible();
    await expect(sheet).toHaveCount(0);
    await expect(owner.getByRole('button', { name: 'History' })).toBeFocused();
    await expect(owner.getByLabel('Project Title')).toHaveValue('Tidewatch');
  });

  await test.step('Undo takes the restored version back', async () => {
    const again = await openHistory(owner);
    await expect(versions(again).first()).toHaveText(/Restored from .*Current/);
    // The toast lies above the sheet.
    await toast(owner, 'Project restored.').getByRole('button', { name: 'Undo' }).click();
    await expect(toast(owner, 'Change undone.')).toBeVisible();
    await expect(versions(again).first()).toHaveText(/Undone/);
    await owner.keyboard.press('Escape');
    await expect(owner.getByLabel('Project Title')).toHaveValue('Tide table');
    // The form starts from the latest version: saving it is no conflict.
    await owner.getByLabel('Project Title').fill('Tides');
    await owner.getByRole('button', { name: 'Update Project' }).click();
    await expect.poll(() => countVersions(environment, id)).toBe(6);
  });
});

test('restores older versions of the profile, a skill, an application and a timeline entry', async ({
  owner,
  environment,
}) => {
  await test.step('restores the profile', async () => {
    await owner.goto('/?view=account&section=update-profile');
    const name = owner.getByLabel('Full Name');
    const before = await name.inputValue();
    await name.fill('Countess of Lovelace');
    await owner.getByRole('button', { name: 'Update Profile' }).click();
    await expect(toast(owner, 'Profile updated.')).toBeVisible();
    const sheet = await openHistory(owner);
    await expect(versions(sheet).first()).toHaveText(/Full name.*Current/);
    await versions(sheet).nth(1).click();
    await sheet.getByRole('button', { name: 'Restore this version' }).click();
    await expect(toast(owner, 'Profile restored.')).toBeVisible();
    await expect(name).toHaveValue(before);
  });

  await test.step('a skill', async () => {
    const before = await itemIn(environment, 'skill', "title = 'Docker'");
    const params = { id: before.id };
    await ownerClient(environment).call(calls.skill.update, { params, json: { proficiency: 12 } });
    await owner.goto('/manage/skills');
    await openMenu(owner, 'Docker');
    await restoreFirst(owner, /Proficiency.*Current/, 'Skill restored.');
    await expect(owner.getByLabel('Proficiency of Docker')).toHaveValue('63');
    expect(await itemIn(environment, 'skill', "title = 'Docker'")).toEqual(before);
  });

  await test.step('a software application', async () => {
    const before = await itemIn(environment, 'software_application', "name = 'Figma'");
    const params = { id: before.id };
    const form = { name: 'Figma for teams' };
    await ownerClient(environment).call(calls.softwareApplication.update, { params, form });
    await owner.goto('/manage/applications');
    await openMenu(owner, 'Figma for teams');
    await restoreFirst(owner, /Name.*Current/, 'Software application restored.');
    await expect(owner.getByRole('button', { name: 'More actions for Figma' })).toBeVisible();
    expect(await itemIn(environment, 'software_application', "name = 'Figma'")).toEqual(before);
  });

  await test.step('a timeline entry, in the open form', async () => {
    const before = await itemIn(environment, 'timeline', "title = 'Conference speaker'");
    const title = owner.getByRole('dialog').getByLabel('Title');
    await owner.goto(`/manage/timeline?entry=${before.id}`);
    await title.fill('Keynote speaker');
    await owner.getByLabel('Location').fill('London');
    await owner.getByRole('button', { name: 'Update Timeline' }).click();
    await owner.getByRole('button', { name: 'Edit Keynote speaker' }).click();
    await expect(title).toHaveValue('Keynote speaker');
    // Given up after a question.
    await title.fill('Half a title');
    await owner.getByRole('dialog').getByRole('button', { name: 'History' }).click();
    const sheet = owner.getByRole('dialog', { name: 'History' });
    await expect(versions(sheet).first()).toHaveText(/Title, location.*Current/);
    await versions(sheet).last().click();
    await sheet.getByRole('button', { name: 'Restore this version' }).click();
    await confirm(owner, 'Restore');
    await expect(toast(owner, 'Timeline entry restored.')).toBeVisible();
    await expect(title).toHaveValue('Conference speaker');
    expect(await itemIn(environment, 'timeline', "title = 'Conference speaker'")).toEqual(before);
    await toast(owner, 'Timeline entry restored.').getByRole('button', { name: 'Undo' }).click();
    await expect(title).toHaveValue('Keynote speaker');
  });
});

test('loads in pages, and keeps the form', async ({ owner, environment }) => {
  await test.step('loads in pages and groups by day', async () => {
    const id = await openProject(owner, environment);
    await environment.database.query(
      `insert into revision (noun, item_id, operation, before, after, media, actor_type, actor_name, created_at)
     select noun, item_id, 'update', after, after || jsonb_build_object('title', 'Title ' || n), '{}',
       'session', 'Mozilla/5.0 (X11; Linux) Firefox/140.0', now() - interval '1 day' * (40 - n)
     from revision, generate_series(1, 40) n where item_id = $1`,
      [id],
    );
    const sheet = await openHistory(owner);
    await expect(versions(sheet)).toHaveCount(20);
    await expect(sheet.getByRole('heading', { level: 3 }).first()).toHaveText('Today');
    await expect(sheet.getByRole('heading', { level: 3 }).nth(1)).toHaveText('Yesterday');
    await expect(versions(sheet).first()).toContainText('Firefox on Linux');
    await sheet.getByRole('button', { name: 'Load more' }).click();
    await expect(versions(sheet)).toHaveCount(40);
    await expect(versions(sheet).nth(20)).toBeFocused();
  });

  await test.step('asks before it replaces unsaved changes', async () => {
    await environment.fill();
    const id = await openProject(owner, environment);
    await change(environment, id, 'Tide table');
    const description = owner.getByLabel('Description');
    await description.fill('Half a sentence');
    const sheet = await openHistory(owner);
    await versions(sheet).last().click();
    const restore = sheet.getByRole('button', { name: 'Restore this version' });
    await restore.click();
    await expect(owner.getByRole('alertdialog')).toContainText('Your unsaved changes');
    await confirm(owner, 'Cancel');
    await expect(description).toHaveValue('Half a sentence');
    await restore.click();
    await confirm(owner, 'Restore');
    await expect(toast(owner, 'Project restored.')).toBeVisible();
    await expect(description).toHaveValue(/^Shows the tide/);
  });

  await test.step('keeps the form if the history does not load', async () => {
    await environment.fill();
    await openProject(owner, environment);
    await owner.getByLabel('Project Title').fill('Not saved');
    const button = owner.getByRole('button', { name: 'History' });

    await owner.route('**/assets/history-sheet-*.js', (route) => route.abort());
    await button.click();
    await expect(toast(owner, 'Network Error')).toBeVisible();
    await expect(owner.getByLabel('Project Title')).toHaveValue('Not saved');
    await owner.unroute('**/assets/history-sheet-*.js');

    await owner.route('**/history/getall/**', (route) => route.abort());
    await owner.reload();
    await button.click();
    const sheet = owner.getByRole('dialog', { name: 'History' });
    await expect(sheet.getByText('Network Error')).toBeVisible();
    await owner.unroute('**/history/getall/**');
    await sheet.getByRole('button', { name: 'Try again' }).click();
    await expect(versions(sheet)).toHaveCount(1);
  });
});

test('works with the keyboard alone and on a phone', async ({ owner, environment }) => {
  await test.step('works with the keyboard alone', async () => {
    const id = await openProject(owner, environment);
    await change(environment, id, 'Tide table');
    const press = (key: string) => owner.keyboard.press(key);
    await owner.getByRole('button', { name: 'History' }).focus();
    await press('Enter');
    const sheet = owner.getByRole('dialog', { name: 'History' });
    await expect(sheet.getByRole('heading', { name: 'History' })).toBeFocused();
    await expect(versions(sheet)).toHaveCount(2);
    await press('ArrowDown');
    await expect(versions(sheet).first()).toBeFocused();
    await press('ArrowDown');
    await expect(versions(sheet).nth(1)).toBeFocused();
    await press('Enter');
    await expect(versions(sheet).nth(1)).toHaveAttribute('aria-expanded', 'true');
    await expect(sheet.getByRole('button', { name: 'Restore this version' })).toBeVisible();
    await press('Tab');
    await expect(sheet.getByRole('button', { name: 'Restore this version' })).toBeFocused();
    await press('Enter');
    await expect(toast(owner, 'Project restored.')).toBeVisible();
    await expect(owner.getByRole('button', { name: 'History' })).toBeFocused();
    await press('z');
    await expect(toast(owner, 'Change undone.')).toBeVisible();
    await press('Enter');
    await expect(sheet).toBeVisible();
    await press('Escape');
    await expect(owner.getByRole('button', { name: 'History' })).toBeFocused();
  });

  await test.step('fills a phone', async () => {
    await environment.fill();
    await owner.setViewportSize({ width: 390, height: 844 });
    const id = await openProject(owner, environment);
    await change(environment, id, 'Tide table');
    const sheet = await openHistory(owner);
    expect(await sheet.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    await versions(sheet).last().click();
    await sheet.getByRole('button', { name: 'Restore this version' }).click();
    await toast(owner, 'Project restored.').getByRole('button', { name: 'Undo' }).click();
    await expect(toast(owner, 'Change undone.')).toBeVisible();
    await expect(owner.getByLabel('Project Title')).toHaveValue('Tide table');
  });
});

async function openHistory(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'History' }).click();
  const sheet = page.getByRole('dialog', { name: 'History' });
  await expect(versions(sheet).first()).toBeVisible();
  return sheet;
}

async function openMenu(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
}

/** Restores the first version in the open history, whose latest version has this text. */
async function restoreFirst(page: Page, latest: RegExp, message: string): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'History' });
  await expect(versions(sheet).first()).toHaveText(latest);
  await versions(sheet).last().click();
  await sheet.getByRole('button', { name: 'Restore this version' }).click();
  await expect(toast(page, message)).toBeVisible();
}

/** The content of a row, without what every change updates. */
async function itemIn(
  { database }: TestEnvironment,
  table: string,
  condition: string,
): Promise<{ readonly id: string }> {
  const { rows } = await database.query(`select * from ${table} where ${condition}`);
  const { updated_at: _time, ...item } = rows[0];
  return item;
}

function versions(sheet: Locator): Locator {
  return sheet.getByRole('listitem').locator('[aria-expanded]');
}

async function openProject(page: Page, environment: TestEnvironment): Promise<string> {
  const id = await projectId(environment, 'Tidewatch');
  await page.goto(`/update/project/${id}`);
  await expect(page.getByLabel('Project Title')).toHaveValue('Tidewatch');
  return id;
}

async function change(environment: TestEnvironment, id: string, title: string): Promise<void> {
  await ownerClient(environment).call(calls.project.update, { params: { id }, form: { title } });
}

async function countVersions(environment: TestEnvironment, id: string): Promise<number> {
  const { rows } = await environment.database.query(
    'select count(*)::int as count from revision where item_id = $1',
    [id],
  );
  return rows[0].count;
}
