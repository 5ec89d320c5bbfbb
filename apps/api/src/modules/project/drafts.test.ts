import { calls } from '@vitrine/contract/calls';
import type { ProjectDetails } from '@vitrine/contract/project';
import { useApp } from '@vitrine/testing/app';
import { uploads } from '@vitrine/testing/uploads';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { publishDue } from '../../content/stores.ts';

const { add, addDraft, saveDraft, update, publish, unpublish, discardDraft, schedule, get, list } =
  calls.project;

const COMPLETE = {
  title: 'Difference Engine',
  description: 'Computes tables.',
  technologies: 'Brass, Steam',
  stack: 'Mern',
  deployed: 'No',
};

const site = useApp();
let banner: string;
beforeAll(async () => {
  const { body } = await site.owner.call(calls.image.add, { form: { image: await uploads.png() } });
  banner = body.image.name;
});
beforeEach(async () => {
  await sql`delete from project`.execute(site.app.db);
});

async function addPublished(change: object = {}): Promise<ProjectDetails> {
  const json = { ...COMPLETE, banner, ...change };
  const { status, body } = await site.owner.call(add, { json });
  expect([status, body.message]).toEqual([201, 'Project added.']);
  return body.project;
}

async function addNewDraft(change: object = {}): Promise<ProjectDetails> {
  return (await site.owner.call(addDraft, { json: { title: 'Sketch', ...change } })).body.project;
}

async function details(id: string): Promise<ProjectDetails> {
  return (await site.owner.call(get, { params: { id } })).body.project;
}

async function publicTitles(): Promise<string[]> {
  await site.app.waitUntilIdle();
  const response = await site.app.visitor().call(calls.public.portfolio);
  return response.body.projects.map(({ title }) => title);
}

