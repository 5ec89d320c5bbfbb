import type { Page } from '@playwright/test';
import { OWNER } from '@vitrine/testing/environment';
import { expectAt, fillProject, login, PNG, SVG, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).tap();
  await page.getByRole('dialog').getByText(name, { exact: true }).tap();
}

/** Nothing is cut off, and every tap target is large enough for a finger. */
async function expectToFit(page: Page): Promise<void> {
  const width = await page.evaluate('document.documentElement.scrollWidth');
  expect(width).toBeLessThanOrEqual(390);
  const small = await page
    .locator('main :is(a, button, input:not([type=file]), select)')
    .evaluateAll((elements) =>
      elements
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && box.height < 24)
        // A link inside a sentence is as tall as its line.
        .filter(({ element }) => getComputedStyle(element).display !== 'inline')
        .map(({ element }) => element.outerHTML.slice(0, 100)),
    );
  expect(small).toEqual([]);
}

test('the whole dashboard works at 390 px', async ({ visitor }) => {
  const page = visitor;
  await page.goto('/manage/projects');
  await expectAt(page, '/login');
  await expectToFit(page);
  await login(page, OWNER.email, OWNER.password);
  await expectAt(page, '/manage/projects');
  await expect(page.getByText('Tidewatch', { exact: true })).toBeVisible();
  await expectToFit(page);

  await page.getByRole('link', { name: 'View Tidewatch' }).tap();
  await expect(page.getByRole('img', { name: 'Banner of Tidewatch' })).toBeVisible();
  await expectToFit(page);

  await page.getByRole('link', { name: 'Update' }).tap();
  await page.getByLabel('Project Title').fill('Tidewatch on a phone');
  await expectToFit(page);
  await page.getByRole('button', { name: 'Update Project' }).tap();
  await expect(toast(page, 'Project updated.')).toBeVisible();

  await choose(page, 'Dashboard');
  await expect(page.getByText('Tidewatch on a phone')).toBeVisible();
  await expectToFit(page);

  await choose(page, 'Add Project');
  await fillProject(page, 'Pocket');
  await page.locator('input[name=projectBanner]').setInputFiles(PNG);
  await expectToFit(page);
  await page.getByRole('button', { name: 'Add Project' }).tap();
  await expect(toast(page, 'Project added.')).toBeVisible();

  await choose(page, 'Add Skill');
  await expect(page.getByRole('heading', { name: 'Add a new skill' })).toBeVisible();
  await page.getByLabel('Title').fill('Tapping');
  await page.getByLabel('Proficiency').fill('99');
  await page.locator('input[name=svg]').setInputFiles(SVG);
  await expectToFit(page);
  await page.getByRole('button', { name: 'Add Skill' }).tap();
  await expect(toast(page, 'Skill added.')).toBeVisible();

  await choose(page, 'Add Application');
  await page.getByLabel('Application Name').fill('Telephone');
  await page.locator('input[name=svg]').setInputFiles(SVG);
  await page.getByRole('button', { name: 'Add Software Application' }).tap();
  await expect(toast(page, 'Software application added.')).toBeVisible();

  await choose(page, 'Add Timeline');
  await page.getByLabel('Title').fill('Switchboard operator');
  await page.getByLabel('Description').fill('Connected people.');
  await page.getByLabel('From').fill('1999');
  await expectToFit(page);
  await page.getByRole('button', { name: 'Add Timeline' }).tap();
  await expect(toast(page, 'Timeline entry added.')).toBeVisible();

  await choose(page, 'Messages');
  await expectToFit(page);
  await page.getByRole('button', { name: 'Delete message from Sophia Frend' }).tap();
  await expect(toast(page, 'Message deleted.')).toBeVisible();

  for (const path of [
    '/manage/skills',
    '/manage/timeline',
    '/manage/applications',
    '/?view=account',
  ]) {
    await page.goto(path);
    await expect(page.locator('main h2, main table').first()).toBeVisible();
    await expectToFit(page);
  }
  await page.getByRole('link', { name: 'Update Profile' }).tap();
  await expectToFit(page);
  await page.getByLabel('Phone', { exact: true }).fill('+44 1');
  await page.getByRole('button', { name: 'Update Profile' }).tap();
  await expect(toast(page, 'Profile updated.')).toBeVisible();

  await choose(page, 'Logout');
  await expectAt(page, '/login');
});
