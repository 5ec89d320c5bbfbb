import { count, fillProject, PNG, projectId, toast } from '../support/screen.ts';
import { delayResponses, findLayoutShifts, watchLayoutShifts } from '../support/shifts.ts';
import { expect, test } from '../support/test.ts';

test('publishing shows the result and what comes next', async ({ owner, environment }) => {
  const dashboard = await environment.siteDashboard();
  await owner.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const publish = async () => {
    await fillProject(owner, 'Lock');
    await owner.locator('input[name=projectBanner]').setInputFiles(PNG);
    await owner.getByRole('button', { name: 'Add Project' }).click();
    await expect(owner.getByRole('heading', { name: 'Project published' })).toBeFocused();
  };

  await test.step('Undo moves the project to the trash and shows the form', async () => {
    await owner.goto(`${dashboard}/?view=add-project`);
    await publish();
    await toast(owner, 'Project added.').getByRole('button', { name: 'Undo' }).click();
    await expect(owner.getByRole('heading', { name: 'Add a new project' })).toBeFocused();
    expect(await count(environment, 'project')).toBe(8);
  });

  await test.step('View project opens the page of the site', async () => {
    await publish();
    const view = owner.getByRole('link', { name: 'View project' });
    await expect(view).toHaveAttribute('target', '_blank');
    const url = (await view.getAttribute('href')) ?? '';
    expect(new URL(url).pathname).toBe('/projects/lock');
    const opening = owner.waitForEvent('popup');
    await view.click();
    const popup = await opening;
    await expect(async () => {
      await popup.reload();
      await expect(popup.getByRole('heading', { name: 'Lock' })).toBeVisible({ timeout: 1000 });
    }).toPass();
    await popup.close();
    await expect(owner.getByLabel('Address', { exact: true })).toHaveValue(url);
    await owner.getByRole('button', { name: 'Copy link' }).click();
    await expect(toast(owner, 'Link copied.')).toBeVisible();
    expect(await owner.evaluate(() => navigator.clipboard.readText())).toBe(url);
  });

  await test.step('a suggestion opens its section of the form', async () => {
    await owner.getByRole('link', { name: 'Write' }).click();
    await expect(owner.getByRole('region', { name: 'Case study' })).toBeFocused();
    await expect(owner.getByRole('heading', { name: 'Case study' })).toBeInViewport();
  });

  await test.step('the form of a published project leads to its page', async () => {
    const view = owner.getByRole('link', { name: 'View on site' });
    expect(new URL((await view.getAttribute('href')) ?? '').pathname).toBe('/projects/lock');
    await owner.getByRole('button', { name: 'Copy link' }).click();
    await expect(toast(owner, 'Link copied.').last()).toBeVisible();
    await owner.goto(`${dashboard}/?view=add-project`);
  });

  await test.step('a schedule names its time', async () => {
    await owner.getByLabel('Project Title').fill('Key');
    await owner.getByRole('button', { name: 'More ways to publish' }).click();
    await owner.getByRole('menuitem', { name: 'Schedule…' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Publish later' });
    await dialog.getByLabel('Date').fill(`${new Date().getFullYear() + 1}-06-01`);
    await dialog.getByLabel('Time').fill('09:30');
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await expect(
      owner.getByRole('heading', { name: /^Scheduled for Jun 1, \d+, 09:30$/ }),
    ).toBeFocused();
    await expect(owner.getByText('View project')).toBeHidden();
    await owner.getByRole('button', { name: 'Add another' }).click();
    await expect(owner.getByLabel('Project Title')).toHaveValue('');
    await expect(owner.getByRole('heading', { name: 'Add a new project' })).toBeFocused();
  });

  await test.step('Ctrl+S saves a draft without leaving the form', async () => {
    await owner.getByLabel('Project Title').fill('Hinge');
    await owner.keyboard.press('Control+s');
    await owner.waitForURL('**/update/project/*');
    expect(owner.url()).toContain(await projectId(environment, 'Hinge'));
    await expect(owner.getByLabel('Project Title')).toHaveValue('Hinge');
  });
});

test('View site is in the head of the dashboard, in the bar and in the menu', async ({
  owner,
  environment,
}) => {
  const links = owner.getByRole('link', { name: 'View site' });
  await owner.goto('/');
  await expect(owner.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await expect(links).toHaveCount(0);

  await owner.goto(await environment.siteDashboard());
  await expect(links).toHaveCount(2);
  const opening = owner.waitForEvent('popup');
  await owner.getByRole('main').getByRole('link', { name: 'View site' }).click();
  await expect((await opening).getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible();

  await owner.setViewportSize({ width: 390, height: 844 });
  await owner.getByRole('button', { name: 'Open menu' }).click();
  const menu = owner.getByRole('dialog', { name: 'Vitrine' }).getByRole('navigation');
  await expect(menu.getByRole('link').first()).toHaveText('View site');
});

test('the bar shows names on wide screens, until only icons are chosen', async ({ owner }) => {
  await owner.addInitScript(watchLayoutShifts);
  await owner.setViewportSize({ width: 1440, height: 900 });
  const bar = owner.getByRole('navigation', { name: 'Views' });
  const name = bar.getByText('Add Project', { exact: true });
  await owner.goto('/');
  await expect(name).toBeVisible();
  expect((await bar.boundingBox())?.width).toBe(216);

  await test.step('the button and the [ key switch', async () => {
    await bar.getByRole('button', { name: 'Show icons only' }).focus();
    await owner.keyboard.press('Enter');
    await expect(name).toBeHidden();
    await expect(bar.getByRole('button', { name: 'Show names' })).toBeFocused();
    await owner.keyboard.press('[');
    await expect(name).toBeVisible();
    await owner.keyboard.press('[');
    await expect(name).toBeHidden();
    await expect(bar.getByRole('link', { name: 'Add Project' })).toBeVisible();
  });

  await test.step('the choice is remembered, without a layout shift', async () => {
    await delayResponses(owner);
    await owner.reload();
    await expect(owner.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
    expect((await bar.boundingBox())?.width).toBe(56);
    expect(await findLayoutShifts(owner)).toEqual([]);
  });

  await test.step('narrower screens have icons only', async () => {
    await bar.getByRole('button', { name: 'Show names' }).click();
    await owner.setViewportSize({ width: 820, height: 900 });
    await expect(name).toBeHidden();
    await expect(bar.getByRole('button', { name: /^Show/ })).toBeHidden();
    await owner.keyboard.press('[');
    await owner.setViewportSize({ width: 1440, height: 900 });
    await expect(name).toBeVisible();
  });
});