describe('a draft', () => {
  test('needs only a title, and visitors do not see it', async () => {
    const { status, body } = await site.owner.call(addDraft, { json: { title: 'Sketch' } });
    expect([status, body.message]).toEqual([201, 'Draft saved.']);
    expect(body.project).toMatchObject({
      title: 'Sketch',
      slug: 'sketch',
      state: 'draft',
      stack: '',
      deployed: '',
      hasDraft: false,
      projectBanner: { url: '' },
    });
    expect((await site.owner.call(list)).body.projects).toMatchObject([{ state: 'draft' }]);
    await expect.poll(publicTitles).toEqual([]);
    const page = await site.app.visitor().fetch('/api/v1/public/projects/sketch');
    expect(page.status).toBe(404);
  });

  test('without a title is rejected', async () => {
    const { status, body } = await site.owner.call(addDraft, { json: { body: 'Text' } });
    expect([status, body.fields]).toEqual([400, { title: 'Enter the title.' }]);
  });

  test('is published with its title alone', async () => {
    const { _id: id } = await addNewDraft();
    const { status, body } = await site.owner.call(publish, { params: { id }, json: {} });
    expect([status, body.message]).toEqual([200, 'Project published.']);
    await expect.poll(publicTitles).toEqual(['Sketch']);
  });

  test('is published with what was saved last', async () => {
    const { _id: id } = await addNewDraft();
    const json = { ...COMPLETE, title: 'Engine', banner };
    expect((await site.owner.call(saveDraft, { params: { id }, json })).status).toBe(200);
    await expect.poll(publicTitles).toEqual([]);
    const { body } = await site.owner.call(publish, { params: { id }, json: {} });
    expect(body.message).toBe('Project published.');
    expect(body.project).toMatchObject({ state: 'published', draft: null });
    await expect.poll(publicTitles).toEqual(['Engine']);
  });

  test('is published by the specified update', async () => {
    const { _id: id } = await addNewDraft();
    const json = { ...COMPLETE, banner };
    expect((await site.owner.call(update, { params: { id }, json })).status).toBe(200);
    await expect.poll(publicTitles).toEqual(['Difference Engine']);
  });

  test('of a published project changes nothing for visitors until it is published', async () => {
    const { _id: id } = await addPublished();
    const json = { title: 'Analytical Engine', body: 'A story' };
    const saved = (await site.owner.call(saveDraft, { params: { id }, json })).body.project;
    expect(saved).toMatchObject({ title: 'Difference Engine', body: '', hasDraft: true });
    expect(saved.draft).toMatchObject({ ...COMPLETE, ...json });
    await expect.poll(publicTitles).toEqual(['Difference Engine']);
    const { body } = await site.owner.call(publish, { params: { id }, json: {} });
    expect(body.project).toMatchObject({ ...json, hasDraft: false, draft: null });
    await expect.poll(publicTitles).toEqual(['Analytical Engine']);
  });

  test('is gone after it was discarded, and comes back with undo', async () => {
    const { _id: id } = await addPublished();
    await site.owner.call(saveDraft, { params: { id }, json: { body: 'A story' } });
    const { body } = await site.owner.call(discardDraft, { params: { id } });
    expect(body).toMatchObject({ message: 'Changes discarded.', project: { draft: null } });
    await site.owner.call(calls.history.undo, { params: { id: body.revision ?? '' } });
    expect((await details(id)).draft).toMatchObject({ body: 'A story' });
  });

  test('that equals what is published is no draft', async () => {
    const { _id: id, version, ...project } = await addPublished({ gallery: [{ image: banner }] });
    const json = { title: 'Other', gallery: [] };
    await site.owner.call(saveDraft, { params: { id }, json });
    const same = { title: project.title, gallery: [{ image: banner }] };
    const { body } = await site.owner.call(saveDraft, { params: { id }, json: same });
    expect(body.project).toMatchObject({ hasDraft: false, draft: null });
  });

  test('keeps its other fields when one field is published', async () => {
    const { _id: id } = await addPublished();
    await site.owner.call(saveDraft, { params: { id }, json: { title: 'New', body: 'A story' } });
    const { body } = await site.owner.call(update, { params: { id }, json: { title: 'New' } });
    expect(body.project).toMatchObject({ title: 'New', body: '', hasDraft: true });
    expect(body.project.draft).toMatchObject({ title: 'New', body: 'A story' });
  });

  test('from an outdated version is rejected', async () => {
    const { _id: id, version } = await addPublished();
    const save = (json: object) => site.owner.call(saveDraft, { params: { id }, json });
    expect((await save({ body: 'One', version })).status).toBe(200);
    expect((await save({ body: 'Two', version })).status).toBe(409);
    expect((await details(id)).draft).toMatchObject({ body: 'One' });
  });

  test('goes to the trash and comes back with its project', async () => {
    const { _id: id } = await addPublished();
    await site.owner.call(saveDraft, { params: { id }, json: { body: 'A story' } });
    const before = await details(id);
    const { body } = await site.owner.call(calls.project.remove, { params: { id } });
    await site.owner.call(calls.trash.restore, { json: { items: body.trashed } });
    expect(await details(id)).toEqual(before);
  });
});

test('the draft of a changed backup that the table rejects can only be discarded', async () => {
  const { _id: id } = await addPublished();
  await sql`update project set draft = '{"started_on": "Spring"}'`.execute(site.app.db);
  for (const call of [publish, unpublish]) {
    const { status, body } = await site.owner.call(call, { params: { id }, json: {} });
    expect([status, body.message]).toEqual([
      409,
      'The draft of this project is damaged. Discard its changes.',
    ]);
  }
  expect((await site.owner.call(discardDraft, { params: { id } })).status).toBe(200);
});

test('the draft of a changed backup that has the wrong shape is ignored', async () => {
  const { _id: id } = await addPublished();
  await sql`update project set draft = '{"title": 5, "gallery": {}}'`.execute(site.app.db);
  expect(await details(id)).toMatchObject({ title: 'Difference Engine', draft: null });
  const { status } = await site.owner.call(saveDraft, { params: { id }, json: { title: 'New' } });
  expect(status).toBe(200);
});

