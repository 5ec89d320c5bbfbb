import { setTimeout as sleep } from 'node:timers/promises';
import type { FrameLocator, Page } from '@playwright/test';
import { findViolations } from '../support/axe.ts';
import { count, PNG, projectId } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('the preview is the page of the site, and follows the form', async ({
  owner,
  environment,
}) => {
  const dashboard = await environment.siteDashboard();
  await owner.setViewportSize({ width: 1440, height: 900 });
  await owner.goto(`${dashboard}/?view=add-project`);
  await owner.getByLabel('Project Title').fill('Lock');
  await owner.getByRole('button', { name: 'Preview', exact: true }).click();
  const sheet = owner.getByRole('dialog', { name: 'Preview' });
  const page = owner.frameLocator('iframe[title="Preview of the page"]');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Lock');

  await test.step('beside the form, which stays usable', async () => {
    await owner.getByLabel('Project Title').fill('Lock and key');
    await expect(title).toHaveText('Lock and key');
    await owner.getByLabel('Project Link').fill('half a link');
    await owner.getByLabel('Summary').fill('It stays shut');
    await expect(page.locator('.p-summary')).toHaveText('It stays shut');
    expect(await findViolations(owner)).toEqual([]);
  });

  await test.step('with the case study and a chosen banner', async () => {
    await owner.getByRole('textbox', { name: 'Case study' }).click();
    await owner.keyboard.type('## Why it opens');
    await expect(page.getByRole('heading', { name: 'Why it opens' })).toBeVisible();
    await owner.locator('input[name=projectBanner]').setInputFiles(PNG);
    await expect(page.locator('.cover img').first()).toBeVisible();
  });

  await test.step('soon after a key was pressed', async () => {
    const delays = await measure(owner, page);
    test.info().annotations.push({ type: 'median delay in ms', description: String(delays[5]) });
    console.log('delays in ms', delays);
    // A busy machine is slow. This finds a preview that hangs.
    expect(delays[5]).toBeLessThan(5000);
  });

  await test.step('with one request at a time, however slow the host is', async () => {
    let underWay = 0;
    let most = 0;
    await owner.route('**/site/preview/project', async (route) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await sleep(300);
      await route.continue();
      underWay -= 1;
    });
    await owner.getByLabel('Project Title').fill('');
    await owner.getByLabel('Project Title').pressSequentially('Lock and key', { delay: 100 });
    await expect(title).toHaveText('Lock and key');
    expect(most).toBe(1);
    await owner.unroute('**/site/preview/project');
  });

  await test.step('in a tab of its own, also when the sheet is closed', async () => {
    const opening = owner.waitForEvent('popup');
    await sheet.getByRole('link', { name: 'Open the preview in a new tab' }).click();
    const tab = await opening;
    const shown = tab.frameLocator('iframe').getByRole('heading', { level: 1 });
    await expect(shown).toHaveText(/^Lock and key/);
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect(owner.getByRole('button', { name: 'Preview', exact: true })).toBeFocused();
    await owner.getByLabel('Project Title').fill('Hinge');
    await expect(shown).toHaveText('Hinge');
    expect(await findViolations(tab)).toEqual([]);
    await tab.context().clearCookies();
    await tab.reload();
    await expect(tab).toHaveURL(/\/login$/);
    await owner.context().addCookies([environment.session]);
    await tab.close();
  });

  await test.step('and stores nothing', async () => {
    expect(await count(environment, 'project')).toBe(8);
  });
});

test('the preview of a draft covers the form on a phone', async ({ owner, environment }) => {
  const dashboard = await environment.siteDashboard();
  const id = await projectId(environment, 'Tidewatch');
  await owner.setViewportSize({ width: 390, height: 844 });
  await owner.goto(`${dashboard}/update/project/${id}`);
  await owner.getByLabel('Project Title').fill('Tidewatch soon');
  await owner.getByRole('button', { name: 'Preview', exact: true }).click();
  const page = owner.frameLocator('iframe[title="Preview of the page"]');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tidewatch soon');
  await expect(page.locator('.body h2').first()).toBeVisible();
  await owner.keyboard.press('Escape');
  await expect(owner.getByRole('button', { name: 'Preview', exact: true })).toBeFocused();
});

/** How long it takes from a key to the changed title in the frame, for eleven keys, in order. */
async function measure(owner: Page, page: FrameLocator): Promise<readonly number[]> {
  const title = page.getByRole('heading', { level: 1 });
  const delays: number[] = [];
  await owner.getByLabel('Project Title').fill('Lock and key');
  await owner.getByLabel('Project Title').press('End');
  await expect(title).toHaveText('Lock and key');
  await owner.evaluate(() => {
    document.addEventListener('keydown', () => {
      document.body.dataset['pressedAt'] = String(Date.now());
    });
  });
  for (let index = 0; index < 11; index += 1) {
    const changing = title.evaluate(
      (heading) =>
        new Promise<number>((resolve) => {
          const observer = new MutationObserver(() => {
            observer.disconnect();
            resolve(Date.now());
          });
          observer.observe(heading, { childList: true, characterData: true, subtree: true });
        }),
    );
    // The observer is there before the key is pressed.
    await sleep(500);
    await owner.keyboard.press('x');
    const changedAt = await changing;
    delays.push(changedAt - Number(await owner.evaluate(() => document.body.dataset['pressedAt'])));
  }
  return delays.sort((a, b) => a - b);
}
