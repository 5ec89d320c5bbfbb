import { card, expectAt, hold, projectId, row, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test.describe('2. Dashboard view', () => {
  test('shows the whole portfolio', {
    tag: [
      '@S-HOME-1',
      '@S-HOME-2',
      '@S-HOME-3',
      '@S-HOME-4',
      '@S-HOME-5',
      '@S-HOME-6',
      '@S-HOME-7',
      '@S-HOME-8',
      '@S-HOME-10',
    ],
  }, async ({ owner, environment }) => {
    await owner.goto('/');
    await test.step('welcomes the owner by full name, with the avatar', async () => {
      await expect(
        owner.getByRole('heading', { level: 1, name: 'Welcome back, Ada Lovelace' }),
      ).toBeVisible();
      await expect(owner.getByAltText('Avatar of Ada Lovelace')).toBeVisible();
    });

    await test.step('has an about-me card with a Visit Portfolio link', async () => {
      await expect.soft(owner.getByText('About me')).toBeVisible();
      await expect.soft(owner.getByText(/^I make software that explains itself/)).toBeVisible();
      const link = owner.getByRole('link', { name: 'Visit Portfolio' });
      await expect(link).toHaveAttribute('href', 'https://ada.example.com');
      await expect(link).toHaveAttribute('target', '_blank');
    });

    for (const [title, number, button, path] of [
      ['Projects Completed', '8', 'Manage Projects', '/manage/projects'],
      ['Skills', '12', 'Manage Skill', '/manage/skills'],
    ] as const)
      await test.step(`the card ${title} shows their count, and ${button} opens ${path}`, async () => {
        const count = owner
          .locator('section')
          .filter({ has: owner.getByRole('link', { name: button }) });
        await expect(count.getByRole('heading', { name: title })).toBeVisible();
        await expect(count.getByText(number, { exact: true })).toBeVisible();
        await owner.getByRole('link', { name: button, exact: true }).click();
        await expectAt(owner, path);
        await owner.goBack();
      });

    await test.step('the projects table has Title, Stack and Deployed', async () => {
      const table = owner.getByRole('table', { name: 'Projects' });
      for (const name of ['Title', 'Stack', 'Deployed'])
        await expect(table.getByRole('columnheader', { name })).toBeVisible();
      const first = row(table, 'Tidewatch');
      await expect(first.getByRole('cell', { name: 'Full Stack' })).toBeVisible();
      await expect(first.getByRole('cell', { name: 'Yes' })).toBeVisible();
      await expect(table.getByRole('row')).toHaveCount(9);
    });

    await test.step('each skill has a title and a proficiency bar with a maximum of 100', async () => {
      const skills = card(owner, 'Skills');
      await expect(skills.getByText('TypeScript')).toBeVisible();
      const bar = skills.getByRole('progressbar', { name: 'Proficiency in TypeScript' });
      await expect(bar).toHaveAttribute('aria-valuenow', '94');
      await expect(bar).toHaveAttribute('aria-valuemax', '100');
      await expect(skills.getByRole('progressbar')).toHaveCount(12);
    });

    await test.step('the software applications table has Name, Icon and Delete', async () => {
      const table = owner.getByRole('table', { name: 'Software Applications' });
      for (const name of ['Name', 'Icon'])
        await expect(table.getByRole('columnheader', { name })).toBeVisible();
      const figma = row(table, 'Figma');
      await expect(figma.locator('img')).toHaveAttribute('src', /\/media\/.+\.svg$/);
      await expect(figma.getByText('Delete', { exact: true })).toBeVisible();
    });

    await test.step('the timeline table has Title, From and To, and Manage Timeline opens it', async () => {
      const table = owner.getByRole('table', { name: 'Timeline' });
      for (const name of ['Title', 'From', 'To'])
        await expect(table.getByRole('columnheader', { name, exact: true })).toBeVisible();
      const entry = row(table, 'Design engineer');
      await expect(entry.getByRole('cell', { name: '2017' })).toBeVisible();
      await expect(entry.getByRole('cell', { name: '2021' })).toBeVisible();
      await owner.getByRole('link', { name: 'Manage Timeline' }).click();
      await expectAt(owner, '/manage/timeline');
      await owner.goBack();
    });

    await test.step('each project has a Visit link, and an Update link to /update/project/{id}', async () => {
      const link = owner.getByRole('link', { name: 'Visit Tidewatch' });
      await expect.soft(link).toHaveText(/Visit/);
      await expect.soft(link).toHaveAttribute('href', 'https://tidewatch.example.com');
      await row(owner.getByRole('table', { name: 'Projects' }), 'Tidewatch')
        .getByText('Update')
        .click();
      await expectAt(owner, `/update/project/${await projectId(environment, 'Tidewatch')}`);
    });
  });

  test('deletes a software application', {
    tag: ['@S-HOME-8', '@S-HOME-9', '@D-DELETE-1'],
  }, async ({ owner }) => {
    await owner.goto('/');
    const table = owner.getByRole('table', { name: 'Software Applications' });
    await expect(table.getByRole('row').nth(1)).toContainText('Figma');

    await test.step('Delete shows a Deleting spinner while pending, on its own row only', async () => {
      const release = await hold(owner, '**/softwareapplication/delete/*');
      await row(table, 'Figma').getByRole('button').click();
      await expect(row(table, 'Figma').getByText('Deleting')).toBeVisible();
      await expect(table.getByText('Deleting')).toHaveCount(1);
      release();
      await expect(row(table, 'Figma')).toHaveCount(0);
    });

    await test.step('Delete offers Undo, which puts the application back in its place', async () => {
      const deleted = toast(owner, 'Software application deleted.');
      await expect(deleted).toBeVisible();
      await deleted.getByRole('button', { name: 'Undo' }).click();
      await expect(table.getByRole('row').nth(1)).toContainText('Figma');
    });
  });

  test('each empty card says so and offers the next step', {
    tag: ['@S-HOME-11', '@D-HOME-2'],
  }, async ({ beginner }) => {
    await beginner.goto('/');
    for (const [title, sentence, next] of [
      ['Projects', 'You have not added any project.', '/?view=add-project'],
      ['Skills', 'You have not added any skill.', '/?view=add-skill'],
      ['Timeline', 'You have not added any timeline.', '/?view=add-timeline'],
      [
        'Software Applications',
        'You have not added any software application.',
        '/?view=add-application',
      ],
    ] as const)
      await test.step(title, async () => {
        const empty = card(beginner, title);
        await expect(empty.getByText(sentence, { exact: true })).toBeVisible();
        await empty.getByRole('link', { name: /^Add/ }).click();
        await expectAt(beginner, next);
        await beginner.goBack();
      });
  });
});