describe('unpublishing', () => {
  test('hides a project and keeps its latest content', async () => {
    const { _id: id } = await addPublished();
    await site.owner.call(saveDraft, { params: { id }, json: { title: 'New' } });
    const { body } = await site.owner.call(unpublish, { params: { id } });
    expect(body.project).toMatchObject({ state: 'draft', title: 'New', draft: null });
    await expect.poll(publicTitles).toEqual([]);
  });

  test('is taken back by undo', async () => {
    const { _id: id } = await addPublished();
    const { body } = await site.owner.call(unpublish, { params: { id } });
    await site.owner.call(calls.history.undo, { params: { id: body.revision ?? '' } });
    await expect.poll(publicTitles).toEqual(['Difference Engine']);
  });
});

describe('the slug of a draft', () => {
  const redirectOf = async (slug: string) => {
    await site.app.waitUntilIdle();
    const url = `${site.app.origin}/api/v1/public/projects/${slug}`;
    const { status, headers } = await fetch(url, { redirect: 'manual' });
    return status === 301 ? headers.get('location')?.split('/').at(-1) : status;
  };
  const unpublishWithSlug = async () => {
    const { _id: id } = await addPublished({ slug: 'public' });
    await site.owner.call(saveDraft, { params: { id }, json: { slug: 'acme-takeover' } });
    const { body } = await site.owner.call(unpublish, { params: { id } });
    expect(body.project.slug).toBe('acme-takeover');
    return { id, undo: { params: { id: body.revision ?? '' } } };
  };

  test('does not redirect after unpublishing was undone', async () => {
    const { undo } = await unpublishWithSlug();
    await site.owner.call(calls.history.undo, undo);
    await expect.poll(() => redirectOf('public')).toBe(200);
    expect(await redirectOf('acme-takeover')).toBe(404);
  });

  test('stays private if another project has taken the public one', async () => {
    const { id, undo } = await unpublishWithSlug();
    await addPublished({ title: 'Other', slug: 'public' });
    await site.owner.call(calls.history.undo, undo);
    expect(await details(id)).toMatchObject({ state: 'published', slug: 'difference-engine' });
    await expect.poll(() => redirectOf('difference-engine')).toBe(200);
    expect(await redirectOf('acme-takeover')).toBe(404);
  });

  test('does not redirect after an old version was restored', async () => {
    const { _id: id } = await addNewDraft({ ...COMPLETE, banner, slug: 'public' });
    const { versions } = (
      await site.owner.call(calls.history.list, { params: { noun: 'project', id } })
    ).body;
    await site.owner.call(saveDraft, { params: { id }, json: { slug: 'acme-takeover' } });
    await site.owner.call(calls.history.restore, { params: { id: versions[0]?._id ?? '' } });
    await site.owner.call(publish, { params: { id }, json: {} });
    await expect.poll(() => redirectOf('public')).toBe(200);
    expect(await redirectOf('acme-takeover')).toBe(404);
  });

  test('does not end the redirect of one that was public', async () => {
    const { _id: id } = await addPublished({ slug: 'one' });
    await site.owner.call(unpublish, { params: { id } });
    await site.owner.call(saveDraft, { params: { id }, json: { slug: 'private' } });
    await site.owner.call(saveDraft, { params: { id }, json: { slug: 'two' } });
    await site.owner.call(publish, { params: { id }, json: {} });
    await expect.poll(() => redirectOf('one')).toBe('two');
    expect(await redirectOf('private')).toBe(404);
  });
});

