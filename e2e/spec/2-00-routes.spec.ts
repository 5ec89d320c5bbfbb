import { expectAt, projectId, resetPath } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test.describe('2. Screens and routes', () => {
  const heading = (name: string | RegExp) => ({ name, level: 1 }) as const;

  test('opens the pages of the owner by their URL', {
    tag: [
      '@S-ROUTE-1',
      '@S-ROUTE-5',
      '@S-ROUTE-6',
      '@S-ROUTE-7',
      '@S-ROUTE-8',
      '@S-ROUTE-9',
      '@D-NAV-2',
    ],
  }, async ({ owner, environment }) => {
    await test.step('/ shows the dashboard shell', async () => {
      await owner.goto('/');
      await expect(owner.getByRole('navigation', { name: 'Views' })).toBeVisible();
      await expect(owner.getByRole('heading', heading(/^Welcome back/))).toBeVisible();
    });

    await test.step('/manage/skills manages skills', async () => {
      await owner.goto('/manage/skills');
      await expect(owner.getByRole('heading', heading('Manage Your Skills'))).toBeVisible();
    });

    await test.step('/manage/timeline manages the timeline', async () => {
      await owner.goto('/manage/timeline');
      await expect(owner.getByRole('heading', heading('Manage Your Timeline'))).toBeVisible();
    });

    await test.step('/manage/projects manages projects', async () => {
      await owner.goto('/manage/projects');
      await expect(owner.getByRole('heading', heading('Manage Your Projects'))).toBeVisible();
    });

    await test.step('/view/project/{id} shows one project', async () => {
      await owner.goto(`/view/project/${await projectId(environment, 'Tidewatch')}`);
      await expect(owner.getByRole('heading', heading('Tidewatch'))).toBeVisible();
    });

    await test.step('/update/project/{id} edits one project', async () => {
      await owner.goto(`/update/project/${await projectId(environment, 'Tidewatch')}`);
      await expect(owner.getByRole('heading', heading('Update project'))).toBeVisible();
      await expect(owner.getByLabel('Project Title')).toHaveValue('Tidewatch');
    });

    await test.step('any other path shows a not-found page with a way back', async () => {
      await owner.goto('/nothing/here');
      await expect(owner.getByRole('heading', heading('Page not found'))).toBeVisible();
      await owner.getByRole('link', { name: 'Return to Dashboard' }).click();
      await expectAt(owner, '/');
    });
  });

  test('opens the pages of a visitor by their URL', {
    tag: ['@S-ROUTE-2', '@S-ROUTE-3', '@S-ROUTE-4', '@S-RESET-1'],
  }, async ({ visitor, environment }) => {
    await test.step('/login shows the login form', async () => {
      await visitor.goto('/login');
      await expect(visitor.getByRole('heading', heading('Login'))).toBeVisible();
    });

    await test.step('/password/forgot requests a password reset', async () => {
      await visitor.goto('/password/forgot');
      await expect(visitor.getByRole('heading', heading('Forgot Password'))).toBeVisible();
    });

    await test.step('/password/reset/{token} sets a new password with the token from the route', async () => {
      await visitor.goto(await resetPath(environment, 'a-token'));
      await expect(visitor.getByRole('heading', heading('Reset Password'))).toBeVisible();
      const sent = visitor.waitForRequest('**/api/v1/user/password/reset/*');
      await visitor.getByLabel('Password', { exact: true }).fill('another password');
      await visitor.getByLabel('Confirm Password').fill('another password');
      await visitor.getByRole('button', { name: 'Reset Password' }).click();
      expect((await sent).url()).toContain('/user/password/reset/a-token');
    });
  });
});
