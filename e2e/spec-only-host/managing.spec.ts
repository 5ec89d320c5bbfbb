import { PROJECT_ID, samplePortfolio } from '../../examples/backend/portfolio.ts';
import { card, expectAt, PNG, row } from '../support/screen.ts';
import {
  deleteNamed,
  expectErrorToast,
  expectPicture,
  expectToasts,
  fill,
  openView,
  submit,
} from './screen.ts';
import { expect, test } from './test.ts';

test.describe('A host with only the specified calls: managing', () => {
  test('shows, updates and deletes projects', {
    tag: [
      '@S-CALL-18',
      '@S-CALL-19',
      '@S-CALL-21',
      '@S-CALL-22',
      '@S-DATA-1',
      '@S-DATA-7',
      '@S-VIEW-1',
      '@S-VIEW-2',
      '@S-VIEW-3',
      '@S-VIEW-4',
      '@S-UPDATE-1',
      '@S-UPDATE-2',
      '@S-ERROR-2',
    ],
  }, async ({ owner, host }) => {
    await test.step('shows every field of a project', async () => {
      await owner.goto('/manage/projects');
      await owner.getByRole('link', { name: 'View Compiler' }).click();
      await expectAt(owner, `/view/project/${PROJECT_ID}`);
      await expect(owner.getByRole('heading', { name: 'Compiler' })).toBeVisible();
      await expectPicture(owner.getByAltText('Banner of Compiler'));
      await expect(owner.getByRole('listitem')).toHaveText([
        'Reads words',
        'Writes numbers',
        'Never tires.',
        'Paper',
        'Tape',
        'Patience',
      ]);
      for (const link of [
        'https://github.com/grace-example/compiler',
        'https://compiler.example.com',
      ]) {
        await expect(owner.getByRole('link', { name: link })).toHaveAttribute('target', '_blank');
      }
    });

    await test.step('shows the host’s message for an unknown project', async () => {
      await owner.goto('/view/project/65f1c0ffff');
      await expectErrorToast(owner, 'Not Found!');
    });

    await test.step('updates a project and keeps its banner', async () => {
      await owner.goto('/');
      await owner.getByRole('link', { name: 'Update Compiler' }).click();
      await expect(owner.getByLabel('Project Title')).toHaveValue('Compiler');
      await expect(owner.getByLabel('Technologies')).toHaveValue('Paper, Tape, Patience');
      await expect(owner.getByLabel('Stack')).toHaveValue('Mern');
      await expectPicture(owner.getByAltText('Current image'));
      await fill(owner, { 'Project Title': 'Compiler II' });
      await submit(owner, 'Update Project');
      await expectToasts(owner, 'Saved.');
      await expect(owner.getByLabel('Project Title')).toHaveValue('Compiler II');
      const [changed] = host.portfolio.projects;
      expect(changed).toMatchObject({ _id: PROJECT_ID, projectBanner: host.picture });

      await owner.getByRole('link', { name: 'Return to Dashboard' }).click();
      await expect(row(card(owner, 'Projects'), 'Compiler II')).toBeVisible();
    });

    await test.step('replaces a project’s banner, and shows the word undefined as empty', async () => {
      for (const project of host.portfolio.projects)
        Object.assign(project, { gitRepoLink: 'undefined', projectLink: 'undefined' });
      await owner.goto(`/update/project/${PROJECT_ID}`);
      await expect(owner.getByLabel('Github Repository Link')).toHaveValue('');
      await expect(owner.getByLabel('Project Link')).toHaveValue('');
      await owner.locator('input[type="file"]').setInputFiles(PNG);
      await submit(owner, 'Update Project');
      await expectToasts(owner, 'Saved.');
      expect(host.portfolio.projects[0]?.projectBanner).not.toEqual(host.picture);
      await expectPicture(owner.getByAltText('Current image'));
    });

    await test.step('deletes a project', async () => {
      host.portfolio = samplePortfolio(host.picture);
      await owner.goto('/manage/projects');
      await expectPicture(row(owner.getByRole('table'), 'Compiler').locator('img'));
      await deleteNamed(owner, 'Compiler');
      await expectToasts(owner, 'Deleted.');
      await expect(owner.getByText('You have not added any project.')).toBeVisible();
      expect(host.portfolio.projects).toEqual([]);
    });
  });

  test('updates and deletes skills', {
    tag: ['@S-CALL-11', '@S-CALL-13', '@S-CALL-14', '@S-SKILLS-2', '@D-SKILLS-1'],
  }, async ({ owner, host }) => {
    await test.step('restores a proficiency that the host rejects', async () => {
      await owner.goto('/manage/skills');
      await owner.getByLabel('Proficiency of Debugging').fill('200');
      await owner.getByLabel('Proficiency of COBOL').focus();
      await expectErrorToast(owner, 'Proficiency Is At Most 100!');
      await expect(owner.getByLabel('Proficiency of Debugging')).toHaveValue('60');
    });

    await test.step('saves a proficiency when the field loses focus', async () => {
      await owner.goto('/manage/skills');
      await owner.getByLabel('Proficiency of Debugging').fill('75');
      await owner.getByLabel('Proficiency of COBOL').focus();
      await expectToasts(owner, 'Saved.');
      expect(host.portfolio.skills.map(({ proficiency }) => proficiency)).toEqual([95, 75]);
    });

    await test.step('deletes a skill', async () => {
      await owner.goto('/manage/skills');
      await deleteNamed(owner, 'COBOL');
      await expectToasts(owner, 'Deleted.');
      await expect(owner.getByLabel(/^Proficiency of/)).toHaveCount(1);
      await expect(owner.getByLabel('Proficiency of Debugging')).toBeVisible();
    });
  });

  test('deletes timeline entries and messages', {
    tag: [
      '@S-CALL-15',
      '@S-CALL-17',
      '@S-CALL-23',
      '@S-CALL-24',
      '@S-DATA-4',
      '@S-DATA-5',
      '@S-TIMELINE-2',
      '@S-MESSAGES-3',
    ],
  }, async ({ owner }) => {
    await test.step('shows ____ for a timeline entry without an end, and deletes it', async () => {
      await owner.goto('/manage/timeline');
      const entry = row(owner.getByRole('table'), 'Rear admiral');
      await expect(entry.getByRole('cell')).toContainText(['Rear admiral', 'What', '1985', '____']);
      await deleteNamed(owner, 'Rear admiral');
      await expectToasts(owner, 'Deleted.');
      await expect(entry).toBeHidden();
      await expect(row(owner.getByRole('table'), 'Programmer, Mark I')).toBeVisible();
    });

    await test.step('shows and deletes messages', async () => {
      await openView(owner, 'Messages');
      await expect(owner.getByRole('listitem')).toHaveCount(2);
      const first = owner.getByRole('listitem').filter({ hasText: 'Howard' });
      await expect(first).toContainText('A moth in the relay');
      await expect(first).toContainText('howard@example.com');
      await expect(first).toContainText('A moth in the relay. Yours, Howard');
      await expect(owner.getByRole('main')).not.toContainText(/undefined|Invalid Date/);
      await expect(owner.getByRole('button', { name: 'Load more' })).toBeHidden();
      await deleteNamed(owner, 'message from Howard');
      await expectToasts(owner, 'Deleted.');
      await deleteNamed(owner, 'message from Jean');
      await expect(owner.getByText('No Messages Found!')).toBeVisible();
    });
  });

  test('offers no order, selection, filter or editing that the host does not know', {
    tag: ['@D-FORM-4'],
  }, async ({ owner }) => {
    for (const [path, name] of [
      ['/manage/projects', 'Compiler'],
      ['/manage/skills', 'COBOL'],
      ['/manage/applications', 'Debugger'],
    ] as const) {
      await owner.goto(path);
      await expect(owner.getByRole('button', { name: `Delete ${name}` })).toBeVisible();
      await expect(owner.getByRole('button', { name: /^(Reorder|More actions)/ })).toHaveCount(0);
      await expect(owner.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
      await expect(owner.getByRole('checkbox')).toHaveCount(0);
      await expect(owner.getByRole('searchbox')).toHaveCount(0);
    }
    for (const view of ['Add Project', 'Add Skill', 'Add Application']) {
      await openView(owner, view);
      await expect(owner.getByRole('button', { name: /^Add / })).toBeVisible();
      await expect(owner.getByLabel(/Summary|Role|Started|Category|^Link$/)).toHaveCount(0);
    }
    await openView(owner, 'Dashboard');
    await expect(owner.getByRole('link', { name: 'Manage all projects' })).toBeVisible();
    await expect(owner.getByRole('link', { name: 'Manage all applications' })).toHaveCount(0);
  });
});