describe('restoring a version', () => {
  const versions = async (id: string) =>
    (await site.owner.call(calls.history.list, { params: { noun: 'project', id } })).body.versions;

  test('of a draft leaves a published project as it is, with a draft', async () => {
    const { _id: id } = await addNewDraft({ body: 'First thoughts' });
    const [first] = await versions(id);
    await site.owner.call(update, { params: { id }, json: { ...COMPLETE, banner, body: 'Done' } });
    const { status } = await site.owner.call(calls.history.restore, {
      params: { id: first?._id ?? '' },
    });
    expect(status).toBe(200);
    const project = await details(id);
    expect(project).toMatchObject({ state: 'published', body: 'Done', hasDraft: true });
    expect(project.draft).toMatchObject({ title: 'Sketch', body: 'First thoughts', stack: '' });
    await expect.poll(publicTitles).toEqual(['Difference Engine']);
  });

  test('that was published does not publish a draft', async () => {
    const { _id: id } = await addPublished({ body: 'One' });
    const [first] = await versions(id);
    await site.owner.call(update, { params: { id }, json: { body: 'Two' } });
    await site.owner.call(unpublish, { params: { id } });
    await site.owner.call(calls.history.restore, { params: { id: first?._id ?? '' } });
    expect(await details(id)).toMatchObject({ state: 'draft', body: 'One' });
    await expect.poll(publicTitles).toEqual([]);
  });

  test('shows a draft field by field', async () => {
    const { _id: id } = await addPublished();
    await site.owner.call(saveDraft, { params: { id }, json: { body: 'A story', role: 'Code' } });
    const [latest] = await versions(id);
    expect(latest?.fields).toEqual(['Unpublished changes']);
    const { body } = await site.owner.call(calls.history.get, {
      params: { id: latest?._id ?? '' },
    });
    expect(body.changes).toEqual([
      {
        type: 'text',
        label: 'Unpublished changes',
        before: '',
        after: 'Body: A story\nRole: Code'.replace('Body', 'Case study'),
      },
    ]);
  });
});

