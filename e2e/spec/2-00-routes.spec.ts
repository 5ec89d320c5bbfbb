import { expectAt, projectId, resetPath } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test.describe('2. Screens and routes', () => {
  const heading = (name: string | RegExp) => ({ name, level: 1 }) as const;

  test('/ shows the dashboard shell', async ({ owner }) => {
    await owner.goto('/');
    await expect(owner.getByRole('navigation', { name: 'Views' })).toBeVisible();
    await expect(owner.getByRole('heading', heading(/^Welcome back/))).toBeVisible();
  });

  test('/login shows the login form', async ({ visitor }) => {
    await visitor.goto('/login');
    await expect(visitor.getByRole('heading', heading('Login'))).toBeVisible();
  });

  test('/password/forgot requests a password reset', async ({ visitor }) => {
    await visitor.goto('/password/forgot');
    await expect(visitor.getByRole('heading', heading('Forgot Password'))).toBeVisible();
  });

  test('/password/reset/{token} sets a new password with the token from the route', async ({
    visitor,
    environment,
  }) => {
    await visitor.goto(await resetPath(environment, 'a-token'));
    await expect(visitor.getByRole('heading', heading('Reset Password'))).toBeVisible();
    const sent = visitor.waitForRequest('**/api/v1/user/password/reset/*');
    await visitor.getByLabel('Password', { exact: true }).fill('another password');
    await visitor.getByLabel('Confirm Password').fill('another password');
    await visitor.getByRole('button', { name: 'Reset Password' }).click();
    expect((await sent).url()).toContain('/user/password/reset/a-token');
  });

  test('/manage/skills manages skills', async ({ owner }) => {
    await owner.goto('/manage/skills');
    await expect(owner.getByRole('heading', heading('Manage Your Skills'))).toBeVisible();
  });

  test('/manage/timeline manages the timeline', async ({ owner }) => {
    await owner.goto('/manage/timeline');
    await expect(owner.getByRole('heading', heading('Manage Your Timeline'))).toBeVisible();
  });

  test('/manage/projects manages projects', async ({ owner }) => {
    await owner.goto('/manage/projects');
    await expect(owner.getByRole('heading', heading('Manage Your Projects'))).toBeVisible();
  });

  test('/view/project/{id} shows one project', async ({ owner, environment }) => {
    await owner.goto(`/view/project/${await projectId(environment, 'Tidewatch')}`);
    await expect(owner.getByRole('heading', heading('Tidewatch'))).toBeVisible();
  });

  test('/update/project/{id} edits one project', async ({ owner, environment }) => {
    await owner.goto(`/update/project/${await projectId(environment, 'Tidewatch')}`);
    await expect(owner.getByRole('heading', heading('Update project'))).toBeVisible();
    await expect(owner.getByLabel('Project Title')).toHaveValue('Tidewatch');
  });

  test('any other path shows a not-found page with a way back', async ({ owner }) => {
    await owner.goto('/nothing/here');
    await expect(owner.getByRole('heading', heading('Page not found'))).toBeVisible();
    await owner.getByRole('link', { name: 'Return to Dashboard' }).click();
    await expectAt(owner, '/');
  });
});
