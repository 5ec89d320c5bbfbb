import { chromium, type Page } from '@playwright/test';
import { launchOptions } from '@vitrine/testing/chromium';
import { count, expectAt, hold, PNG, projectId, SVG, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test.describe('while the session loads', () => {
  test('shows the bar and a skeleton', async ({ owner }) => {
    for (const path of ['/', '/manage/projects', '/?view=account'])
      await test.step(`shows the bar and a skeleton of ${path}`, async () => {
        const release = await hold(owner, '**/user/me');
        await owner.goto(path);
        await expect(owner.getByRole('navigation', { name: 'Views' })).toBeVisible();
        const bar = owner.getByRole('navigation', { name: 'Views' });
        await bar.evaluate((element) => element.setAttribute('data-first', ''));
        await expect(owner.getByRole('main')).toBeVisible();
        release();
        await expect(owner.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(owner.locator('[aria-busy="true"]')).toHaveCount(0);
        // The same element, not a replacement.
        await expect(bar).toHaveAttribute('data-first', '');
      });

    await test.step('the skeleton fits on a phone', async () => {
      await owner.setViewportSize({ width: 320, height: 800 });
      const release = await hold(owner, '**/api/v1/**');
      await owner.goto('/');
      await expect(owner.locator('[aria-busy="true"]')).toBeVisible();
      expect(await owner.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      release();
    });
  });

  test('a visitor never sees the navigation bar', async ({ visitor }) => {
    await visitor.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector('nav')) document.documentElement.dataset['seen'] = '';
      }).observe(document, { childList: true, subtree: true });
    });
    await visitor.goto('/manage/projects');
    await expectAt(visitor, '/login');
    await expect(visitor.getByRole('button', { name: 'Login' })).toBeVisible();
    expect(await visitor.evaluate(() => document.documentElement.dataset['seen'])).toBeUndefined();
  });
});

test('the first Tab stop skips to the content', async ({ owner }) => {
  await owner.goto('/manage/projects');
  await owner.getByRole('table').waitFor();
  await owner.keyboard.press('Tab');
  const skip = owner.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await owner.keyboard.press('Enter');
  await expect(owner.getByRole('main')).toBeFocused();
  await owner.keyboard.press('Tab');
  await expect(owner.getByRole('link', { name: 'Return to Dashboard' })).toBeFocused();
  await expectAt(owner, '/manage/projects');
});

test('adding moves the focus to the first field of the empty form', async ({ owner }) => {
  await test.step('for a skill with a file', async () => {
    await owner.goto('/?view=add-skill');
    await owner.getByLabel('Title').fill('Sewing');
    await owner.getByLabel('Proficiency').fill('70');
    await owner.locator('input[name=svg]').setInputFiles(SVG);
    await owner.getByRole('button', { name: 'Add Skill' }).click();
    await expect(toast(owner, 'Skill added.')).toBeVisible();
    await expect(owner.getByLabel('Title')).toBeFocused();
    await expect(owner.getByLabel('Title')).toHaveValue('');
  });

  await test.step('for a timeline entry', async () => {
    await owner.goto('/?view=add-timeline');
    await owner.getByLabel('Title').fill('Keeper of bees');
    await owner.getByLabel('Description').fill('Kept bees.');
    await owner.getByLabel('From').fill('2001');
    await owner.getByRole('button', { name: 'Add Timeline' }).click();
    await expect(toast(owner, 'Timeline entry added.')).toBeVisible();
    await expect(owner.getByLabel('Title')).toBeFocused();
  });
});

test('Update Project links back and deletes the project', async ({ owner, environment }) => {
  await test.step('links back to Manage Projects', async () => {
    await owner.goto(`/update/project/${await projectId(environment, 'Tidewatch')}`);
    await owner.getByRole('link', { name: 'Manage Projects' }).click();
    await expectAt(owner, '/manage/projects');
  });

  await test.step('deletes the project at once, even with unsaved changes', async () => {
    await owner.goto(`/update/project/${await projectId(environment, 'Tidewatch')}`);
    await owner.getByLabel('Project Title').fill('Not saved');
    await owner.locator('input[name=projectBanner]').setInputFiles(PNG);
    await owner.getByRole('button', { name: 'Delete Project' }).click();
    await expectAt(owner, '/manage/projects');
    await expect(toast(owner, 'Project deleted.')).toBeVisible();
    await expect(owner.locator('[data-sonner-toast][data-type="error"]')).toHaveCount(0);
    expect(await count(environment, 'project')).toBe(7);
  });
});

test('an open dialog covers the whole page without a layout shift', async ({ environment }) => {
  await environment.fill();
  // With a classic scrollbar, as on Windows and most Linux systems.
  const browser = await chromium.launch({
    ...launchOptions,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  const context = await browser.newContext();
  await context.addCookies([environment.session]);
  const page = await context.newPage();
  // The dialog of a page that was left with unsaved changes would block the next one.
  page.on('dialog', (dialog) => dialog.accept());
  for (const [length, height] of [
    ['long', 500],
    ['short', 1600],
  ] as const)
    await test.step(`on a ${length} page`, async () => {
      await page.setViewportSize({ width: 1440, height });
      await page.goto(`${environment.origin}/?view=add-skill`);
      const heading = page.locator('h1');
      await page.getByLabel('Title').fill('Sewing');
      const before = await heading.boundingBox();
      if (length === 'long') expect(await roomBesidePage(page)).toBeGreaterThan(0);
      await page.getByRole('link', { name: 'Messages', exact: true }).click();
      await page.getByRole('alertdialog').waitFor();
      const shade = await page
        .locator('[data-state="open"].bg-shade')
        .evaluate((element) => element.getBoundingClientRect().right);
      expect(shade).toBe(1440);
      expect(await roomBesidePage(page)).toBe(0);
      expect((await heading.boundingBox())?.x).toBe(before?.x);
    });
  await browser.close();
});

function roomBesidePage(page: Page): Promise<number> {
  return page.evaluate(() => innerWidth - document.documentElement.clientWidth);
}