describe('a schedule', () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
  const makeDue = () =>
    sql`update project set publish_at = now() - interval '1 second' where publish_at is not null`.execute(
      site.app.db,
    );

  test('publishes a draft once, whichever process comes first', async () => {
    const { _id: id } = await addNewDraft({ ...COMPLETE, banner });
    const publishAt = inAnHour();
    const { body } = await site.owner.call(schedule, { params: { id }, json: { publishAt } });
    expect(body).toMatchObject({ message: 'Publication scheduled.', project: { publishAt } });
    await publishDue(site.app.db);
    await expect.poll(publicTitles).toEqual([]);
    await makeDue();
    await Promise.all(Array.from({ length: 8 }, () => publishDue(site.app.db)));
    expect(await details(id)).toMatchObject({ state: 'published', publishAt: null });
    await expect.poll(publicTitles).toEqual(['Difference Engine']);
    const { rows } = await sql`select from revision where item_id = ${id}`.execute(site.app.db);
    expect(rows).toHaveLength(2);
  });

  test('publishes the draft of a published project', async () => {
    const { _id: id } = await addPublished();
    await site.owner.call(saveDraft, { params: { id }, json: { title: 'Later' } });
    await site.owner.call(schedule, { params: { id }, json: { publishAt: inAnHour() } });
    await makeDue();
    await publishDue(site.app.db);
    await expect.poll(publicTitles).toEqual(['Later']);
  });

  test('that cannot be kept is removed, and does not hold up others', async () => {
    const { _id: id } = await addPublished();
    await site.owner.call(saveDraft, { params: { id }, json: { slug: 'taken' } });
    const other = await addNewDraft({ ...COMPLETE, title: 'Other', banner });
    for (const params of [{ id }, { id: other._id }])
      await site.owner.call(schedule, { params, json: { publishAt: inAnHour() } });
    await addNewDraft({ slug: 'taken' });
    await makeDue();
    await expect(publishDue(site.app.db)).rejects.toThrow('The content is invalid.');
    expect(await details(id)).toMatchObject({ hasDraft: true, publishAt: null });
    expect(await details(other._id)).toMatchObject({ state: 'published' });
    await publishDue(site.app.db);
  });

  test('does not publish a draft that was saved after the scheduled one was undone', async () => {
    const { _id: id } = await addPublished();
    const json = { title: 'Scheduled' };
    const { body } = await site.owner.call(saveDraft, { params: { id }, json });
    await site.owner.call(schedule, { params: { id }, json: { publishAt: inAnHour() } });
    await site.owner.call(calls.history.undo, { params: { id: body.revision ?? '' } });
    expect(await details(id)).toMatchObject({ hasDraft: false, publishAt: null });
    await site.owner.call(saveDraft, { params: { id }, json: { title: 'Private' } });
    await makeDue();
    await publishDue(site.app.db);
    expect(await details(id)).toMatchObject({ title: 'Difference Engine', hasDraft: true });
  });

  test('ends when a change that is older than the schedule is undone', async () => {
    const { _id: id } = await addNewDraft({ ...COMPLETE, banner, body: 'Private' });
    const json = { body: 'Scheduled' };
    const saved = await site.owner.call(saveDraft, { params: { id }, json });
    await site.owner.call(schedule, { params: { id }, json: { publishAt: inAnHour() } });
    const params = { id: saved.body.revision ?? '' };
    const { body } = await site.owner.call(calls.history.undo, { params });
    expect(body.message).toBe('Change undone. The publication is no longer scheduled.');
    expect(await details(id)).toMatchObject({ body: 'Private', publishAt: null });
  });

  test('ends when an old version is restored', async () => {
    const { _id: id } = await addNewDraft({ ...COMPLETE, banner, body: 'Private' });
    await site.owner.call(saveDraft, { params: { id }, json: { body: 'Scheduled' } });
    await site.owner.call(schedule, { params: { id }, json: { publishAt: inAnHour() } });
    const params = { noun: 'project', id };
    const [latest, first] = (await site.owner.call(calls.history.list, { params })).body.versions;
    const restoring = (version: { _id: string } | undefined) =>
      site.owner.call(calls.history.restore, { params: { id: version?._id ?? '' } });
    expect((await restoring(latest)).body.message).toBe('Project restored.');
    expect((await restoring(first)).body.message).toBe(
      'Project restored. The publication is no longer scheduled.',
    );
    expect(await details(id)).toMatchObject({ body: 'Private', publishAt: null });
  });

  test('stays when the change of a scheduled draft is undone', async () => {
    const { _id: id } = await addNewDraft({ ...COMPLETE, banner });
    const publishAt = inAnHour();
    await site.owner.call(schedule, { params: { id }, json: { publishAt } });
    const { body } = await site.owner.call(saveDraft, { params: { id }, json: { role: 'Code' } });
    await site.owner.call(calls.history.undo, { params: { id: body.revision ?? '' } });
    expect(await details(id)).toMatchObject({ role: '', publishAt });
  });

  test('whose time came in the trash does not publish the restored draft', async () => {
    const { _id: id } = await addNewDraft({ ...COMPLETE, banner });
    await site.owner.call(schedule, { params: { id }, json: { publishAt: inAnHour() } });
    await makeDue();
    const { body } = await site.owner.call(calls.project.remove, { params: { id } });
    await site.owner.call(calls.trash.restore, { json: { items: body.trashed } });
    await publishDue(site.app.db);
    expect(await details(id)).toMatchObject({ state: 'draft', publishAt: null });
  });

  test('can be removed', async () => {
    const { _id: id } = await addNewDraft({ ...COMPLETE, banner });
    await site.owner.call(schedule, { params: { id }, json: { publishAt: inAnHour() } });
    const { body } = await site.owner.call(schedule, { params: { id }, json: { publishAt: null } });
    expect(body).toMatchObject({ message: 'Schedule removed.', project: { publishAt: null } });
  });

  test.each([
    ['in the past', '2020-01-01T00:00:00Z'],
    ['that is not a time', 'tomorrow'],
    ['after the year 9999', '9999-12-31T23:59:59-01:00'],
  ])('%s is rejected', async (_, publishAt) => {
    const { _id: id } = await addNewDraft();
    const { status } = await site.owner.call(schedule, { params: { id }, json: { publishAt } });
    expect(status).toBe(400);
    expect(await details(id)).toMatchObject({ publishAt: null });
  });

  test('without changes to publish is rejected', async () => {
    const { _id: id } = await addPublished();
    const json = { publishAt: inAnHour() };
    expect((await site.owner.call(schedule, { params: { id }, json })).status).toBe(409);
  });
});

