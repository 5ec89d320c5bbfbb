import type { Locator, Page } from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import { LINKEDIN_FILES, zipOf } from '@vitrine/testing/linkedin-export';
import { uploads } from '@vitrine/testing/uploads';
import { count, expectAt, hold, ownerClient, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const LINKEDIN = {
  name: 'Basic_LinkedInDataExport_11-15-2026.zip',
  mimeType: 'application/zip',
  buffer: Buffer.from(zipOf(LINKEDIN_FILES)),
};

const JSON_RESUME = jsonFile('resume.json', {
  basics: { name: 'Ada Lovelace', label: 'Principal engineer' },
  work: [
    {
      name: 'Analytical Company',
      position: 'Principal engineer',
      startDate: '2023-02',
      summary: 'Leads the team.',
    },
  ],
  skills: [{ name: 'GraphQL' }],
  languages: [{ language: 'French', fluency: 'Fluent' }],
});

/** The service starts processes to read a file and to find icons, which is slow on a busy machine. */
const SLOW = { timeout: 60_000 };

test('imports what was chosen from a LinkedIn export, and undoes it', async ({
  owner,
  environment,
}) => {
  const counts = async () => {
    const { rows } = await environment.database.query(
      `select (select count(*)::int from timeline) as entries,
         (select count(*)::int from skill) as skills, (select count(*)::int from project) as projects`,
    );
    return rows[0];
  };
  const before = await counts();
  await owner.goto('/');
  await owner.getByRole('heading', { level: 1 }).waitFor();
  await owner.keyboard.press('Control+k');
  await owner.getByRole('combobox').fill('import');
  await owner.getByRole('option', { name: /^Import from LinkedIn/ }).click();
  await expectAt(owner, '/import');
  await expect(owner.getByRole('heading', { level: 1 })).toBeFocused();

  await choose(owner, LINKEDIN);
  const source = owner.getByRole('group', { name: 'LinkedIn export' });
  await expect(source).toContainText(LINKEDIN.name);
  await expect(source).toContainText(/Read \d+ of \d+ files: Profile, Positions/);
  await expect(source.getByRole('button')).toHaveText('Choose another file');
  await expect(source.getByRole('button')).toBeFocused();
  await expect(row(owner, 'Tide tables')).toContainText('Project');
  await expect(owner.locator('summary')).toContainText('that Vitrine has no field for');

  // Only what is checked here.
  await selectNone(owner);
  await expect(owner.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  for (const title of ['Tide tables', 'GraphQL', 'Mentor, Code Club'])
    await row(owner, title).getByRole('checkbox').check();
  await owner.getByLabel('Proficiency in GraphQL').fill('70');
  await owner.getByRole('button', { name: 'Import 3 items' }).click();
  await expect(toast(owner, 'Imported 3 items.')).toBeVisible(SLOW);
  await expect(owner.getByRole('heading', { name: 'Import complete' })).toBeFocused();
  const main = owner.getByRole('main');
  await expect(main.getByRole('listitem')).toHaveText([
    '1 timeline entry added',
    '1 project added as a draft',
    '1 skill added',
  ]);
  const { entries, skills, projects } = before;
  expect(await counts()).toEqual({
    entries: entries + 1,
    skills: skills + 1,
    projects: projects + 1,
  });
  const { rows } = await environment.database.query(
    `select proficiency from skill where title = 'GraphQL'`,
  );
  expect(rows).toEqual([{ proficiency: 70 }]);

  // Not asked whether to leave, and without a reload of the page.
  await main.getByRole('link', { name: '1 project added as a draft' }).click();
  await expect(owner.getByRole('row').filter({ hasText: 'Tide tables' })).toContainText('Draft');
  await owner.keyboard.press('z');
  await expect(toast(owner, 'Import undone.')).toBeVisible();
  await expect(owner.getByText('Tide tables')).toHaveCount(0);
  expect(await counts()).toEqual(before);
});

test('shows what each change replaces, and does not choose it if yours is newer', async ({
  owner,
  environment,
}) => {
  const files = {
    'Profile.csv': 'First Name,Last Name,Headline\nAda,Lovelace,Principal engineer\n',
  };
  const headline = row(owner, 'Headline');
  await owner.goto('/import');
  await choose(owner, { ...LINKEDIN, buffer: Buffer.from(zipOf(files, '2099-01-01')) });
  await expect(headline.getByRole('checkbox')).toBeChecked();
  await expect(headline.getByRole('deletion')).toHaveText('Software');
  await expect(headline.getByRole('insertion')).toHaveText('Principal');
  await expect(owner.getByRole('region', { name: 'Add' })).toHaveCount(0);

  const change = { json: { headline: 'Software engineer, London' } };
  await ownerClient(environment).call(calls.user.updateProfile, change);
  await choose(owner, { ...LINKEDIN, buffer: Buffer.from(zipOf(files, '2020-01-01')) });
  await expect(headline).toContainText('Yours is newer');
  await expect(headline.getByRole('checkbox')).not.toBeChecked();
  await headline.getByRole('checkbox').check();
  await owner.getByRole('button', { name: 'Import 1 item', exact: true }).click();
  await owner.getByRole('link', { name: 'Profile changed' }).click();
  await expect(owner.getByText('Principal engineer').first()).toBeVisible();
});

test('imports a JSON Resume, and then finds nothing new in it', async ({ beginner }) => {
  await beginner.goto('/import');
  await beginner.getByRole('radio', { name: 'JSON Resume' }).check();
  await choose(beginner, JSON_RESUME);
  await expect(row(beginner, 'Principal engineer, Analytical Company')).toBeVisible();
  // The file has no date.
  const headline = row(beginner, 'Headline');
  await expect(headline).toContainText('Not known which is newer');
  await expect(headline.getByRole('checkbox')).not.toBeChecked();
  await headline.getByRole('checkbox').check();
  await beginner.getByRole('button', { name: /^Import \d items$/ }).click();
  await beginner.getByRole('link', { name: '1 skill added' }).click();
  await expectAt(beginner, '/manage/skills');
  await expect(beginner.getByRole('main').getByText('GraphQL')).toBeVisible();

  await beginner.goto('/import');
  // The content of a file decides, not the chosen source.
  await choose(beginner, JSON_RESUME);
  await expect(beginner.getByRole('radio', { name: 'JSON Resume' })).toBeChecked();
  await expect(beginner.getByText('Nothing new.')).toBeVisible();
  await expect(beginner.getByRole('button', { name: /^Import/ })).toHaveCount(0);
  await beginner.locator('summary').click();
  await expect(beginner.getByRole('listitem').filter({ hasText: 'GraphQL' })).toBeVisible();
});

test('imports repositories from GitHub', async ({ owner }) => {
  await owner.goto('/import');
  await owner.getByRole('radio', { name: 'GitHub' }).check();
  const user = owner.getByLabel('GitHub user name');
  const read = async (name: string) => {
    await user.fill(name);
    await user.press('Enter');
  };
  const alert = owner.getByRole('main').getByRole('alert');
  await read('nobody');
  await expect(alert).toHaveText('GitHub has no user named nobody.');
  await expect(user).toBeFocused();
  await read('rate-limited');
  await expect(alert).toHaveText(/Try again in \d+ minutes\.$/);
  await read('not a name');
  await expect(alert).toHaveText('Enter a user name of GitHub, like ada-example.');

  await read('ada-example');
  await expect(row(owner, 'note-g').getByRole('checkbox')).toBeChecked();
  await expect(row(owner, 'loom').getByRole('checkbox')).not.toBeChecked();
  await expect(alert).toHaveCount(0);
  await selectNone(owner);
  await row(owner, 'note-g').getByRole('checkbox').check();
  await owner.getByRole('button', { name: 'Import 1 item', exact: true }).click();
  await expect(owner.getByRole('link', { name: '1 project added as a draft' })).toBeVisible(SLOW);
});

test('says why a file cannot be read, and reads the next one', async ({ owner }) => {
  await owner.goto('/import');
  const alert = owner.getByRole('main').getByRole('alert');
  await choose(owner, jsonFile('package.json', { name: 'not a resume' }));
  await expect(alert).toHaveText('This JSON file is not a JSON Resume.');
  await choose(owner, { ...LINKEDIN, buffer: Buffer.from(zipOf({ 'notes.txt': 'Hello' })) });
  await expect(alert).toHaveText(
    /^This ZIP file has no data from LinkedIn and no Markdown files\./,
  );

  const release = await hold(owner, '**/import/read?*');
  await drop(owner, LINKEDIN);
  await expect(owner.getByText(`Reading ${LINKEDIN.name}`)).toBeVisible();
  await owner.getByRole('button', { name: 'Cancel' }).click();
  await expect(owner.getByRole('button', { name: 'Choose a file' })).toBeFocused();
  release();
  await drop(owner, LINKEDIN);
  await waitUntilRead(owner);
  await expect(row(owner, 'Tide tables')).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test.describe('choosing what to import', () => {
  test('works with the keyboard alone', async ({ owner }) => {
    await owner.goto('/import');
    await choose(owner, LINKEDIN);
    const add = owner.getByRole('region', { name: 'Add' });
    const boxes = add.getByRole('checkbox');
    await selectNone(owner);
    const total = await boxes.count();
    await boxes.first().focus();
    await owner.keyboard.press('x');
    await expect(add).toContainText(`1 of ${total} selected`);
    await owner.keyboard.press('Shift+ArrowDown');
    await expect(boxes.nth(1)).toBeFocused();
    await expect(add).toContainText(`2 of ${total} selected`);
    await owner.keyboard.press('Space');
    await expect(add).toContainText(`1 of ${total} selected`);
    await owner.keyboard.press('Control+a');
    await expect(add).toContainText(`${total} of ${total} selected`);
    // In a field, it selects the text.
    const proficiency = owner.getByLabel('Proficiency in GraphQL');
    await proficiency.focus();
    await owner.keyboard.press('Control+a');
    await owner.keyboard.type('8');
    await expect(proficiency).toHaveValue('8');
  });

  test('asks before it is lost, but only if something was chosen by hand', async ({ owner }) => {
    await owner.goto('/import');
    await choose(owner, LINKEDIN);
    await expect(row(owner, 'Tide tables')).toBeVisible();
    await owner.getByRole('link', { name: 'Cancel' }).click();
    await expectAt(owner, '/?view=resume');
    await owner.goBack();
    await choose(owner, LINKEDIN);
    const box = row(owner, 'Tide tables').getByRole('checkbox');
    await box.uncheck();
    await owner.getByRole('link', { name: 'Back to Resume' }).click();
    const dialog = owner.getByRole('alertdialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await expect(box).not.toBeChecked();

    // Another source does not lose it either.
    await owner.getByRole('radio', { name: 'GitHub' }).check();
    await expect(box).toBeHidden();
    await owner.getByRole('radio', { name: 'LinkedIn' }).check();
    await expect(box).not.toBeChecked();
  });

  test('stays after an error, which is shown at its item', async ({ owner, environment }) => {
    const before = await count(environment, 'skill');
    await owner.goto('/import');
    await choose(owner, LINKEDIN);
    await selectNone(owner);
    const skill = row(owner, 'GraphQL');
    await skill.getByRole('checkbox').check();
    await owner.getByLabel('Proficiency in GraphQL').fill('150');
    const submit = owner.getByRole('button', { name: 'Import 1 item', exact: true });
    await submit.click();
    await expect(skill).toContainText('The proficiency must be a whole number from 0 to 100.');
    await expect(skill.getByRole('checkbox')).toBeFocused();
    await expect(owner.getByRole('alert')).toContainText('Nothing was imported.');
    await owner.getByLabel('Proficiency in GraphQL').fill('15');

    await test.step('imports once, even if the first response is lost', async () => {
      await owner.route(
        '**/import/apply',
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
      await submit.click();
      await expect(owner.getByRole('alert')).toHaveText('Network Error', SLOW);
      await expect(skill.getByRole('checkbox')).toBeChecked();
      await submit.click();
      await expect(toast(owner, 'Imported 1 item.')).toBeVisible(SLOW);
      expect(await count(environment, 'skill')).toBe(before + 1);
    });
  });
});

interface Upload {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

function jsonFile(name: string, content: object): Upload {
  return { name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(content)) };
}

async function choose(page: Page, file: Upload): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^Choose (a file|another file|files)$/ }).click();
  await (await choosing).setFiles(file);
  await waitUntilRead(page);
}

async function waitUntilRead(page: Page): Promise<void> {
  await expect(page.getByText(/^Reading /)).toHaveCount(0, SLOW);
}

async function drop(page: Page, { name, mimeType, buffer }: Upload): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([base64, fileName, type]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], fileName, { type }));
      return transfer;
    },
    [buffer.toString('base64'), name, mimeType] as const,
  );
  await page
    .getByRole('group', { name: 'LinkedIn export' })
    .dispatchEvent('drop', { dataTransfer });
}

