import type { Page } from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import type { TestEnvironment } from '@vitrine/testing/environment';
import { expectAt, fillProject, ownerClient, PNG, projectId, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('a project needs only a title', async ({ owner, environment }) => {
  const stored = async () =>
    (
      await environment.database.query(
        `select state, stack, deployed, banner is null as "isPlain" from project where title = 'Annals'`,
      )
    ).rows;

  await test.step('is published with its title alone, without an error', async () => {
    await owner.goto('/?view=add-project');
    await owner.getByLabel('Project Title').fill('Annals');
    await owner.getByRole('button', { name: 'Add Project' }).click();
    await expect(toast(owner, 'Project added.')).toBeVisible();
    expect(await stored()).toEqual([
      { state: 'published', stack: null, deployed: 'No', isPlain: true },
    ]);
    await expect.poll(() => publicTitles(environment)).toContain('Annals');
  });

  await test.step('View shows what is missing as None', async () => {
    const id = await projectId(environment, 'Annals');
    await owner.goto(`/view/project/${id}`);
    await expect(owner.getByText('None', { exact: true })).toHaveCount(5);
    await expect(owner.getByRole('img', { name: 'Banner of Annals' })).toHaveCount(0);
    await owner.goto(`/update/project/${id}`);
  });

  await test.step('Other… asks for the kind of work, and a banner can be added', async () => {
    await owner.getByLabel('Stack').selectOption('Other…');
    await expect(owner.getByLabel('Kind of work')).toBeFocused();
    await owner.getByLabel('Kind of work').fill('Essay');
    await owner.locator('input[name=projectBanner]').setInputFiles(PNG);
    await owner.getByRole('button', { name: 'Update Project' }).click();
    await expect(toast(owner, 'Project updated.')).toBeVisible();
    expect(await stored()).toMatchObject([{ stack: 'Essay', isPlain: false }]);
    await owner.reload();
    await expect(owner.getByLabel('Kind of work')).toHaveValue('Essay');
  });

  await test.step('the stack and the banner can be removed', async () => {
    await owner.getByLabel('Stack').selectOption('None');
    await owner
      .getByRole('group', { name: 'Project Banner' })
      .getByRole('button', { name: 'Remove' })
      .click();
    await owner.getByRole('button', { name: 'Update Project' }).click();
    await expect.poll(stored).toMatchObject([{ stack: null, isPlain: true }]);
    await expect(owner.getByText('Upload a file')).toBeVisible();
  });
});

test('a draft stays private until it is published', async ({ owner, environment }) => {
  await test.step('Save draft needs only a title', async () => {
    await owner.goto('/?view=add-project');
    await owner.getByLabel('Project Title').fill('Marigold');
    await expect(owner.getByLabel('Address', { exact: true })).toHaveValue('marigold');
    await owner.getByRole('button', { name: 'Save draft' }).click();
    await expect(toast(owner, 'Draft saved.')).toBeVisible();
    await expect(owner.getByRole('heading', { name: 'Draft saved' })).toBeFocused();
    await owner.getByRole('link', { name: 'Continue editing' }).click();
    await expectAt(owner, `/update/project/${await projectId(environment, 'Marigold')}`);
    await expect(owner.getByText('Draft', { exact: true })).toBeVisible();
    expect(await publicTitles(environment)).not.toContain('Marigold');
  });

  await test.step('Update Project publishes it with the other fields', async () => {
    await fillProject(owner, 'Marigold');
    await owner.locator('input[name=projectBanner]').setInputFiles(PNG);
    await owner.getByRole('button', { name: 'Update Project' }).click();
    await expect(toast(owner, 'Project updated.')).toBeVisible();
    await expect(owner.getByRole('heading', { name: 'Project published' })).toBeFocused();
    await expect.poll(() => publicTitles(environment)).toContain('Marigold');
    // This host has no site to view.
    await expect(owner.getByText('View project')).toBeHidden();
    await owner.getByRole('link', { name: 'Update', exact: true }).click();
    await expect(owner.getByText('Published', { exact: true })).toBeVisible();
  });

  await test.step('Ctrl+S saves changes without publishing them', async () => {
    await owner.getByLabel('Project Title').fill('Marigold II');
    await owner.getByLabel('Project Title').press('Control+s');
    await expect(note(owner)).toContainText('Unpublished changes');
    await expect.poll(() => publicTitles(environment)).toContain('Marigold');
    await owner.reload();
    await expect(owner.getByLabel('Project Title')).toHaveValue('Marigold II');
  });

  await test.step('Discard asks, then shows the published version', async () => {
    await note(owner).getByRole('button', { name: 'Discard' }).click();
    await owner.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(owner.getByLabel('Project Title')).toHaveValue('Marigold');
    await expect(note(owner)).toBeHidden();
  });

  await test.step('Publish publishes a draft with its banner', async () => {
    const before = await storedBanner(environment);
    await owner.getByLabel('Project Title').fill('Marigold III');
    await owner.locator('input[name=projectBanner]').setInputFiles({
      ...PNG,
      buffer: Buffer.concat([PNG.buffer, Buffer.from([0])]),
    });
    await owner.getByRole('button', { name: 'Save draft' }).click();
    await expect(note(owner)).toContainText('Unpublished changes');
    expect(await storedBanner(environment)).toBe(before);
    await note(owner).getByRole('button', { name: 'Publish' }).click();
    await expect(note(owner)).toBeHidden();
    await expect.poll(() => publicTitles(environment)).toContain('Marigold III');
  });
});

test('publishes on time, and asks before a schedule or an image is forgotten', async ({
  owner,
  environment,
}) => {
  const id = await projectId(environment, 'Tidewatch');
  const update = owner.getByRole('button', { name: 'Update Project' });

  await test.step('Schedule saves the changes for a later time', async () => {
    await owner.goto(`/update/project/${id}`);
    await owner.getByLabel('Project Title').fill('Tidewatch later');
    await owner.getByRole('button', { name: 'More ways to publish' }).click();
    await owner.getByRole('menuitem', { name: 'Schedule…' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Publish later' });
    await dialog.getByLabel('Date').fill('2000-01-01');
    await expect(dialog).toContainText('Choose a time in the future.');
    await dialog.getByLabel('Date').fill(`${new Date().getFullYear() + 1}-06-01`);
    await dialog.getByLabel('Time').fill('09:30');
    await expect(dialog).toContainText(/In \d+ days\. Time zone: /);
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await expect(toast(owner, 'Publication scheduled.')).toBeVisible();
    await expect(note(owner)).toContainText(/Scheduled for Jun 1, \d+, 09:30/);
  });

  await test.step('the main button asks whether to keep the schedule', async () => {
    const question = owner.getByRole('alertdialog', { name: 'Publish now?' });
    await owner.getByLabel('Project Title').fill('Tidewatch much later');
    await owner.keyboard.press('Control+Enter');
    await question.getByRole('button', { name: 'Keep the schedule' }).click();
    await expect(toast(owner, 'Draft saved.')).toBeVisible();
    await expect(note(owner)).toContainText('Scheduled for');
    await update.click();
    await question.getByRole('button', { name: 'Publish now' }).click();
    await expect(note(owner)).toBeHidden();
    await expect.poll(() => publicTitles(environment)).toContain('Tidewatch much later');
  });

  await test.step('lists the images of the gallery without alternative text', async () => {
    const id = await projectId(environment, 'Pattern Room');
    await environment.database.query(
      `update project set gallery = (
         select jsonb_agg(image || '{"alt": "", "decorative": false}')
         from jsonb_array_elements(gallery) as image
       ) where id = $1`,
      [id],
    );
    await owner.goto(`/update/project/${id}`);
    const question = owner.getByRole('alertdialog', { name: 'Publish without alternative text?' });
    await update.click();
    await question.getByRole('button', { name: 'Add alt text: Image 1' }).click();
    const field = owner.getByRole('group', { name: 'Image 1', exact: true }).getByLabel('Alt text');
    await expect(field).toBeFocused();
    await field.fill('A lozenge twill, magnified');
    await update.click();
    await question.getByRole('button', { name: 'Mark as decorative: Image 2' }).click();
    await question.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(toast(owner, 'Project updated.').last()).toBeVisible();
  });
});

test('the editor and the list of projects show what waits', async ({ owner, environment }) => {
  await owner.setViewportSize({ width: 390, height: 844 });

  await test.step('the sections are one tap away on a phone', async () => {
    await owner.goto(`/update/project/${await projectId(environment, 'Tidewatch')}`);
    const sections = owner.getByRole('navigation', { name: 'Sections' });
    for (const name of ['Facts and links', 'Case study', 'Gallery', 'Project']) {
      await sections.getByRole('link', { name }).click();
      await expect(sections.getByRole('link', { name })).toHaveAttribute('aria-current', 'true');
      await expect(owner.getByRole('heading', { name, exact: true })).toBeInViewport();
    }
    const width = await owner.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
  });

  await test.step('a taken address is an error next to its field', async () => {
    await owner.getByLabel('Address', { exact: true }).fill('quorum');
    await owner.getByRole('button', { name: 'Update Project' }).click();
    await expect(owner.getByLabel('Address', { exact: true })).toHaveAccessibleDescription(
      'Another project has this address.',
    );
    await owner.getByLabel('Address', { exact: true }).fill('tidewatch');
  });

  await test.step('Manage Projects unpublishes, filters and publishes projects', async () => {
    await owner.setViewportSize({ width: 1280, height: 900 });
    await owner.goto('/manage/projects');
    for (const title of ['Tidewatch', 'Quorum']) {
      await owner.getByRole('button', { name: `More actions for ${title}` }).click();
      await owner.getByRole('menuitem', { name: 'Unpublish' }).click();
      await expect(owner.getByRole('row').filter({ hasText: title })).toContainText('Draft');
    }
    await owner.getByRole('button', { name: 'Drafts 2' }).click();
    await expect(owner.getByRole('checkbox')).toHaveCount(2);
    for (const title of ['Tidewatch', 'Quorum']) await owner.getByLabel(`Select ${title}`).check();
    await owner.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(toast(owner, '2 projects published.')).toBeVisible();
    await expect(owner.getByText('No project matches.')).toBeVisible();
    await owner.getByRole('button', { name: 'Clear filter' }).click();
    await expect(owner.getByRole('checkbox')).toHaveCount(8);
  });
});

function note(page: Page) {
  return page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /Unpublished|Scheduled/ });
}

async function publicTitles(environment: TestEnvironment): Promise<readonly string[]> {
  const { body } = await ownerClient(environment).call(calls.public.portfolio);
  return body.projects.map(({ title }) => title);
}

async function storedBanner(environment: TestEnvironment): Promise<string> {
  const { rows } = await environment.database.query(
    "select banner from project where title like 'Marigold%'",
  );
  return rows[0].banner;
}