test('nothing public shows a draft', async () => {
  const secret = 'Xylograph';
  const text = {
    title: secret,
    slug: secret.toLowerCase(),
    description: secret,
    technologies: secret,
    summary: secret,
    role: secret,
    bannerAlt: secret,
    gitRepoLink: `https://example.com/${secret}`,
    projectLink: `https://example.com/${secret}`,
    links: [{ url: `https://example.org/${secret}`, label: secret }],
    startedOn: '2011',
    endedOn: '2012-11',
    body: `# ${secret}`,
    gallery: [{ image: banner, alt: secret, caption: secret }],
  };
  const ids: string[] = [];
  for (let n = 0; n < 10; n += 1) {
    const title = `Live ${n}`;
    const { _id: id } = n < 5 ? await addNewDraft() : await addPublished({ title });
    const json = { ...text, slug: `${text.slug}-${n}` };
    expect((await site.owner.call(saveDraft, { params: { id }, json })).status).toBe(200);
    ids.push(id);
  }
  await site.app.waitUntilIdle();
  const names = [...ids, ...ids.map((_, n) => `${text.slug}-${n}`), text.slug, 'live-5'];
  const urls = [
    '/api/v1/public/portfolio',
    ...names.map((name) => `/api/v1/public/projects/${name}`),
    ...site.app.routes
      .filter(({ method, url }) => method === 'GET' && !url.startsWith('/api/v1/'))
      .map(({ url }) => url.replace(/[:*].*$/, '')),
    '/api/v1/docs',
    '/api/v1/openapi.json',
  ];
  for (const url of new Set(urls)) {
    const answer = await (await site.app.visitor().fetch(url)).text();
    expect(answer, url).not.toMatch(new RegExp(`${secret}|"2011"|"2012-11"`, 'i'));
  }
  await expect.poll(publicTitles).toEqual(['Live 5', 'Live 6', 'Live 7', 'Live 8', 'Live 9']);
});

test('nothing public shows a post that is a draft or scheduled', async () => {
  const secret = 'Zincograph';
  const text = {
    title: secret,
    summary: secret,
    tags: secret,
    coverAlt: secret,
    body: `# ${secret}`,
    date: '2011-11-11',
    cover: banner,
  };
  const { post: posts } = calls;
  const ids: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    const add = n < 3 ? posts.addDraft : posts.add;
    const { body } = await site.owner.call(add, { form: n < 3 ? text : { title: `Essay ${n}` } });
    const { _id: id } = body.post;
    const params = { id };
    if (n >= 3) await site.owner.call(posts.saveDraft, { params, form: text });
    if (n % 2 === 0)
      await site.owner.call(posts.schedule, {
        params,
        json: { publishAt: new Date(Date.now() + 3_600_000).toISOString() },
      });
    ids.push(id);
  }
  await site.app.waitUntilIdle();
  const { body: list } = await site.app.visitor().call(calls.public.portfolio);
  expect(list.posts.map(({ title }) => title).toSorted()).toEqual([
    'Essay 3',
    'Essay 4',
    'Essay 5',
  ]);
  const urls = [
    '/api/v1/public/portfolio',
    ...[...ids, secret.toLowerCase(), 'essay-3'].map((name) => `/api/v1/public/posts/${name}`),
  ];
  for (const url of urls) {
    const answer = await (await site.app.visitor().fetch(url)).text();
    expect(answer, url).not.toMatch(new RegExp(`${secret}|2011-11-11`, 'i'));
  }
});
