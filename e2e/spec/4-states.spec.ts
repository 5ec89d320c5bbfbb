import { OWNER } from '@vitrine/testing/environment';
import { card, expectAt, hold, login, SVG, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

/**
 * The requests that opening any page makes. Posts, publications and testimonials are beyond the
 * specification.
 */
const AT_START = [
  '/message/getall',
  '/post/getall',
  '/project/getall',
  '/publication/getall',
  '/skill/getall',
  '/softwareapplication/getall',
  '/testimonial/getall',
  '/timeline/getall',
  '/user/me',
];

test.describe('4. Session', () => {
  test('the owner opens the dashboard', {
    tag: ['@S-APP-1', '@S-STATE-1', '@S-STATE-2', '@D-LOGIN-3'],
  }, async ({ owner, environment }) => {
    await test.step('loads the user and the five lists at startup', async () => {
      const asked: string[] = [];
      owner.on('request', (request) => {
        const [, path] = request.url().split('/api/v1');
        if (path && request.resourceType() === 'xhr') asked.push(path);
      });
      await owner.goto('/');
      await expect(owner.getByRole('table', { name: 'Timeline' })).toBeVisible();
      // The visits are beyond the specification.
      expect(asked.sort()).toEqual([...AT_START, '/visit/get?period=week']);
    });

    await test.step('the page title names the view', async () => {
      await expect(owner).toHaveTitle('Dashboard · Vitrine');
      await owner.getByRole('link', { name: 'Add Skill' }).first().click();
      await expect(owner).toHaveTitle('Add a new skill · Vitrine');
    });

    const release = await hold(owner, '**/user/me');
    await test.step('requests the lists in parallel with the user on every page', async () => {
      const asked = new Set<string>();
      owner.on('request', (request) => {
        const [, path] = request.url().split('/api/v1');
        if (path) asked.add(path);
      });
      await owner.goto('/manage/skills');
      await expect.poll(() => [...asked].sort()).toEqual(AT_START);
    });

    await test.step('redirects nowhere while the user is loading', async () => {
      await expect(owner.getByRole('heading', { name: 'Manage Your Skills' })).toBeVisible();
      await expectAt(owner, '/manage/skills');
      release();
      await expect(owner.getByRole('link', { name: 'Messages' })).toBeVisible();
      await expectAt(owner, '/manage/skills');
    });

    await test.step('a reload never shows /login, however slow the response', async () => {
      await owner.getByRole('link', { name: 'Return to Dashboard' }).click();
      await expect(owner.getByRole('table', { name: 'Projects' })).toBeVisible();
      const visited: string[] = [];
      owner.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
      const respond = await hold(owner, '**/user/me');
      await owner.reload();
      await expect(owner.locator('main, form').first()).toBeVisible();
      respond();
      await expect(owner.getByRole('table', { name: 'Projects' })).toBeVisible();
      expect(visited).not.toContain('/login');
    });

    await test.step('keeps the owner signed in when a link on another site opens the dashboard', async () => {
      const other = environment.origin.replace('localhost', '127.0.0.1');
      await owner.route(`${other}/elsewhere`, (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<a href="${environment.origin}/manage/skills">Dashboard</a>`,
        }),
      );
      await owner.goto(`${other}/elsewhere`);
      await owner.getByRole('link', { name: 'Dashboard' }).click();
      await expect(owner.getByRole('heading', { name: 'Manage Your Skills' })).toBeVisible();
    });
  });

  test('a visitor signs in', {
    tag: [
      '@S-SHELL-5',
      '@S-STATE-1',
      '@S-STATE-2',
      '@S-STATE-3',
      '@D-LOGIN-1',
      '@D-LOGIN-3',
      '@D-LOGIN-5',
    ],
  }, async ({ visitor }) => {
    await test.step('shows no toast when the first request finds no session', async () => {
      await visitor.goto('/');
      await expectAt(visitor, '/login');
      await visitor.waitForLoadState('networkidle');
      await expect(toast(visitor, /.*/)).toHaveCount(0);
    });

    await test.step('a failed login stays signed out and shows the error', async () => {
      await login(visitor, OWNER.email, 'not the password');
      await expect(toast(visitor, 'The email address or the password is incorrect.')).toBeVisible();
      await expectAt(visitor, '/login');
      await expect(visitor.getByLabel('Email')).toHaveValue(OWNER.email);
    });

    await test.step('the error stays in the form until the next success', async () => {
      const release = await hold(visitor, '**/user/login');
      await login(visitor, OWNER.email, OWNER.password);
      await expect(visitor.getByRole('button', { name: 'Logging in' })).toBeVisible();
      await expect(visitor.locator('form').getByRole('alert')).toHaveText(
        'The email address or the password is incorrect.',
      );
      release();
      await expectAt(visitor, '/');
    });

    await test.step('loads the lists right after login', async () => {
      await expect(visitor.getByRole('table', { name: 'Projects' }).getByRole('row')).toHaveCount(
        9,
      );
    });

    await test.step('redirects from the dashboard to /login without a session', async () => {
      await visitor.context().clearCookies();
      await visitor.goto('/?view=messages');
      await expectAt(visitor, '/login');
      await login(visitor, OWNER.email, OWNER.password);
      await expectAt(visitor, '/?view=messages');
    });
  });

  test('the owner logs out', { tag: ['@S-STATE-4', '@S-STATE-5'] }, async ({ owner }) => {
    await test.step('a failed logout shows the error and keeps the session', async () => {
      await owner.goto('/');
      await expect(owner.getByText('Welcome back, Ada Lovelace')).toBeVisible();
      await owner.context().setOffline(true);
      await owner.getByRole('button', { name: 'Logout' }).click();
      await expect(toast(owner, 'Network Error')).toBeVisible();
      await expectAt(owner, '/');
      await expect(owner.getByText('Welcome back, Ada Lovelace')).toBeVisible();
      await owner.context().setOffline(false);
    });

    await test.step('Back shows nothing of the owner after logout', async () => {
      await owner.getByRole('link', { name: 'Messages', exact: true }).click();
      await expect(owner.getByText('Sophia Frend')).toBeVisible();
      await owner.getByRole('link', { name: 'Account', exact: true }).click();
      await owner.getByRole('button', { name: 'Logout' }).click();
      await expectAt(owner, '/login');
      await owner.goBack();
      await expectAt(owner, '/login');
      await expect(owner.getByText('Sophia Frend')).toHaveCount(0);
    });
  });
});

test.describe('4. Password update and profile update', () => {
  test('updates a password once, and keeps what was typed if that fails', {
    tag: ['@S-STATE-6', '@S-STATE-7', '@D-FORM-1'],
  }, async ({ owner }) => {
    await test.step('a failed password update shows the error and keeps what was typed', async () => {
      await owner.goto('/?view=account&section=update-password');
      await owner.getByLabel('Current Password').fill('not the password');
      await owner.getByLabel('New Password', { exact: true }).fill('another password');
      await owner.getByLabel('Confirm New Password').fill('another password');
      await owner.getByRole('button', { name: 'Update Password' }).click();
      await expect(toast(owner, /current password/i)).toBeVisible();
      await expect(owner.getByLabel('New Password', { exact: true })).toHaveValue(
        'another password',
      );
      await expectAt(owner, '/?view=account&section=update-password');
    });

    await test.step('disables the button while the request is pending', async () => {
      let puts = 0;
      owner.on('request', (request) => {
        if (request.method() === 'PUT') puts += 1;
      });
      const release = await hold(owner, '**/user/update/password');
      await owner.getByLabel('Current Password').fill(OWNER.password);
      await owner.getByLabel('New Password', { exact: true }).fill('another password');
      await owner.getByLabel('Confirm New Password').fill('another password');
      await owner.getByRole('button', { name: 'Update Password' }).click();
      const busy = owner.getByRole('button', { name: 'Updating' });
      await expect(busy).toHaveAttribute('aria-disabled', 'true');
      await busy.click({ force: true });
      release();
      await expect(toast(owner, /Password updated/)).toBeVisible();
      expect(puts).toBe(1);
    });
  });

  test('a failed profile update shows a toast and a field error, and keeps what was typed', {
    tag: ['@S-STATE-7', '@D-FORM-1', '@D-FORM-2'],
  }, async ({ owner }) => {
    await owner.goto('/?view=account&section=update-profile');
    await owner.getByLabel('Github URL').fill('ftp://github.com/ada');
    await owner.getByRole('button', { name: 'Update Profile' }).click();
    const sentence = 'The Github link must start with http:// or https://.';
    await expect(toast(owner, sentence)).toBeVisible();
    const field = owner.getByLabel('Github URL');
    await expect(field).toHaveAccessibleDescription(sentence);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('ftp://github.com/ada');
  });
});

test.describe('4. Resources', () => {
  test('reloads the list after a success', { tag: ['@S-STATE-9'] }, async ({ owner }) => {
    await owner.goto('/?view=add-application');
    await owner.getByLabel('Application Name').fill('Blueprint');
    await owner.locator('input[name=svg]').setInputFiles(SVG);
    const reloaded = owner.waitForResponse('**/softwareapplication/getall');
    await owner.getByRole('button', { name: 'Add Software Application' }).click();
    expect((await (await reloaded).json()).softwareApplications).toHaveLength(11);
  });

  test('a success toast disappears on its own or when it is closed', {
    tag: ['@D-TOAST-1'],
  }, async ({ owner, environment }) => {
    await test.step('dismisses a success toast automatically', async () => {
      await owner.goto('/manage/skills');
      await owner.getByLabel('Proficiency of Rust').fill('47');
      await owner.getByLabel('Proficiency of Rust').blur();
      await expect(toast(owner, 'Skill updated.')).toBeVisible();
      await owner.mouse.move(1, 1);
      await expect(toast(owner, 'Skill updated.')).toBeHidden({ timeout: 20_000 });
    });

    await test.step('a toast can be closed', async () => {
      await environment.fill();
      await owner.goto('/manage/skills');
      await owner.getByLabel('Proficiency of Rust').fill('47');
      await owner.getByLabel('Proficiency of Rust').blur();
      await toast(owner, 'Skill updated.').getByRole('button', { name: 'Close toast' }).click();
      await expect(toast(owner, 'Skill updated.')).toBeHidden({ timeout: 2000 });
    });
  });

  test('shows why a list did not load and offers to try again', {
    tag: ['@S-STATE-8', '@D-ERROR-1'],
  }, async ({ owner }) => {
    await owner.route('**/skill/getall', (route) => route.abort());
    await owner.goto('/');
    await expect(toast(owner, 'Network Error')).toBeVisible();
    const skills = card(owner, 'Skills');
    await expect(skills.getByText('Network Error')).toBeVisible();
    await owner.unroute('**/skill/getall');
    await skills.getByRole('button', { name: 'Try again' }).click();
    await expect(skills.getByText('TypeScript')).toBeVisible();
  });
});
