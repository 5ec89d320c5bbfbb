import { OWNER } from '@vitrine/testing/environment';
import { expectAt, hold, login, projectId, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

/** In an order that starts and ends at the dashboard. */
const VIEWS = [
  ['Add Project', 'Add a new project', '/?view=add-project'],
  ['Add Skill', 'Add a new skill', '/?view=add-skill'],
  ['Add Application', 'Add a software application', '/?view=add-application'],
  ['Add Timeline', 'Add a new timeline', '/?view=add-timeline'],
  ['Messages', 'Messages', '/?view=messages'],
  ['Account', 'Settings', '/?view=account'],
  ['Dashboard', /^Welcome back/, '/'],
] as const;

test.describe('2. Toasts', () => {
  test('appear dark at the bottom right of a light page', { tag: ['@S-APP-4'] }, async ({
    owner,
  }) => {
    await owner.emulateMedia({ colorScheme: 'light' });
    await owner.goto('/?view=add-skill');
    await owner.getByRole('button', { name: 'Add Skill' }).click();
    const shown = toast(owner, 'Enter the title.');
    await expect(shown).toBeVisible();
    const box = await shown.boundingBox();
    const { width, height } = owner.viewportSize() ?? { width: 0, height: 0 };
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(width - 60);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(height - 60);
    const lightness = await shown.evaluate((element) => {
      const canvas = document.createElement('canvas').getContext('2d');
      if (!canvas) return 255;
      canvas.fillStyle = getComputedStyle(element).backgroundColor;
      canvas.fillRect(0, 0, 1, 1);
      return Math.max(...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3));
    });
    expect(lightness).toBeLessThan(60);
  });
});

test.describe('2. Dashboard shell (/)', () => {
  test('wide screens have an icon bar', {
    tag: ['@S-SHELL-1', '@S-SHELL-3', '@S-SHELL-4', '@S-SHELL-6', '@D-NAV-2'],
  }, async ({ owner }) => {
    await test.step('the side bar is an icon bar on wide screens', async () => {
      // The widest screens show the names of the views, too.
      await owner.setViewportSize({ width: 1200, height: 900 });
      await owner.goto('/');
      const bar = owner.getByRole('navigation', { name: 'Views' });
      expect((await bar.boundingBox())?.width).toBe(56);
      await expect(owner.getByRole('button', { name: 'Open menu' })).toBeHidden();
      await test.step('the first view is Dashboard', async () => {
        const current = owner.getByRole('navigation').locator('[aria-current="page"]');
        await expect(current).toHaveAccessibleName('Dashboard');
      });
    });

    await test.step('the icon bar switches to every view without a page load', async () => {
      await owner.evaluate('window.isSamePage = true');
      for (const [name, heading, path] of VIEWS)
        await test.step(name, async () => {
          await owner
            .getByRole('navigation')
            .getByRole('link', { name, exact: true })
            .first()
            .click();
          await expect(owner.getByRole('heading', { level: 1, name: heading })).toBeVisible();
          await expectAt(owner, path);
          expect(await owner.evaluate('window.isSamePage')).toBe(true);
        });
    });

    await test.step('the view is part of the URL, so reload and Back work', async () => {
      await owner.getByRole('link', { name: 'Messages', exact: true }).click();
      await owner.reload();
      await expect(owner.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
      await owner.goBack();
      await expect(owner.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();
    });

    const release = await hold(owner, '**/user/logout');
    await test.step('Logged Out! appears only after the server responds', async () => {
      const asked = owner.waitForRequest('**/user/logout');
      await owner.getByRole('button', { name: 'Logout' }).click();
      await asked;
      await expect(toast(owner, 'Logged Out!')).toBeHidden();
      await expectAt(owner, '/');
    });

    await test.step('Logout on wide screens shows Logged Out! and opens /login', async () => {
      release();
      await expect(toast(owner, 'Logged Out!')).toBeVisible();
      await expectAt(owner, '/login');
    });
  });

  test('narrow screens have a slide-out menu', {
    tag: ['@S-SHELL-2', '@S-SHELL-3', '@S-SHELL-6'],
  }, async ({ owner }) => {
    await owner.setViewportSize({ width: 390, height: 844 });
    await owner.goto('/');
    await test.step('the side bar is a slide-out menu on narrow screens', async () => {
      await expect(owner.getByRole('navigation')).toBeHidden();
      await owner.getByRole('button', { name: 'Open menu' }).click();
      const sheet = owner.getByRole('dialog', { name: 'Vitrine' });
      await expect(sheet).toBeVisible();
      expect((await sheet.boundingBox())?.x).toBe(0);
      await test.step('closing it restores the focus', async () => {
        await owner.keyboard.press('Escape');
        await expect(owner.getByRole('button', { name: 'Open menu' })).toBeFocused();
      });
    });

    for (const [name, heading] of VIEWS)
      await test.step(`the slide-out menu opens ${name} and closes`, async () => {
        await owner.getByRole('button', { name: 'Open menu' }).click();
        await owner.getByRole('dialog').getByRole('link', { name, exact: true }).click();
        await expect(owner.getByRole('dialog')).toBeHidden();
        await expect(owner.getByRole('heading', { level: 1, name: heading })).toBeFocused();
      });

    await test.step('Logout in the slide-out menu shows Logged Out!', async () => {
      await owner.getByRole('button', { name: 'Open menu' }).click();
      await owner.getByRole('button', { name: 'Logout' }).click();
      await expect(toast(owner, 'Logged Out!')).toBeVisible();
      await expectAt(owner, '/login');
    });
  });

  test('a visitor has to sign in first', { tag: ['@S-APP-3', '@S-SHELL-5', '@D-LOGIN-1'] }, async ({
    visitor,
    environment,
  }) => {
    await test.step('redirects a visitor to /login', async () => {
      for (const path of ['/', '/manage/skills', '/manage/timeline', '/manage/projects'])
        await test.step(path, async () => {
          await visitor.goto(path);
          await expectAt(visitor, '/login');
        });
    });

    for (const action of ['view', 'update'])
      await test.step(`returns a visitor to /${action}/project/{id} after login`, async () => {
        await visitor.context().clearCookies();
        const path = `/${action}/project/${await projectId(environment, 'Tidewatch')}`;
        await visitor.goto(path);
        await expectAt(visitor, '/login');
        await login(visitor, OWNER.email, OWNER.password);
        await expectAt(visitor, path);
      });
  });
});
