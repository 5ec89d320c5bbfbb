import { card, PNG, row, SVG } from '../support/screen.ts';
import { expectErrorToast, expectPicture, expectToasts, fill, openView, submit } from './screen.ts';
import { expect, test } from './test.ts';

test.describe('A host with only the specified calls: adding', () => {
  test('adds projects and timeline entries', {
    tag: [
      '@S-CALL-16',
      '@S-CALL-20',
      '@S-DATA-1',
      '@S-DATA-4',
      '@D-CALL-1',
      '@D-FORM-5',
      '@D-TOAST-1',
    ],
  }, async ({ beginner, host }) => {
    await test.step('adds a project with its banner to the lists', async () => {
      await beginner.goto('/');
      await openView(beginner, 'Add Project');
      await fill(beginner, {
        'Project Title': 'Subroutines',
        Description: 'Written once. Used often.',
        Technologies: 'Notebook, Pencil',
        'Github Repository Link': 'https://github.com/grace-example/subroutines',
        'Project Link': 'https://subroutines.example.com',
      });
      await expect(beginner.getByLabel('Stack').getByRole('option')).toHaveCount(5);
      await beginner.getByLabel('Stack').selectOption('Next.JS');
      await beginner.getByLabel('Deployed').selectOption('No');
      await beginner.locator('input[type="file"]').setInputFiles(PNG);
      await submit(beginner, 'Add Project');
      await expectToasts(beginner, 'Saved.');
      await expect(beginner.getByLabel('Project Title')).toHaveValue('');

      await openView(beginner, 'Dashboard');
      const added = row(card(beginner, 'Projects'), 'Subroutines');
      await expect(added.getByRole('cell')).toContainText([
        'Subroutines',
        'Next.JS',
        'No',
        'Update',
      ]);
      await expectPicture(added.locator('img'));
      expect(host.portfolio.projects).toMatchObject([
        { description: 'Written once. Used often.', technologies: 'Notebook, Pencil' },
      ]);
    });

    await test.step('adds a timeline entry, sent as JSON, to the dashboard', async () => {
      await beginner.goto('/');
      await openView(beginner, 'Add Timeline');
      await fill(beginner, {
        Title: 'Professor, Vassar',
        Description: 'Taught mathematics.',
        From: '1931',
        To: '1943',
      });
      await submit(beginner, 'Add Timeline');
      await expectToasts(beginner, 'Saved.');
      await openView(beginner, 'Dashboard');
      const added = row(card(beginner, 'Timeline'), 'Professor, Vassar');
      await expect(added.getByRole('cell')).toContainText(['Professor, Vassar', '1931', '1943']);
      expect(host.portfolio.timelines).toMatchObject([{ description: 'Taught mathematics.' }]);
    });
  });

  test('adds skills and software applications', {
    tag: ['@S-CALL-9', '@S-CALL-12', '@S-ADD-ITEM-3', '@S-DATA-2', '@S-DATA-3'],
  }, async ({ beginner }) => {
    await test.step('shows the host’s error and keeps the form', async () => {
      await beginner.goto('/');
      await openView(beginner, 'Add Skill');
      await fill(beginner, { Title: 'Teaching', Proficiency: '80' });
      await submit(beginner, 'Add Skill');
      await expectErrorToast(beginner, 'Image Required!');
      await expect(beginner.getByLabel('Title')).toHaveValue('Teaching');
      await expect(beginner.getByLabel('Proficiency')).toHaveValue('80');
      await expect(beginner.getByRole('dialog')).toBeHidden();
    });

    await test.step('adds a skill to the dashboard', async () => {
      await beginner.goto('/');
      await openView(beginner, 'Add Skill');
      await fill(beginner, { Title: 'Teaching', Proficiency: '80' });
      await beginner.locator('input[type="file"]').setInputFiles(SVG);
      await submit(beginner, 'Add Skill');
      await expectToasts(beginner, 'New Skill Added!');
      await openView(beginner, 'Dashboard');
      await expect(
        beginner.getByRole('progressbar', { name: 'Proficiency in Teaching' }),
      ).toHaveAttribute('aria-valuenow', '80');
    });

    await test.step('adds a software application, clears the form and shows the icon', async () => {
      await beginner.goto('/');
      await openView(beginner, 'Add Application');
      await fill(beginner, { 'Application Name': 'Teletype' });
      await beginner.locator('input[type="file"]').setInputFiles(SVG);
      await submit(beginner, 'Add Software Application');
      await expectToasts(beginner, 'New Software Application Added!');
      await expect(beginner.getByLabel('Application Name')).toHaveValue('');
      await openView(beginner, 'Dashboard');
      const added = row(card(beginner, 'Software Applications'), 'Teletype');
      await expectPicture(added.locator('img'));
    });
  });
});
