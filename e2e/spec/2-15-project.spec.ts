import { expectAt, hold, PNG, projectId, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test.describe('2. View project', () => {
  test('shows the whole project', {
    tag: ['@S-VIEW-1', '@S-VIEW-2', '@S-VIEW-3', '@S-VIEW-4'],
  }, async ({ owner, environment }) => {
    await owner.goto(`/view/project/${await projectId(environment, 'Tidewatch')}`);
    await test.step('shows the title', async () => {
      await expect(owner.getByRole('heading', { level: 1, name: 'Tidewatch' })).toBeVisible();
    });

    await test.step('shows the banner', async () => {
      await expect(owner.getByRole('img', { name: 'Banner of Tidewatch' })).toBeVisible();
    });

    await test.step("splits the description into bullet points on '. '", async () => {
      const description = owner.getByRole('definition').filter({ hasText: '900 harbors' });
      await expect(description.getByRole('listitem')).toHaveText([
        'Shows the tide at 900 harbors',
        'Warns a crew before the water gets too low to leave',
        'Draws a whole week at a glance',
        'Works offline for three days.',
      ]);
    });

    await test.step("splits the technologies on ', '", async () => {
      const technologies = owner.getByRole('definition').filter({ hasText: 'PostgreSQL' });
      await expect(technologies.getByRole('listitem')).toHaveText([
        'TypeScript',
        'React',
        'PostgreSQL',
        'Service workers',
      ]);
    });

    await test.step('shows stack and deployed', async () => {
      await expect(owner.getByRole('definition').filter({ hasText: /^Full Stack$/ })).toBeVisible();
      await expect(owner.getByRole('definition').filter({ hasText: /^Yes$/ })).toBeVisible();
    });

    for (const address of [
      'https://github.com/ada-example/tidewatch',
      'https://tidewatch.example.com',
    ])
      await test.step(`the link ${address} opens in a new tab`, async () => {
        const link = owner.getByRole('link', { name: address });
        await expect(link).toHaveAttribute('href', address);
        await expect(link).toHaveAttribute('target', '_blank');
        await expect(link).toHaveAttribute('rel', /noreferrer/);
      });
  });
});

test.describe('2. Update project', () => {
  test('edits the project', { tag: ['@S-UPDATE-1', '@S-UPDATE-3', '@S-STATE-9'] }, async ({
    owner,
    environment,
  }) => {
    await test.step('shows the Add Project form, prefilled from the server', async () => {
      await owner.goto(`/update/project/${await projectId(environment, 'Tidewatch')}`);
      await expect(owner.getByLabel('Project Title')).toHaveValue('Tidewatch');
      await expect(owner.getByLabel('Description')).toHaveValue(/^Shows the tide/);
      await expect(owner.getByLabel('Technologies')).toHaveValue(/^TypeScript, React/);
      await expect(owner.getByLabel('Stack')).toHaveValue('Full Stack');
      await expect(owner.getByLabel('Deployed')).toHaveValue('Yes');
      await expect(owner.getByLabel('Github Repository Link')).toHaveValue(/tidewatch$/);
      await expect(owner.getByLabel('Project Link')).toHaveValue('https://tidewatch.example.com');
      await expect(owner.getByAltText('Current image')).toBeVisible();
    });

    await test.step('saves the changes and shows a toast', async () => {
      await owner.getByLabel('Project Title').fill('Tidewatch II');
      await owner.getByLabel('Deployed').selectOption('No');
      const release = await hold(owner, '**/project/update/*');
      await owner.getByRole('button', { name: 'Update Project' }).click();
      await expect(owner.getByRole('button', { name: 'Updating' })).toBeVisible();
      release();
      await expect(toast(owner, 'Project updated.')).toBeVisible();
      await expect(owner.getByLabel('Project Title')).toHaveValue('Tidewatch II');
      const { rows } = await environment.database.query(
        "select deployed from project where title = 'Tidewatch II'",
      );
      expect(rows).toEqual([{ deployed: 'No' }]);
    });

    await test.step('can be saved twice in a row', async () => {
      for (const title of ['Once', 'Twice']) {
        await owner.getByLabel('Project Title').fill(title);
        const saved = owner.waitForResponse('**/project/update/*');
        await owner.getByRole('button', { name: 'Update Project' }).click();
        expect((await saved).status()).toBe(200);
        await expect(owner.getByRole('button', { name: 'Update Project' })).toBeVisible();
      }
      expect(await projectId(environment, 'Twice')).toBeTruthy();
    });

    await test.step('has a Return to Dashboard button', async () => {
      await owner.getByRole('link', { name: 'Return to Dashboard' }).click();
      await expectAt(owner, '/');
    });
  });

  test('changes the banner', { tag: ['@S-UPDATE-2', '@D-FORM-1'] }, async ({
    owner,
    environment,
  }) => {
    await test.step('has an option to change the banner', async () => {
      const id = await projectId(environment, 'Tidewatch');
      const banner = async () =>
        (await environment.database.query('select banner from project where id = $1', [id])).rows[0]
          .banner;
      const before = await banner();
      await owner.goto(`/update/project/${id}`);
      await expect(owner.getByRole('button', { name: 'Replace' })).toBeVisible();
      await owner.locator('input[name=projectBanner]').setInputFiles(PNG);
      await owner.getByRole('button', { name: 'Update Project' }).click();
      await expect(toast(owner, 'Project updated.')).toBeVisible();
      expect(await banner()).not.toBe(before);
    });

    await test.step('keeps the edits and the chosen banner when the server rejects them', async () => {
      await environment.fill();
      const id = await projectId(environment, 'Tidewatch');
      const stored = async () =>
        (
          await environment.database.query(
            'select technologies, banner from project where id = $1',
            [id],
          )
        ).rows[0];
      const before = await stored();
      await owner.goto(`/update/project/${id}`);
      await owner.getByLabel('Technologies').fill('Brass');
      await owner.getByLabel('Project Title').fill('');
      await owner.locator('input[name=projectBanner]').setInputFiles(PNG);
      await owner.getByRole('button', { name: 'Update Project' }).click();
      await expect(owner.getByLabel('Project Title')).toHaveAccessibleDescription(
        'Enter the title.',
      );
      await owner.getByLabel('Project Title').fill('Lock');
      await owner.getByRole('button', { name: 'Update Project' }).click();
      await expect(toast(owner, 'Project updated.')).toBeVisible();
      const after = await stored();
      expect(after.technologies).toBe('Brass');
      expect(after.banner).not.toBe(before.banner);
    });
  });
});
