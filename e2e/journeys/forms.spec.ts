import type { Locator, Page } from '@playwright/test';
import { paint } from '@vitrine/testing/pictures';
import { expectAt, fillProject, PNG, projectId, row, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

/** The paths of the calls made, under /api/v1. */
function watchCalls(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const [, path] = request.url().split('/api/v1');
    if (path !== undefined && request.method() !== 'GET') paths.push(path);
  });
  return paths;
}

function paste(page: Page, text: string): Promise<void> {
  return page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', {
      clipboardData: data,
      bubbles: true,
      cancelable: true,
    });
    document.activeElement?.dispatchEvent(event);
  }, text);
}

test('the project form', async ({ owner, environment }) => {
  await test.step('separates the items of a list pasted into Technologies', async () => {
    await owner.goto('/?view=add-project');
    await owner.getByLabel('Technologies').fill('Wood, ');
    await owner.getByLabel('Technologies').press('End');
    await paste(owner, 'Brass\r\nSteam\r\n');
    await expect(owner.getByLabel('Technologies')).toHaveValue('Wood, Brass, Steam');
  });

  await test.step('reports an invalid field before uploading the banner', async () => {
    await owner.goto('/?view=add-project');
    await fillProject(owner, 'Lock');
    await owner.getByLabel('Project Link').fill('not a link');
    await owner.locator('input[name=projectBanner]').setInputFiles(PNG);
    const made = watchCalls(owner);
    await owner.getByRole('button', { name: 'Add Project' }).click();
    await expect(owner.getByLabel('Project Link')).toHaveAccessibleDescription(
      'The project link must start with http:// or https://.',
    );
    await expect(owner.getByLabel('Project Link')).toBeFocused();
    expect(made).toEqual(['/project/add/validate']);

    await owner.getByLabel('Project Link').fill('lock.example.com');
    await owner.getByRole('button', { name: 'Add Project' }).click();
    await expect(toast(owner, 'Project added.')).toBeVisible();
    expect(made.slice(1)).toEqual(['/project/add/validate', '/project/add']);
  });

  await test.step('turns technologies without spaces into badges and description lines into bullets', async () => {
    await environment.fill();
    await owner.goto('/?view=add-project');
    await fillProject(owner, 'Lock');
    await owner.getByLabel('Technologies').fill('Brass,Steam');
    await owner.getByLabel('Description').fill('It opens.\nIt closes\nIt stays shut. For good');
    await expect(owner.getByLabel('Technologies')).toHaveValue('Brass, Steam');
    await owner.locator('input[name=projectBanner]').setInputFiles(PNG);
    await owner.getByRole('button', { name: 'Add Project' }).click();
    await expect(toast(owner, 'Project added.')).toBeVisible();

    const id = await projectId(environment, 'Lock');
    await owner.goto(`/view/project/${id}`);
    const facts = owner.getByRole('definition');
    await expect(facts.filter({ hasText: 'Brass' }).getByRole('listitem')).toHaveText([
      'Brass',
      'Steam',
    ]);
    await expect(facts.filter({ hasText: 'It opens' }).getByRole('listitem')).toHaveText([
      'It opens',
      'It closes',
      'It stays shut',
      'For good',
    ]);
    await owner.goto(`/update/project/${id}`);
    await expect(owner.getByLabel('Description')).toHaveValue(
      'It opens.\nIt closes\nIt stays shut. For good',
    );
  });
});

test('the profile form', async ({ owner, environment }) => {
  await test.step('adds https:// to a link, even when Enter submits the form', async () => {
    await owner.goto('/?view=account&section=update-profile');
    const github = owner.getByLabel('Github URL');
    await github.fill('github.com/me');
    await github.blur();
    await expect(github).toHaveValue('https://github.com/me');
    await owner.getByLabel('Portfolio URL').fill('me.example.com');
    await owner.getByLabel('Portfolio URL').press('Enter');
    await expect(toast(owner, 'Profile updated.')).toBeVisible();
    await expect(owner.getByLabel('Portfolio URL')).toHaveValue('https://me.example.com');
    const { rows } = await environment.database.query(
      'select github_url, portfolio_url from owner',
    );
    expect(rows).toEqual([
      { github_url: 'https://github.com/me', portfolio_url: 'https://me.example.com' },
    ]);
  });

  await test.step('sends a form without a file in a single request', async () => {
    await owner.goto('/?view=account&section=update-profile');
    const made = watchCalls(owner);
    await owner.getByLabel('Phone', { exact: true }).fill('+44 20 7946 0000');
    await owner.getByRole('button', { name: 'Update Profile' }).click();
    await expect(toast(owner, 'Profile updated.')).toBeVisible();
    expect(made).toEqual(['/user/update/me']);
  });
});

test('years and percentages', async ({ owner }) => {
  await test.step('Enter in a proficiency field saves the value and keeps the focus', async () => {
    await owner.goto('/manage/skills');
    const field = owner.getByLabel('Proficiency of TypeScript');
    await field.fill('55');
    await field.press('Enter');
    await expect(toast(owner, 'Skill updated.')).toBeVisible();
    await expect(field).toBeFocused();
    await owner.keyboard.type('56');
    await expect(field).toHaveValue('56');
    await field.press('Enter');
    await expect(toast(owner, 'Skill updated.')).toHaveCount(2);
  });

  await test.step('asks for the year when From is empty', async () => {
    await owner.goto('/?view=add-timeline');
    await owner.getByLabel('Title').fill('Engineer');
    await owner.getByLabel('Description').fill('Engines');
    await owner.getByRole('button', { name: 'Add Timeline' }).click();
    await expect(owner.getByLabel('From')).toHaveAccessibleDescription('Enter the start year.');
    // The hint would repeat the error.
    await expect(owner.getByText('The year it started.', { exact: true })).toHaveCount(0);
  });
});

