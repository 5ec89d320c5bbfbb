import { expectAt, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const CHECKLIST = { name: 'Set up your portfolio' };

test('guides a beginner', async ({ beginner, environment }) => {
  await test.step('the checklist marks finished steps and links to the next', async () => {
    await environment.database.query("update owner set portfolio_url = '', about_me = ''");
    await beginner.goto('/');
    const checklist = beginner.getByRole('region', CHECKLIST);
    await expect(checklist.getByText('1 of 6')).toBeVisible();
    await expect(checklist.getByText('Add your photo, done')).toBeVisible();
    await expect(checklist.locator('[aria-current="step"]')).toContainText(
      'Start from what you have',
    );

    await checklist.getByRole('link', { name: 'Update Profile' }).click();
    await beginner.getByLabel('About Me').fill('I keep bees.');
    await beginner.getByRole('button', { name: 'Update Profile' }).click();
    await expect(toast(beginner, 'Profile updated.')).toBeVisible();
    await beginner.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(checklist.getByText('2 of 6')).toBeVisible();
    await checklist.getByRole('link', { name: 'Add Project' }).click();
    await expectAt(beginner, '/?view=add-project');
  });

  await test.step('explains how to connect a site with code that loads the portfolio', async () => {
    await environment.empty();
    await environment.database.query("update owner set portfolio_url = ''");
    await beginner.goto('/');
    await beginner.getByRole('button', { name: 'Show how' }).click();
    const dialog = beginner.getByRole('dialog', { name: 'Connect your site' });
    await expect(dialog.locator('pre')).toContainText(`createVitrine('${environment.origin}')`);
    const data = dialog.getByRole('link', { name: 'the same data as JSON' });
    expect((await beginner.request.get((await data.getAttribute('href')) ?? '')).ok()).toBe(true);
    await dialog.getByRole('link', { name: 'Update Profile' }).click();
    await expectAt(beginner, '/?view=account&section=update-profile');
  });

  await test.step('Hide removes the checklist, even after a reload', async () => {
    await environment.empty();
    await beginner.goto('/');
    const checklist = beginner.getByRole('region', CHECKLIST);
    await checklist.getByRole('button', { name: 'Hide' }).click();
    await expect(checklist).toHaveCount(0);
    await expect(beginner.getByRole('heading', { level: 1 })).toBeFocused();
    await beginner.reload();
    await expect(beginner.getByText('You have not added any project.')).toBeVisible();
    await expect(checklist).toHaveCount(0);
  });
});

test('a finished portfolio has no checklist, even after its last skill is deleted', async ({
  owner,
  environment,
}) => {
  await owner.goto('/');
  await expect(owner.getByRole('table', { name: 'Timeline' })).toBeVisible();
  await expect(owner.getByRole('region', CHECKLIST)).toHaveCount(0);
  await environment.database.query('delete from skill');
  await owner.reload();
  await expect(owner.getByText('You have not added any skill.')).toBeVisible();
  await expect(owner.getByRole('region', CHECKLIST)).toHaveCount(0);
});