/** What is offered under this title. */
function row(page: Page, title: string): Locator {
  return page
    .locator('[data-id]')
    .filter({ has: page.getByRole('checkbox', { name: title, exact: true }) });
}

async function selectNone(page: Page): Promise<void> {
  for (const name of ['Add', 'Change']) {
    const list = page.getByRole('region', { name });
    await list.getByRole('button', { name: /^Select/ }).waitFor();
    const all = list.getByRole('button', { name: 'Select all' });
    if (await all.isVisible()) await all.click();
    await list.getByRole('button', { name: 'Select none' }).click();
  }
}

test('imports posts with their pictures, and downloads them', async ({ owner, environment }) => {
  const picture = await uploads.png().then((file) => file.bytes());
  const zip = zipOf({
    'content/posts/harbor/index.md':
      '---\ntitle: At the harbor\ndate: 2024-03-01\ntags: [Sea]\ncover:\n  image: harbor.png\n  alt: A harbor\n---\n![Low tide](harbor.png)\n',
    'content/posts/harbor/harbor.png': picture,
    'content/posts/draft.md': '---\ntitle: Half written\ndraft: true\n---\n{{< tweet >}}\n',
    'content/posts/broken.md': '---\ntitle: [\n---\n',
  });
  await owner.goto('/manage/posts');
  await owner.getByRole('link', { name: 'Import' }).click();
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Import posts');
  await choose(owner, { name: 'blog.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) });
  await expect(row(owner, 'At the harbor')).toContainText('Mar 1, 2024 · Sea · 1 picture', SLOW);
  await expect(row(owner, 'Half written')).toContainText('Draft');
  await expect(row(owner, 'Half written')).toContainText('Shortcodes stay as text');
  await expect(owner.getByRole('alert')).toContainText(
    'broken.md: its front matter cannot be read',
  );
  await owner.getByLabel('Publish those that are not drafts').check();
  await owner.getByRole('button', { name: 'Add 2' }).click();
  await expect(owner.getByRole('heading', { name: 'Import complete' })).toBeFocused(SLOW);

  const { rows } = await environment.database.query(
    `select slug, state, cover is not null as "hasCover", body ~ '^!\\[Low tide\\]\\(/media/' as "hasPicture"
     from post where slug in ('harbor', 'draft') order by slug`,
  );
  expect(rows).toEqual([
    { slug: 'draft', state: 'draft', hasCover: false, hasPicture: false },
    { slug: 'harbor', state: 'published', hasCover: true, hasPicture: true },
  ]);

  await owner.getByRole('link', { name: '2 posts added' }).click();
  const download = owner.waitForEvent('download');
  await owner.getByRole('button', { name: 'Download as Markdown' }).click();
  expect((await download).suggestedFilename()).toBe('posts.zip');
});
