import type { Locator, Page } from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import type { TestEnvironment } from '@vitrine/testing/environment';
import { findViolations } from '../support/axe.ts';
import { ownerClient, PNG, projectId, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const BASE = {
  summary: 'Tides for 900 harbors.',
  description: 'Shows the tide at 900 harbors.\nDraws a whole week.\nWorks offline for a day.',
  technologies: 'TypeScript, Go',
  deployed: 'No',
  body: `The start.\n\n${'A long middle part that both versions share. '.repeat(20)}\n\nThe end.`,
};

const LONG = Array(60).fill('Many words.').join(' ');

test('compares every kind of field, and saves what the owner chooses', async ({
  owner,
  environment,
}) => {
  const id = await open(owner, environment);
  await saveElsewhere(environment, id, {
    summary: 'Tides for 900 harbors, online or offline.',
    description: BASE.description.replace('Shows', `${LONG} Shows`),
    technologies: 'TypeScript, Go, SQLite',
    deployed: 'Yes',
    featured: 'true',
    startedOn: '2024-05',
    body: BASE.body.replace('The start.', 'Another start.'),
    gallery: '[]',
    bannerAlt: 'A tide table',
  });
  await owner.getByLabel('Project Title').fill('Tide table');
  await owner.getByLabel('Summary').fill('Tides for 900 harbors, with or without a signal.');
  await owner.getByLabel('Description').fill(BASE.description.replace('a day', 'three days'));
  await owner.getByLabel('Technologies').fill('TypeScript, Go, Brass');
  await owner.getByLabel('Role').fill('Keeper');
  await owner.locator('input[name=projectBanner]').setInputFiles(PNG);
  const caseStudy = owner.getByRole('textbox', { name: 'Case study' });
  await caseStudy.press('Control+End');
  await caseStudy.pressSequentially(' Really.');
  await save(owner);

  const dialog = conflict(owner);
  await test.step('shows only what differs, and suggests the side that changed, or both', async () => {
    await expect(dialog.getByRole('group')).toHaveCount(12);
    await expect(dialog).toContainText('12 fields differ.');
    const suggested = {
      'Project Title': 'Yours',
      Summary: 'Yours',
      Description: 'Both, merged',
      Technologies: 'Both, merged',
      Deployed: 'Saved from',
      Role: 'Yours',
      Started: 'Saved from',
      'Featured on the home page': 'Saved from',
      'Case study': 'Both, merged',
      'Project Banner': 'Yours',
      Gallery: 'Saved from',
      'Alternative text of the banner': 'Saved from',
    };
    for (const [label, side] of Object.entries(suggested))
      await expect(choice(dialog, label, side), label).toBeChecked();
    await expect(group(dialog, 'Summary').locator('mark')).toHaveText([
      'with',
      'without a signal',
      'online',
      'offline',
    ]);
    await expect(group(dialog, 'Description').locator('mark')).toHaveText([
      'three days',
      LONG,
      'a day',
      LONG,
      'three days',
    ]);
    await expect(group(dialog, 'Case study')).toContainText('…');
    expect(await findViolations(owner)).toEqual([]);
  });

  await test.step('works with the keyboard', async () => {
    await choice(dialog, 'Summary', 'Yours').focus();
    await owner.keyboard.press('ArrowDown');
    await expect(choice(dialog, 'Summary', 'Saved from')).toBeChecked();
    await owner.keyboard.press('Tab');
    await expect(choice(dialog, 'Description', 'Both, merged')).toBeFocused();
  });

  await test.step('saves the chosen sides, and the form shows them', async () => {
    await choice(dialog, 'Featured on the home page', 'Yours').check();
    await choice(dialog, 'Gallery', 'Yours').check();
    await choice(dialog, 'Project Banner', 'Saved from').check();
    const { rows: before } = await environment.database.query(
      'select banner from project where id = $1',
      [id],
    );
    await dialog.getByRole('button', { name: 'Save merged version' }).click();
    await expect(toast(owner, 'Project updated.')).toBeVisible();
    await expect(dialog).toBeHidden();
    const { rows } = await environment.database.query(
      `select title, summary, description, technologies, deployed, role, started_on, featured, body,
         banner_alt, banner, jsonb_array_length(gallery) > 0 as has_gallery
       from project where id = $1`,
      [id],
    );
    expect(rows).toEqual([
      {
        title: 'Tide table',
        summary: 'Tides for 900 harbors, online or offline.',
        // A browser sends these line breaks.
        description: `${LONG} ${BASE.description.replace('a day', 'three days')}`.replaceAll(
          '\n',
          '\r\n',
        ),
        technologies: 'TypeScript, Go, Brass, SQLite',
        deployed: 'Yes',
        role: 'Keeper',
        started_on: '2024-05',
        featured: false,
        body: `${BASE.body.replace('The start.', 'Another start.')} Really.`,
        banner_alt: 'A tide table',
        banner: before[0].banner,
        has_gallery: true,
      },
    ]);
    await expect(owner.getByLabel('Summary')).toHaveValue(rows[0].summary);
    await expect(owner.getByLabel('Technologies')).toHaveValue(rows[0].technologies);
    await expect(owner.getByLabel('Deployed')).toHaveValue('Yes');
    await expect(owner.getByLabel('Featured on the home page')).not.toBeChecked();
    await owner.getByRole('link', { name: 'Messages', exact: true }).click();
    await expect(owner.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  });
});

test('returns to the form, and compares again if it is saved elsewhere meanwhile', async ({
  owner,
  environment,
}) => {
  const id = await open(owner, environment);
  const dialog = conflict(owner);
  await saveElsewhere(environment, id, { deployed: 'Yes' });
  await owner.getByLabel('Project Title').fill('Mine');
  await save(owner);

  await test.step('Escape keeps what was typed', async () => {
    await expect(dialog).toBeVisible();
    await owner.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(owner.getByLabel('Project Title')).toHaveValue('Mine');
  });

  await test.step('a third version opens the comparison again', async () => {
    await save(owner);
    await expect(dialog).toBeVisible();
    await saveElsewhere(environment, id, { role: 'Theirs' });
    await dialog.getByRole('button', { name: 'Save merged version' }).click();
    await expect(choice(dialog, 'Role', 'Saved from')).toBeChecked();
    await expect(group(dialog, 'Deployed')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Save merged version' }).click();
    await expect(toast(owner, 'Project updated.')).toBeVisible();
    expect(await stored(environment, id, 'title, deployed, role')).toEqual({
      title: 'Mine',
      deployed: 'Yes',
      role: 'Theirs',
    });
  });

  await test.step('all of one side can be chosen, and a draft stays a draft', async () => {
    await saveElsewhere(environment, id, { role: 'Theirs again', deployed: 'No' });
    await owner.getByLabel('Role').fill('Mine');
    await owner.getByLabel('Summary').fill('My summary');
    await owner.getByRole('button', { name: 'Save draft' }).click();
    await dialog.getByRole('button', { name: /^Take all from / }).click();
    await expect(choice(dialog, 'Role', 'Saved from')).toBeChecked();
    await dialog.getByRole('button', { name: 'Keep all mine' }).click();
    await dialog.getByRole('button', { name: 'Save merged version' }).click();
    await expect(toast(owner, 'Draft saved.')).toBeVisible();
    expect(
      await stored(
        environment,
        id,
        "role, draft ->> 'role' as draft, draft ->> 'deployed' as deployed",
      ),
    ).toEqual({ role: 'Theirs again', draft: 'Mine', deployed: 'Yes' });
  });
});

test('asks nothing if nothing from elsewhere would be overwritten', async ({
  owner,
  environment,
}) => {
  const id = await open(owner, environment);
  await owner.getByLabel('Project Title').fill('Mine');
  // The service stores it, but the response never arrives.
  await owner.route('**/project/update/**', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await save(owner);
  await expect(owner.getByText('Offline.')).toBeVisible();
  await owner.unroute('**/project/update/**');
  await owner.getByRole('button', { name: 'Try now' }).click();
  await expect(toast(owner, 'Project updated.')).toBeVisible();
  await expect(conflict(owner)).toHaveCount(0);
  expect(await stored(environment, id, 'title')).toEqual({ title: 'Mine' });
});

test('compares restored text with what was saved elsewhere since', async ({
  owner,
  environment,
}) => {
  const id = await open(owner, environment);
  await owner.getByLabel('Summary').fill('Mine');
  await expect.poll(() => countAutosaves(owner)).toBe(1);
  await saveElsewhere(environment, id, { summary: 'Theirs', deployed: 'Yes' });
  owner.on('dialog', (dialog) => dialog.accept());
  await owner.reload();
  await owner.getByRole('button', { name: 'Restore' }).click();
  await expect(owner.getByLabel('Summary')).toHaveValue('Mine');
  await save(owner);
  const dialog = conflict(owner);
  await expect(choice(dialog, 'Summary', 'Yours')).toBeChecked();
  await expect(choice(dialog, 'Deployed', 'Saved from')).toBeChecked();
  await dialog.getByRole('button', { name: 'Save merged version' }).click();
  await expect(toast(owner, 'Project updated.')).toBeVisible();
  expect(await stored(environment, id, 'summary, deployed')).toEqual({
    summary: 'Mine',
    deployed: 'Yes',
  });
});

test('compares a post with what was saved elsewhere', async ({ owner, environment }) => {
  const client = ownerClient(environment);
  const { body } = await client.call(calls.post.add, {
    json: { title: 'Tides', tags: ['Sea'], summary: 'About tides in harbors.', body: BASE.body },
  });
  const { _id: id } = body.post;
  await owner.goto(`/update/post/${id}`);
  await expect(owner.getByLabel('Summary')).toHaveValue('About tides in harbors.');
  await client.call(calls.post.update, {
    params: { id },
    json: { tags: ['Sea', 'Moon'], summary: 'All about tides in harbors.' },
  });
  await owner.getByLabel('Title', { exact: true }).fill('Tides and more');
  await owner.getByLabel('Summary').fill('About tides in large harbors.');
  await owner.getByRole('button', { name: 'Update post' }).click();

  const dialog = conflict(owner);
  await expect(dialog).toContainText('3 fields differ.');
  await expect(dialog).toContainText('6 other fields are the same.');
  await expect(choice(dialog, 'Title', 'Yours')).toBeChecked();
  await expect(choice(dialog, 'Tags', 'Saved from')).toBeChecked();
  await expect(choice(dialog, 'Summary', 'Both, merged')).toBeChecked();
  expect(await findViolations(owner)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save merged version' }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(async () => (await client.call(calls.post.get, { params: { id } })).body.post)
    .toMatchObject({
      title: 'Tides and more',
      tags: ['Sea', 'Moon'],
      summary: 'All about tides in large harbors.',
      body: BASE.body,
    });
});

test('does not publish again what was unpublished elsewhere', async ({ owner, environment }) => {
  const client = ownerClient(environment);
  const { body } = await client.call(calls.post.add, {
    json: { title: 'Ebb', body: 'The sea goes.' },
  });
  const params = { id: body.post._id };
  const find = async () => (await client.call(calls.post.get, { params })).body.post;
  await owner.goto(`/update/post/${params.id}`);
  await expect(owner.getByLabel('Title', { exact: true })).toHaveValue('Ebb');
  await client.call(calls.post.unpublish, { params });
  await owner.getByLabel('Title', { exact: true }).fill('Ebb and flow');
  await owner.getByRole('button', { name: 'Update post' }).click();
  await expect(toast(owner, 'This post was unpublished elsewhere')).toBeVisible();
  await expect(owner.getByLabel('Title', { exact: true })).toHaveValue('Ebb and flow');
  expect(await find()).toMatchObject({ title: 'Ebb', state: 'draft' });
  await owner.getByRole('button', { name: 'Publish post' }).click();
  await expect.poll(find).toMatchObject({ title: 'Ebb and flow', state: 'published' });
});

/** Opens a project whose fields are known. */
async function open(page: Page, environment: TestEnvironment): Promise<string> {
  const id = await projectId(environment, 'Tidewatch');
  await saveElsewhere(environment, id, { ...BASE, role: '', featured: 'false', bannerAlt: '' });
  await page.goto(`/update/project/${id}`);
  await expect(page.getByLabel('Summary')).toHaveValue(BASE.summary);
  await expect(page.getByRole('textbox', { name: 'Case study' })).toBeVisible();
  return id;
}

async function saveElsewhere(
  environment: TestEnvironment,
  id: string,
  form: Readonly<Record<string, string>>,
): Promise<void> {
  const { status } = await ownerClient(environment).call(calls.project.update, {
    params: { id },
    form,
  });
  expect(status).toBe(200);
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Update Project' }).click();
}

function conflict(page: Page): Locator {
  return page.getByRole('dialog', { name: /was changed in another place$/ });
}

function group(dialog: Locator, label: string): Locator {
  return dialog.getByRole('group', { name: label, exact: true });
}

function choice(dialog: Locator, label: string, side: string): Locator {
  return group(dialog, label).getByRole('radio', { name: new RegExp(`^${side}`) });
}

async function stored(environment: TestEnvironment, id: string, columns: string) {
  const { rows } = await environment.database.query(
    `select ${columns} from project where id = $1`,
    [id],
  );
  return rows[0];
}

function countAutosaves(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const request = indexedDB.open('autosave');
        request.onsuccess = () => {
          const count = request.result.transaction('texts').objectStore('texts').count();
          count.onsuccess = () => {
            request.result.close();
            resolve(count.result);
          };
        };
      }),
  );
}
