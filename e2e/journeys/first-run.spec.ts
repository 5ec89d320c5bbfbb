import { SETUP_CODE } from '@vitrine/testing/environment';
import { expectAt, fillProject, PNG, row, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('goes from the first run to the first project with a banner', { tag: ['@D-LOGIN-4'] }, async ({
  page,
  environment,
}) => {
  await environment.removeOwner();

  await test.step('opening the dashboard redirects to setup', async () => {
    await page.goto('/');
    await expectAt(page, '/setup');
    await expect(page.getByRole('heading', { name: 'Welcome to Vitrine' })).toBeVisible();
  });

  await test.step('a wrong code shows an error and keeps the form', async () => {
    await page.getByLabel('Setup code').fill('not the code');
    await page.getByLabel('Full Name').fill('Grace Hopper');
    await page.getByLabel('Email').fill('grace@example.com');
    await page.getByLabel('Password').fill('nanoseconds');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(toast(page, /code/)).toBeVisible();
    await expect(page.getByLabel('Full Name')).toHaveValue('Grace Hopper');
  });

  await test.step('the right code creates the owner and signs in', async () => {
    await page.getByLabel('Setup code').fill(SETUP_CODE);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome back, Grace Hopper' })).toBeVisible();
    await expectAt(page, '/');
  });

  await test.step('the empty dashboard offers the next step', async () => {
    await page.getByRole('region', { name: 'Projects' }).getByText('Add Project').click();
    await fillProject(page, 'Compiler');
    await page.locator('input[name=projectBanner]').setInputFiles(PNG);
    await page.getByRole('button', { name: 'Add Project' }).click();
    await expect(toast(page, 'Project added.')).toBeVisible();
  });

  await test.step('the project is in the table, and its banner is shown', async () => {
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(row(page.getByRole('table', { name: 'Projects' }), 'Compiler')).toBeVisible();
    await page.goto('/manage/projects');
    await page.getByRole('link', { name: 'View Compiler' }).click();
    const banner = page.getByRole('img', { name: 'Banner of Compiler' });
    await expect(banner).toBeVisible();
    expect(await banner.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  });

  await test.step('logging out opens the login page, not setup', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await expectAt(page, '/login');
    await page.waitForLoadState('networkidle');
    await expectAt(page, '/login');
  });

  await test.step('setup is closed', async () => {
    await page.context().clearCookies();
    await page.goto('/setup');
    await expectAt(page, '/login');
  });
});
