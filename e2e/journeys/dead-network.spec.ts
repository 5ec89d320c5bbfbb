import type { Page } from '@playwright/test';
import { TIMELINE } from '@vitrine/demo/portfolio';
import { OWNER, type TestEnvironment } from '@vitrine/testing/environment';
import { count, fillProject, PNG, projectId, resetPath, SVG, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

interface FormCase {
  readonly name: string;
  readonly path: (environment: TestEnvironment) => Promise<string> | string;
  readonly fill: (page: Page) => Promise<void>;
  readonly submit: string;
  /** An input and the value it must still have when the network returns. */
  readonly kept: readonly [string, string];
  readonly said: RegExp;
  readonly signedOut?: boolean;
}

const FORMS: readonly FormCase[] = [
  {
    name: 'Login',
    path: () => '/login',
    signedOut: true,
    async fill(page) {
      await page.getByLabel('Email').fill(OWNER.email);
      await page.getByLabel('Password').fill('not the password');
    },
    submit: 'Login',
    kept: ['Email', OWNER.email],
    said: /is incorrect/,
  },
  {
    name: 'Forgot password',
    path: () => '/password/forgot',
    signedOut: true,
    fill: (page) => page.getByLabel('Email').fill(OWNER.email),
    submit: 'Request For Reset Password',
    kept: ['Email', OWNER.email],
    said: /reset link/,
  },
  {
    name: 'Reset password',
    path: resetPath,
    signedOut: true,
    async fill(page) {
      await page.getByLabel('Password', { exact: true }).fill('another password');
      await page.getByLabel('Confirm Password').fill('another password');
    },
    submit: 'Reset Password',
    kept: ['Confirm Password', 'another password'],
    said: /Your password has been reset/,
  },
  {
    name: 'Add Project',
    path: () => '/?view=add-project',
    async fill(page) {
      await fillProject(page, 'Lock');
      await page.locator('input[name=projectBanner]').setInputFiles(PNG);
    },
    submit: 'Add Project',
    kept: ['Project Title', 'Lock'],
    said: /Project added\./,
  },
  {
    name: 'Update project',
    path: async (environment) => `/update/project/${await projectId(environment, 'Tidewatch')}`,
    fill: (page) => page.getByLabel('Project Title').fill('Lock'),
    submit: 'Update Project',
    kept: ['Project Title', 'Lock'],
    said: /Project updated\./,
  },
  {
    name: 'Add Skill',
    path: () => '/?view=add-skill',
    async fill(page) {
      await page.getByLabel('Title').fill('Lock');
      await page.getByLabel('Proficiency').fill('5');
      await page.locator('input[name=svg]').setInputFiles(SVG);
    },
    submit: 'Add Skill',
    kept: ['Title', 'Lock'],
    said: /Skill added\./,
  },
  {
    name: 'Add Software Application',
    path: () => '/?view=add-application',
    async fill(page) {
      await page.getByLabel('Application Name').fill('Lock');
      await page.locator('input[name=svg]').setInputFiles(SVG);
    },
    submit: 'Add Software Application',
    kept: ['Application Name', 'Lock'],
    said: /Software application added\./,
  },
  {
    name: 'Add Timeline',
    path: () => '/?view=add-timeline',
    async fill(page) {
      await page.getByLabel('Title').fill('Lock');
      await page.getByLabel('Description').fill('Text');
      await page.getByLabel('From').fill('2001');
    },
    submit: 'Add Timeline',
    kept: ['Title', 'Lock'],
    said: /Timeline entry added\./,
  },
  {
    name: 'Update Profile',
    path: () => '/?view=account&section=update-profile',
    fill: (page) => page.getByLabel('Full Name').fill('Ada King'),
    submit: 'Update Profile',
    kept: ['Full Name', 'Ada King'],
    said: /Profile updated\./,
  },
  {
    name: 'Update Password',
    path: () => '/?view=account&section=update-password',
    async fill(page) {
      await page.getByLabel('Current Password').fill(OWNER.password);
      await page.getByLabel('New Password', { exact: true }).fill('another password');
      await page.getByLabel('Confirm New Password').fill('another password');
    },
    submit: 'Update Password',
    kept: ['Confirm New Password', 'another password'],
    said: /Password updated/,
  },
];

test.describe('when the network fails and returns', () => {
  test('every form shows an error, keeps the input and succeeds on retry', async ({
    page,
    environment,
  }) => {
    test.setTimeout(120_000);
    for (const form of FORMS)
      await test.step(`${form.name} shows an error, keeps the input and succeeds on retry`, async () => {
        await environment.fill();
        if (!form.signedOut) await page.context().addCookies([environment.session]);
        await page.goto(await form.path(environment));
        await form.fill(page);
        const button = page
          .getByRole('main')
          .getByRole('button', { name: form.submit, exact: true });

        await page.context().setOffline(true);
        await button.click();
        await expect(toast(page, 'Network Error')).toBeVisible();
        const [label, value] = form.kept;
        await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
        await expect(button).toHaveAttribute('aria-disabled', 'false');

        await page.context().setOffline(false);
        await button.click();
        await expect(toast(page, form.said)).toBeVisible();
      });
  });

  test('nothing is added twice and nothing is lost', async ({ owner, environment }) => {
    await test.step('a retry after a lost response adds nothing twice', async () => {
      await owner.goto('/?view=add-timeline');
      await owner.getByLabel('Title').fill('Lock');
      await owner.getByLabel('Description').fill('Text');
      await owner.getByLabel('From').fill('2001');
      // The service stores it, but the response never arrives.
      await owner.route('**/timeline/add', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await owner.getByRole('button', { name: 'Add Timeline' }).click();
      await expect(toast(owner, 'Network Error')).toBeVisible();
      await owner.unroute('**/timeline/add');
      await owner.getByRole('button', { name: 'Add Timeline' }).click();
      await expect(toast(owner, 'Timeline entry added.')).toBeVisible();
      expect(await count(environment, 'timeline')).toBe(TIMELINE.length + 1);
    });

    await test.step('Manage Skills restores the old value', async () => {
      await owner.goto('/manage/skills');
      const field = owner.getByLabel('Proficiency of Rust');
      await field.fill('99');
      await owner.context().setOffline(true);
      await field.blur();
      await expect(toast(owner, 'Network Error')).toBeVisible();
      await expect(field).toHaveValue('46');
    });
  });
});
