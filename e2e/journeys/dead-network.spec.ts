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

const OFFLINE = 'Offline. Your text is kept and saved when you are back.';

test.describe('when the network fails and returns', () => {
  test('every form keeps the input, and saves it when the network returns', {
    tag: ['@D-ERROR-2'],
  }, async ({ page, environment }) => {
    for (const form of FORMS)
      await test.step(form.name, async () => {
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

        await expect(page.getByText(OFFLINE)).toHaveCount(form.signedOut ? 0 : 1);

        await page.context().setOffline(false);
        if (form.signedOut) await button.click();
        await expect(toast(page, form.said)).toBeVisible();
        await expect(page.getByText(OFFLINE)).toHaveCount(0);
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
      await expect(owner.getByText(OFFLINE)).toBeVisible();
      await owner.unroute('**/timeline/add');
      // The browser was never offline, so no event says that the network is back.
      await expect(toast(owner, 'Timeline entry added.')).toBeVisible({ timeout: 40_000 });
      await expect(owner.getByText('Back online. Saved.')).toBeVisible();
      expect(await count(environment, 'timeline')).toBe(TIMELINE.length + 1);
    });

    await test.step('nor does one with other text, which says so and keeps the text', async () => {
      await environment.fill();
      await owner.goto('/?view=add-timeline');
      await owner.getByLabel('Title').fill('Lock');
      await owner.getByLabel('Description').fill('Text');
      await owner.getByLabel('From').fill('2001');
      await owner.route('**/timeline/add', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await owner.getByRole('button', { name: 'Add Timeline' }).click();
      await expect(owner.getByText(OFFLINE)).toBeVisible();
      await owner.getByLabel('Title').fill('Locksmith');
      await owner.unroute('**/timeline/add');
      await owner.getByRole('button', { name: 'Try now' }).click();
      await expect(toast(owner, 'This was already added with other content')).toBeVisible();
      await expect(owner.getByLabel('Title')).toHaveValue('Locksmith');
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

  test('saves what was typed meanwhile, in the way that was chosen', async ({
    owner,
    environment,
  }) => {
    const id = await projectId(environment, 'Tidewatch');
    await owner.goto(`/update/project/${id}`);
    const title = owner.getByLabel('Project Title');
    await title.fill('Lock');
    await owner.context().setOffline(true);
    await owner.getByRole('button', { name: 'Save draft' }).click();
    await expect(owner.getByText(OFFLINE)).toBeVisible();
    await title.fill('Locksmith');
    await owner.context().setOffline(false);
    await expect(owner.getByText('Unpublished changes', { exact: true }).last()).toBeVisible();
    await expect(title).toHaveValue('Locksmith');
    const { rows } = await environment.database.query(
      "select title, draft ->> 'title' as draft from project where id = $1",
      [id],
    );
    expect(rows).toEqual([{ title: 'Tidewatch', draft: 'Locksmith' }]);
  });

  test('asks to sign in if the session ended meanwhile, and then saves', async ({
    owner,
    environment,
  }) => {
    await owner.goto('/?view=account&section=update-profile');
    await owner.getByLabel('Full Name').fill('Ada King');
    await owner.context().setOffline(true);
    await owner.getByRole('button', { name: 'Update Profile' }).click();
    await expect(owner.getByText(OFFLINE)).toBeVisible();
    await environment.database.query('delete from session');
    await owner.context().setOffline(false);
    const dialog = owner.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill(OWNER.password);
    await dialog.getByRole('button', { name: 'Login' }).click();
    await expect(toast(owner, 'Profile updated.')).toBeVisible();
    const { rows } = await environment.database.query('select full_name from owner');
    expect(rows).toEqual([{ full_name: 'Ada King' }]);
  });

  test('asks before a form that waits is left, even if its text did not change', async ({
    owner,
    environment,
  }) => {
    await owner.goto(`/update/project/${await projectId(environment, 'Tidewatch')}`);
    await expect(owner.getByLabel('Project Title')).toHaveValue('Tidewatch');
    await owner.context().setOffline(true);
    await owner.getByRole('button', { name: 'Update Project' }).click();
    await expect(owner.getByText(OFFLINE)).toBeVisible();
    await owner.getByRole('link', { name: 'Messages', exact: true }).click();
    const question = owner.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(owner.getByText(OFFLINE)).toBeVisible();
  });

  test('shows the banner inside a dialog', async ({ owner }) => {
    await owner.goto('/manage/skills');
    await owner.getByRole('button', { name: 'Edit Rust' }).click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Rust 2027');
    await owner.context().setOffline(true);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText(OFFLINE)).toBeVisible();
    await owner.keyboard.press('Escape');
    const question = owner.getByRole('alertdialog', { name: 'Discard your changes?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await owner.context().setOffline(false);
    await expect(toast(owner, 'Skill updated.')).toBeVisible();
  });

  test('keeps the banner below the title of a panel while its form scrolls', async ({ owner }) => {
    await owner.setViewportSize({ width: 390, height: 600 });
    await owner.goto('/manage/timeline');
    await owner.getByRole('button', { name: 'Edit Principal engineer' }).click();
    const panel = owner.getByRole('dialog', { name: 'Update timeline' });
    await panel.getByLabel('Title').fill('Chief engineer');
    await owner.context().setOffline(true);
    await panel.getByRole('button', { name: 'Update Timeline' }).click();
    await panel.getByLabel('New highlight').scrollIntoViewIfNeeded();
    await expect(panel.getByText(OFFLINE)).toBeInViewport({ ratio: 1 });
    // A click needs a button that nothing covers.
    await panel.getByRole('button', { name: 'Next entry' }).click({ trial: true });
  });
});
