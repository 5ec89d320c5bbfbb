import type { Page } from '@playwright/test';
import { fillProject, PNG, projectId, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

/** The calls that were made, by their path under /api/v1. */
function watchCalls(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const [, path] = request.url().split('/api/v1');
    if (path !== undefined && request.method() !== 'GET') paths.push(path);
  });
  return paths;
}

function paste(page: Page, text: string): Promise<void> {
  return page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', {
      clipboardData: data,
      bubbles: true,
      cancelable: true,
    });
    document.activeElement?.dispatchEvent(event);
  }, text);
}

test('technologies typed without spaces and lines in a description come out as badges and bullets', async ({
  owner,
  world,
}) => {
  await owner.goto('/?view=add-project');
  await fillProject(owner, 'Lock');
  await owner.getByLabel('Technologies').fill('Brass,Steam');
  await owner.getByLabel('Description').fill('It opens.\nIt closes\nIt stays shut. For good');
  await expect(owner.getByLabel('Technologies')).toHaveValue('Brass, Steam');
  await owner.locator('input[name=projectBanner]').setInputFiles(PNG);
  await owner.getByRole('button', { name: 'Add Project' }).click();
  await expect(toast(owner, 'Project added.')).toBeVisible();

  const id = await projectId(world, 'Lock');
  await owner.goto(`/view/project/${id}`);
  const facts = owner.getByRole('definition');
  await expect(facts.filter({ hasText: 'Brass' }).getByRole('listitem')).toHaveText([
    'Brass',
    'Steam',
  ]);
  await expect(facts.filter({ hasText: 'It opens' }).getByRole('listitem')).toHaveText([
    'It opens',
    'It closes',
    'It stays shut',
    'For good',
  ]);
  await owner.goto(`/update/project/${id}`);
  await expect(owner.getByLabel('Description')).toHaveValue(
    'It opens.\nIt closes\nIt stays shut. For good',
  );
});

test('a list pasted into Technologies, one item per line, keeps its items apart', async ({
  owner,
}) => {
  await owner.goto('/?view=add-project');
  await owner.getByLabel('Technologies').fill('Wood, ');
  await owner.getByLabel('Technologies').press('End');
  await paste(owner, 'Brass\r\nSteam\r\n');
  await expect(owner.getByLabel('Technologies')).toHaveValue('Wood, Brass, Steam');
});

test('a link typed without a scheme gets https://, also when Enter sends the form', async ({
  owner,
  world,
}) => {
  await owner.goto('/?view=account&section=update-profile');
  const github = owner.getByLabel('Github URL');
  await github.fill('github.com/me');
  await github.blur();
  await expect(github).toHaveValue('https://github.com/me');
  await owner.getByLabel('Portfolio URL').fill('me.example.com');
  await owner.getByLabel('Portfolio URL').press('Enter');
  await expect(toast(owner, 'Profile updated.')).toBeVisible();
  await expect(owner.getByLabel('Portfolio URL')).toHaveValue('https://me.example.com');
  const { rows } = await world.database.query('select github_url, portfolio_url from owner');
  expect(rows).toEqual([
    { github_url: 'https://github.com/me', portfolio_url: 'https://me.example.com' },
  ]);
});

test('a wrong field is reported before the banner is uploaded', async ({ owner }) => {
  await owner.goto('/?view=add-project');
  await fillProject(owner, 'Lock');
  await owner.getByLabel('Project Link').fill('not a link');
  await owner.locator('input[name=projectBanner]').setInputFiles(PNG);
  const made = watchCalls(owner);
  await owner.getByRole('button', { name: 'Add Project' }).click();
  await expect(owner.getByLabel('Project Link')).toHaveAccessibleDescription(
    'The project link must start with http:// or https://.',
  );
  await expect(owner.getByLabel('Project Link')).toBeFocused();
  expect(made).toEqual(['/project/add/validate']);

  await owner.getByLabel('Project Link').fill('lock.example.com');
  await owner.getByRole('button', { name: 'Add Project' }).click();
  await expect(toast(owner, 'Project added.')).toBeVisible();
  expect(made.slice(1)).toEqual(['/project/add/validate', '/project/add']);
});

test('a form without a file is sent without a check of its own', async ({ owner }) => {
  await owner.goto('/?view=account&section=update-profile');
  const made = watchCalls(owner);
  await owner.getByLabel('Phone', { exact: true }).fill('+44 20 7946 0000');
  await owner.getByRole('button', { name: 'Update Profile' }).click();
  await expect(toast(owner, 'Profile updated.')).toBeVisible();
  expect(made).toEqual(['/user/update/me']);
});

test('Enter in a proficiency field saves it and keeps the focus, ready for the next value', async ({
  owner,
}) => {
  await owner.goto('/manage/skills');
  const field = owner.getByLabel('Proficiency of TypeScript');
  await field.fill('55');
  await field.press('Enter');
  await expect(toast(owner, 'Skill updated.')).toBeVisible();
  await expect(field).toBeFocused();
  await owner.keyboard.type('56');
  await expect(field).toHaveValue('56');
  await field.press('Enter');
  await expect(toast(owner, 'Skill updated.')).toHaveCount(2);
});

test('an empty From asks for the year', async ({ owner }) => {
  await owner.goto('/?view=add-timeline');
  await owner.getByLabel('Title').fill('Engineer');
  await owner.getByLabel('Description').fill('Engines');
  await owner.getByRole('button', { name: 'Add Timeline' }).click();
  await expect(owner.getByLabel('From')).toHaveAccessibleDescription(
    'The year it began. Enter the year it began.',
  );
});
