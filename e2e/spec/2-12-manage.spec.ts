import type { Page } from '@playwright/test';
import { TIMELINE } from '@vitrine/demo/portfolio';
import { count, expectAt, hold, projectId, row, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test.describe('2. Manage Skills', () => {
  test('shows and deletes skills', { tag: ['@S-SKILLS-1', '@S-SKILLS-3', '@S-SKILLS-4'] }, async ({
    owner,
    environment,
  }) => {
    await test.step('shows cards with title, a delete icon and an editable proficiency', async () => {
      await owner.goto('/manage/skills');
      await expect(owner.getByRole('heading', { name: 'TypeScript' })).toBeVisible();
      await expect(owner.getByRole('button', { name: 'Delete TypeScript' })).toBeVisible();
      await expect(owner.getByLabel('Proficiency of TypeScript')).toHaveValue('94');
      await expect(owner.getByRole('spinbutton')).toHaveCount(12);
    });

    await test.step('the delete icon deletes the skill', async () => {
      await owner.getByRole('button', { name: 'Delete TypeScript' }).click();
      await expect(toast(owner, 'Skill deleted.')).toBeVisible();
      await expect(owner.getByRole('heading', { name: 'TypeScript' })).toHaveCount(0);
      expect(await count(environment, 'skill')).toBe(11);
    });

    await test.step('has a Return to Dashboard button', async () => {
      await owner.getByRole('link', { name: 'Return to Dashboard' }).click();
      await expectAt(owner, '/');
    });
  });

  test('saves a changed proficiency', { tag: ['@S-SKILLS-2', '@D-SKILLS-1'] }, async ({
    owner,
    environment,
  }) => {
    await test.step('leaving the field saves the new value of this skill only', async () => {
      await owner.goto('/manage/skills');
      const field = owner.getByLabel('Proficiency of TypeScript');
      await field.fill('55');
      await field.press('Tab');
      await expect(toast(owner, 'Skill updated.')).toBeVisible();
      const { rows } = await environment.database.query(
        'select title, proficiency from skill where proficiency = 55',
      );
      expect(rows).toEqual([{ title: 'TypeScript', proficiency: 55 }]);
    });

    await test.step('leaving an unchanged field saves nothing', async () => {
      await environment.fill();
      await owner.goto('/manage/skills');
      let puts = 0;
      owner.on('request', (request) => {
        if (request.method() === 'PUT') puts += 1;
      });
      for (const name of ['TypeScript', 'React.JS', 'PostgreSQL']) {
        await owner.getByLabel(`Proficiency of ${name}`).focus();
        await owner.keyboard.press('Tab');
      }
      // A real change afterwards: an earlier request would have been counted by now.
      await owner.getByLabel('Proficiency of Rust').fill('47');
      await owner.keyboard.press('Tab');
      await expect(toast(owner, 'Skill updated.')).toBeVisible();
      expect(puts).toBe(1);
    });

    await test.step('Escape undoes the change without a request', async () => {
      await environment.fill();
      const sent = watchPuts(owner);
      await owner.goto('/manage/skills');
      const field = owner.getByLabel('Proficiency of TypeScript');
      await field.fill('11');
      await field.press('Escape');
      await expect(field).toHaveValue('94');
      await field.blur();
      await changeRust(owner);
      await expect(toast(owner, 'Skill updated.').first()).toBeVisible();
      expect(sent).toEqual(['{"proficiency":47}']);
    });

    await test.step('tabbing through other fields changes no other skill', async () => {
      await environment.fill();
      const sent = watchPuts(owner);
      await owner.goto('/manage/skills');
      await owner.getByLabel('Proficiency of TypeScript').fill('55');
      for (const name of ['React.JS', 'PostgreSQL'])
        await owner.getByLabel(`Proficiency of ${name}`).focus();
      await changeRust(owner);
      await expect(toast(owner, 'Skill updated.')).toHaveCount(2);
      expect(sent).toEqual(['{"proficiency":55}', '{"proficiency":47}']);
    });

    await test.step('a rejected value shows an error and restores the old one', async () => {
      await environment.fill();
      await owner.goto('/manage/skills');
      const field = owner.getByLabel('Proficiency of TypeScript');
      await field.fill('900');
      await field.blur();
      await expect(toast(owner, /from 0 to 100/)).toBeVisible();
      await expect(field).toHaveValue('94');
    });
  });
});

test.describe('2. Manage Timeline', () => {
  test('shows and deletes timeline entries', {
    tag: ['@S-TIMELINE-1', '@S-TIMELINE-2', '@S-TIMELINE-3', '@D-DELETE-1'],
  }, async ({ owner, environment }) => {
    await test.step('shows a table with Title, Description, From and To', async () => {
      await owner.goto('/manage/timeline');
      const table = owner.getByRole('table', { name: 'Timeline' });
      for (const name of ['Title', 'Description', 'From', 'To'])
        await expect(table.getByRole('columnheader', { name, exact: true })).toBeVisible();
      const entry = row(table, 'Design engineer');
      await expect(entry).toContainText('Built the design system');
      await expect(entry.getByRole('cell', { name: '2017' })).toBeVisible();
    });

    await test.step('To shows ____ if empty', async () => {
      const entry = row(owner.getByRole('table'), 'Principal engineer');
      await expect(entry.getByRole('cell', { name: '____' })).toBeVisible();
    });

    await test.step('the delete button deletes the entry, and Undo restores it', async () => {
      const entry = row(owner.getByRole('table'), 'Principal engineer');
      await entry.getByRole('button', { name: /^Delete/ }).click();
      const deleted = toast(owner, 'Timeline entry deleted.');
      await expect(deleted).toBeVisible();
      await expect(entry).toHaveCount(0);
      expect(await count(environment, 'timeline')).toBe(TIMELINE.length - 1);
      await deleted.getByRole('button', { name: 'Undo' }).click();
      await expect(entry).toBeVisible();
      expect(await count(environment, 'timeline')).toBe(TIMELINE.length);
    });
  });
});

test.describe('2. Manage Projects', () => {
  test('shows, opens and deletes projects', { tag: ['@S-PROJECTS-1', '@S-PROJECTS-2'] }, async ({
    owner,
    environment,
  }) => {
    await test.step('shows a table with Banner, Title, Stack and Deployed', async () => {
      await owner.goto('/manage/projects');
      const table = owner.getByRole('table', { name: 'Projects' });
      for (const name of ['Banner', 'Title', 'Stack', 'Deployed'])
        await expect(table.getByRole('columnheader', { name, exact: true })).toBeVisible();
      const entry = row(table, 'Tidewatch');
      await expect(entry.locator('img')).toHaveAttribute('src', /\/media\//);
      await expect(entry.getByRole('cell', { name: 'Full Stack', exact: true })).toBeVisible();
      await expect(entry.getByRole('cell', { name: 'Yes', exact: true })).toBeVisible();
    });

    for (const [action, path] of [
      ['View', '/view/project/'],
      ['Edit', '/update/project/'],
    ] as const)
      await test.step(`the ${action} action opens ${path}{id}`, async () => {
        await owner.getByRole('link', { name: `${action} Tidewatch` }).click();
        await expectAt(owner, path + (await projectId(environment, 'Tidewatch')));
        await owner.goBack();
      });

    await test.step('the Delete action deletes the project and shows its progress', async () => {
      const release = await hold(owner, '**/project/delete/*');
      await owner.getByRole('button', { name: 'Delete Tidewatch' }).click();
      await expect(owner.getByRole('button', { name: 'Deleting Tidewatch' })).toBeVisible();
      release();
      await expect(toast(owner, 'Project deleted.')).toBeVisible();
      await expect(row(owner.getByRole('table'), 'Tidewatch')).toHaveCount(0);
      expect(await count(environment, 'project')).toBe(7);
    });
  });
});

/** Requests that change data. */
function watchPuts(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.postData() ?? '');
  });
  return sent;
}

/** Makes a real change: by the time it is reported, every earlier request has been seen. */
async function changeRust(page: Page): Promise<void> {
  await page.getByLabel('Proficiency of Rust').fill('47');
  await page.getByLabel('Proficiency of Rust').blur();
}