test('opens a resume in the browser’s viewer under the owner’s name and offers a download', async ({
  owner,
}) => {
  await owner.goto('/?view=account');
  const view = owner.getByRole('link', { name: 'View the resume' });
  await expect(view).toHaveAttribute(
    'href',
    /\/media\/[0-9a-f]{64}\.pdf\/ada-lovelace-resume\.pdf$/,
  );

  const download = owner.waitForEvent('download');
  await owner.getByRole('link', { name: 'Download the resume' }).click();
  expect((await download).suggestedFilename()).toBe('ada-lovelace-resume.pdf');

  // A browser without a PDF viewer saves the file instead.
  if (!(await owner.evaluate(() => navigator.pdfViewerEnabled))) return;
  const opened = owner.context().waitForEvent('page');
  await view.click();
  const viewer = await opened;
  await expect
    .poll(
      () => viewer.frames().filter((frame) => frame.url().startsWith('chrome-extension:')).length,
    )
    .toBe(1);
  expect(viewer.url()).toMatch(/\/ada-lovelace-resume\.pdf$/);
});

test('crops a picture in the form as on the page, around the chosen focal point', async ({
  owner,
  environment,
}) => {
  const id = await projectId(environment, 'Tidewatch');
  await owner.goto(`/update/project/${id}`);
  const choose = async (width: number, height: number) =>
    owner.locator('input[name=projectBanner]').setInputFiles({
      ...PNG,
      buffer: await paint({ width, height, from: [200, 0, 0], to: [0, 0, 200], seed: 1 })
        .png()
        .toBuffer(),
    });
  const preview = owner.getByAltText('Preview of picture.png');
  const sliders = owner.getByRole('slider');

  await test.step('an image that is not cropped has no focal point to set', async () => {
    await choose(640, 360);
    await expect(owner.getByText('The whole image is visible.')).toBeVisible();
    await expect(sliders).toHaveCount(0);
    await expect(preview).toHaveCSS('cursor', 'auto');
  });

  await choose(900, 300);
  await expect(sliders).toHaveCount(1);
  await expect(preview).toHaveCSS('object-fit', 'cover');
  await expect(preview).toHaveCSS('object-position', '50% 50%');

  await test.step('by keyboard', async () => {
    const horizontal = owner.getByRole('slider', { name: 'Horizontal focus' });
    await horizontal.focus();
    await owner.keyboard.press('Home');
    await expect(preview).toHaveCSS('object-position', '0% 50%');
    await horizontal.fill('50');
  });

  await test.step('by dragging the picture', async () => {
    await preview.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await boxOf(preview);
    await owner.mouse.move(x + width / 2, y + height / 2);
    await owner.mouse.down();
    // Dragging past the width of the image stops at its right edge.
    await owner.mouse.move(x + width / 2 - width, y + height / 2, { steps: 4 });
    await owner.mouse.up();
    await expect(preview).toHaveCSS('object-position', '100% 50%');
  });

  await owner.getByRole('button', { name: 'Update Project' }).click();
  await expect(toast(owner, 'Project updated.')).toBeVisible();
  await expect(owner.getByAltText('Current image')).toHaveCSS('object-position', '100% 50%');
  // The form is saved, so leaving does not ask for confirmation.
  await owner.getByRole('link', { name: 'Return to Dashboard' }).click();
  await expectAt(owner, '/');

  await owner.goto(`/view/project/${id}`);
  const banner = owner.getByRole('img', { name: 'Banner of Tidewatch' });
  await expect(banner).toHaveCSS('object-position', '100% 50%');
  await owner.goto('/manage/projects');
  await expect(row(owner.getByRole('table'), 'Tidewatch').locator('img')).toHaveCSS(
    'object-position',
    '100% 50%',
  );
});

test('removes avatar and resume, with Undo until the form is saved', async ({
  owner,
  environment,
}) => {
  const stored = async () =>
    (await environment.database.query('select avatar, resume from owner')).rows[0];
  const before = await stored();
  await owner.goto('/?view=account&section=update-profile');
  const avatar = owner.getByRole('group', { name: 'Avatar' });
  const resume = owner.getByRole('group', { name: 'Resume' });
  const save = owner.getByRole('button', { name: 'Update Profile' });

  await avatar.getByRole('button', { name: 'Remove' }).click();
  await expect(avatar.getByText('Will be removed when you save')).toBeVisible();
  // Undo replaces Remove and takes the focus.
  await expect(avatar.getByRole('button', { name: 'Undo' })).toBeFocused();
  await owner.keyboard.press('Enter');
  await expect(avatar.getByText('Will be removed when you save')).toHaveCount(0);
  await resume.getByRole('button', { name: 'Remove' }).click();
  await save.click();
  await expect(toast(owner, 'Profile updated.')).toBeVisible();
  expect(await stored()).toEqual({ avatar: before.avatar, resume: null });
  await expect(resume.getByText('Upload a file')).toBeVisible();

  await avatar.getByRole('button', { name: 'Remove' }).click();
  await save.click();
  await expect(avatar.getByText('Upload a file')).toBeVisible();
  // A live update can show that before the response.
  await expect(save).toHaveAttribute('aria-disabled', 'false');
  expect(await stored()).toEqual({ avatar: null, resume: null });
  // The form is saved, so leaving does not ask for confirmation.
  await owner.getByRole('link', { name: 'Profile', exact: true }).click();
  await expectAt(owner, '/?view=account');
  await expect(owner.getByRole('figure', { name: 'Resume' })).toContainText('Not added');
  await expect(owner.getByRole('link', { name: 'View the resume' })).toHaveCount(0);
});

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not on the screen.');
  return box;
}
