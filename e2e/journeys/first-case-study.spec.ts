import type { Locator, Page } from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import type { TestEnvironment } from '@vitrine/testing/environment';
import { ownerClient, PNG, projectId, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

async function publicTitles(environment: TestEnvironment): Promise<string[]> {
  const { body } = await ownerClient(environment).call(calls.public.portfolio);
  return body.projects.map(({ title }) => title);
}

async function storedBody(environment: TestEnvironment): Promise<string> {
  const id = await projectId(environment, 'Marigold');
  const { body } = await ownerClient(environment).call(calls.project.get, { params: { id } });
  return body.project.body;
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('Tab does not reach this element.');
}

test('a case study is created, illustrated and published with the keyboard alone', async ({
  owner,
  environment,
}) => {
  const editor = owner.getByRole('textbox', { name: 'Case study' });
  await test.step('from the command palette', async () => {
    await owner.goto('/');
    await expect(owner.getByRole('table').first()).toBeVisible();
    await owner.keyboard.press('Control+k');
    await owner.keyboard.type('add project');
    await expect(owner.getByRole('option', { selected: true })).toContainText('Add Project');
    await owner.keyboard.press('Enter');
    await expect(owner.getByLabel('Project Title')).toBeVisible();
    await tabTo(owner, owner.getByLabel('Project Title'));
    await owner.keyboard.type('Marigold');
  });

  await test.step('with text and an image from the library', async () => {
    await expect(editor).toBeVisible();
    await tabTo(owner, editor);
    await owner.keyboard.type('## The boat\n\nShe floats.\n\n');
    await owner.keyboard.press('Shift+Tab');
    await owner.keyboard.press('End');
    await expect(owner.getByRole('button', { name: 'Image', exact: true })).toBeFocused();
    await owner.keyboard.press('Enter');
    await owner.getByRole('menuitem', { name: /library/i }).press('Enter');
    const library = owner.getByRole('dialog');
    await expect(library.getByRole('button', { name: /^Quorum/ }).first()).toBeVisible();
    const images = library.getByRole('list').getByRole('button');
    await tabTo(owner, images.first());
    await owner.keyboard.press('ArrowRight');
    await expect(images.nth(1)).toBeFocused();
    await owner.keyboard.press('Enter');
    await expect(library).toBeHidden();
    await expect(editor).toContainText('/media/');
  });

  await test.step('as a draft', async () => {
    await owner.keyboard.press('Control+s');
    await expect(toast(owner, 'Draft saved.')).toBeVisible();
    expect(await storedBody(environment)).toMatch(
      /^## The boat\n\nShe floats\.\n\n!\[[^\]]*\]\(\/media\/[0-9a-f]{64}\.\w+\)/,
    );
    expect(await publicTitles(environment)).not.toContain('Marigold');
  });

  await test.step('and published', async () => {
    await tabTo(owner, owner.getByLabel('Description'));
    await owner.keyboard.type('A boat.');
    const chooser = owner.waitForEvent('filechooser');
    await tabTo(owner, owner.locator('input[name=projectBanner]'));
    await owner.keyboard.press('Enter');
    await (await chooser).setFiles(PNG);
    await tabTo(owner, owner.getByLabel('Technologies'));
    await owner.keyboard.type('Oak, Tar');
    for (const label of ['Stack', 'Deployed']) {
      await tabTo(owner, owner.getByLabel(label, { exact: true }));
      await owner.keyboard.press('ArrowDown');
    }
    await owner.keyboard.press('Control+Enter');
    await expect(toast(owner, 'Project updated.')).toBeVisible();
    await expect.poll(() => publicTitles(environment)).toContain('Marigold');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a case study is created, illustrated and published by touch', async ({
    owner,
    environment,
  }) => {
    const editor = owner.getByRole('textbox', { name: 'Case study' });
    await owner.goto('/');
    await owner.getByRole('button', { name: /^Search/ }).tap();
    await owner.getByRole('combobox', { name: 'Search and commands' }).fill('add project');
    await owner
      .getByRole('option', { name: /project/i })
      .first()
      .tap();
    await owner.getByLabel('Project Title').tap();
    await owner.keyboard.type('Marigold');
    await owner.getByLabel('Description').fill('A boat.');
    await owner.getByLabel('Technologies').fill('Oak, Tar');
    await owner.getByLabel('Stack', { exact: true }).selectOption('Mern');
    await owner.getByLabel('Deployed', { exact: true }).selectOption('No');
    await owner.locator('input[name=projectBanner]').setInputFiles(PNG);
    await editor.tap();
    await owner.keyboard.type('She floats. ');
    await owner.getByRole('button', { name: 'Image', exact: true }).tap();
    await owner.getByRole('menuitem', { name: /library/i }).tap();
    const library = owner.getByRole('dialog');
    await library
      .getByRole('button', { name: /^Quorum/ })
      .first()
      .tap();
    await expect(editor).toContainText('/media/');
    await owner.getByRole('button', { name: 'Save draft' }).tap();
    await expect(toast(owner, 'Draft saved.')).toBeVisible();
    expect(await publicTitles(environment)).not.toContain('Marigold');
    await owner.getByRole('link', { name: 'Continue editing' }).tap();
    await owner.getByRole('button', { name: 'Update Project' }).tap();
    await expect(toast(owner, 'Project updated.')).toBeVisible();
    await expect.poll(() => publicTitles(environment)).toContain('Marigold');
  });
});
