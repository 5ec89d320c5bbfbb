import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import { DEFAULT_SITE_SETTINGS } from '@vitrine/contract/site';
import { FILE_PATHS } from '@vitrine/site/resolve-path';
import type { Client } from '@vitrine/testing/api-client';
import { startApp, type TestApp } from '@vitrine/testing/app';
import { addSample } from '@vitrine/testing/collection-samples';
import { waitForLockContention } from '@vitrine/testing/database';
import { fetchHost } from '@vitrine/testing/fetch-host';
import { addProject } from '@vitrine/testing/fixtures';
import { uploads } from '@vitrine/testing/uploads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const SITE = 'http://site.test';
let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp({ settings: { PUBLIC_URL: 'http://127.0.0.1', SITE_URL: SITE } });
});
afterAll(() => app.stop());

/** Sends a request as a visitor of the site. */
function visit(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetchHost(app.origin, 'site.test', path, { headers });
}

async function read(path: string): Promise<string> {
  return (await visit(path)).text();
}

test('responds with 503 before there is an owner', async () => {
  const response = await visit('/');
  expect(response.status).toBe(503);
  expect(response.headers.get('content-type')).toContain('text/html');
  owner = await app.owner();
  await expect.poll(() => read('/')).toContain('Ada Lovelace');
});

describe('after a first run', () => {
  const setStep = (step: 'look' | null) =>
    app.db.updateTable('owner').set({ setup_step: step }).execute();

  test('the portfolio is private until a design is published, and has a preview', async () => {
    const project = await addProject(owner, 'Private');
    await addSample(owner, 'publication', 'Private');
    const post = await addSample(owner, 'post', 'Private');
    const documents = [
      'portfolio',
      ...[`projects/${project.slug}`, `projects/${project._id}`, `posts/${post}`],
    ].map((path) => `/api/v1/public/${path}`);
    const readDocuments = () =>
      Promise.all(
        documents.map(async (path) => {
          const response = await app.visitor().fetch(path);
          return { status: response.status, text: await response.text() };
        }),
      );
    await expect
      .poll(async () => (await app.visitor().call(calls.public.portfolio)).body.posts)
      .toHaveLength(1);
    const before = await readDocuments();
    const [, card = ''] =
      /property="og:image" content="http:\/\/site.test([^"]+)"/.exec(await read('/')) ?? [];
    expect(card).toContain('/og/');
    const paths = [
      ...['/', '/projects', '/projects/private', '/contact', '/resume', '/resume.pdf', card],
      ...['/writing', '/writing/private', '/publications'],
      ...[...FILE_PATHS, '/.well-known/webfinger?resource=acct:ada@site.test'],
    ];
    for (const path of paths) expect((await visit(path)).status, path).toBe(200);

    await setStep('look');
    await expect.poll(async () => (await visit('/')).status).toBe(503);
    expect(await read('/')).toContain('This site is being set up.');
    for (const path of paths) expect((await visit(path)).status, path).toBe(503);
    for (const { status, text } of await readDocuments()) {
      expect(status).toBe(404);
      expect(JSON.parse(text).message).toBe('This portfolio is not public yet.');
    }
    const { body } = await owner.call(calls.site.preview);
    const path = body.url.slice(SITE.length);
    expect(await read(path)).toContain('Ada Lovelace');
    const isPublic = async () => (await owner.call(calls.user.me)).body.site?.isPublic;
    expect(await isPublic()).toBe(false);
    await owner.call(calls.site.publish);
    expect(await isPublic()).toBe(true);
    await expect.poll(async () => (await visit('/')).status).toBe(200);
    expect(await readDocuments()).toEqual(before);
    await app.db.deleteFrom('site').execute();
    for (const table of ['project', 'post', 'publication'] as const)
      await app.db.deleteFrom(table).execute();
    await setStep(null);
    await expect.poll(() => read('/')).not.toContain('Private');
  });

  test('a preview shows sample projects until the owner has one', async () => {
    const { body } = await owner.call(calls.site.preview);
    const path = body.url.slice(SITE.length);
    expect(await read(`${path}?samples`)).toContain('Before the ferry');
    expect(await read(path)).not.toContain('Before the ferry');
    expect(await read('/')).not.toContain('Before the ferry');
  });

  test('the site has a title before the owner has a name', async () => {
    await app.db.updateTable('owner').set({ full_name: '' }).execute();
    await expect.poll(() => read('/')).toContain('<title>Portfolio</title>');
    await app.db.updateTable('owner').set({ full_name: 'Ada Lovelace' }).execute();
    await expect.poll(() => read('/')).toContain('Ada Lovelace');
  });
});

describe('pages', () => {
  test('are rendered from the portfolio, and again after a write', async () => {
    await addProject(owner, 'Tidewatch', { body: '## The problem\n\nA lock.' });
    await expect.poll(() => read('/')).toContain('Tidewatch');
    const page = await read('/projects/tidewatch');
    expect(page).toContain('The problem');
    expect(page).toContain('src="/media/');
    expect(page).not.toContain(app.config.publicUrl);
  });

  test('come with a policy, an ETag and compressed copies', async () => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const response = await visit('/', { 'accept-encoding': encoding });
      const { headers } = response;
      expect(response.status).toBe(200);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(headers.get('set-cookie')).toBeNull();
      const tag = headers.get('etag') ?? '';
      const again = await visit('/', { 'accept-encoding': encoding, 'if-none-match': tag });
      expect(again.status).toBe(304);
    }
  });

  test('name a stylesheet and a script that exist and can be cached forever', async () => {
    const page = await read('/');
    const files = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
    expect(files.length).toBeGreaterThan(0);
    for (const path of files) {
      const response = await visit(path ?? '');
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toContain('immutable');
    }
  });

  test('keep their stylesheet in memory, however many files are read', async () => {
    const [, stylesheet = ''] = /rel="stylesheet" href="([^"]+)"/.exec(await read('/')) ?? [];
    const others = Array.from({ length: 50 }, (_, n) => ({
      name: `other-version-${n}.css`,
      body: Buffer.from('a{}'),
    }));
    await app.db.insertInto('site_file').values(others).execute();
    const files = await app.db.selectFrom('site_file').select('name').execute();
    const paths = files.map(({ name }) => `/assets/${name}`).filter((path) => path !== stylesheet);
    for (const path of paths) expect((await visit(path)).status, path).toBe(200);
    const before = app.statements.length;
    expect((await visit(stylesheet)).status).toBe(200);
    expect(app.statements.slice(before).filter((sql) => sql.includes('site_file'))).toEqual([]);
  });

  test('show pictures from their own host, and from memory after the first read', async () => {
    const [path = ''] = /\/media\/[^" ]+/.exec(await read('/projects/tidewatch')) ?? [];
    const [first, second] = [await visit(path), await visit(path)];
    for (const { status, headers } of [first, second]) {
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^image\//);
    }
    const hasRequestId = ({ headers }: Response) => headers.has('x-request-id');
    expect([first, second].map(hasRequestId)).toEqual([true, false]);
    expect((await fetchHost(app.origin, 'other.test', path)).status).toBe(421);
  });

  test('name a card that is drawn for them', async () => {
    for (const path of ['/', '/projects/tidewatch']) {
      const [, card = ''] =
        /property="og:image" content="http:\/\/site\.test([^"]+)"/.exec(await read(path)) ?? [];
      const response = await visit(card);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('image/jpeg');
      expect(response.headers.get('cache-control')).toContain('immutable');
    }
    expect((await visit('/og/projects/nothing-abc.jpg')).status).toBe(404);
  });

  test('say who is behind an account of the host', async () => {
    const response = await visit('/.well-known/webfinger?resource=acct:ada@site.test');
    expect(response.headers.get('content-type')).toContain('application/jrd+json');
    expect((await response.json()).subject).toBe('acct:ada@site.test');
  });

  test('that do not exist return a friendly page with 404', async () => {
    for (const path of [
      '/nothing',
      '/projects/nothing',
      '/projects/..%2f',
      '/__proto__',
      '/projects/page/9',
    ])
      expect((await visit(path)).status, path).toBe(404);
    expect(await read('/nothing')).toContain('This page does not exist');
  });

  test('have one address each', async () => {
    const slash = await visit('/resume/');
    expect([slash.status, slash.headers.get('location')]).toEqual([301, '/resume']);
    expect((await visit('//example.com/')).status).toBe(404);
  });

  test('redirect from an old address of a project', async () => {
    const { _id } = await addProject(owner, 'Night Bus');
    await owner.call(calls.project.update, { params: { id: _id }, form: { slug: 'last-bus' } });
    await expect
      .poll(async () => (await visit('/projects/night-bus')).headers.get('location'))
      .toBe('/projects/last-bus');
  });
});

test('other spellings of an address do not push pages out of memory', async () => {
  await addProject(owner, 'Мой первый сайт');
  const path = `/projects/${encodeURIComponent('мой-первый-сайт')}`;
  await expect.poll(async () => (await visit(path)).status).toBe(200);
  for (let number = 1; number <= 256; number += 1) {
    let place = 0;
    const spelling = path.replace(/%D/g, (start) => {
      place += 1;
      return (number >> (place - 1)) % 2 === 1 ? start.toLowerCase() : start;
    });
    if (spelling === path) continue;
    const { status, headers } = await visit(spelling);
    expect([status, headers.get('location')]).toEqual([301, path]);
  }
  // Requests that reach the router are logged.
  const logged = app.log.length;
  expect((await visit(path)).status).toBe(200);
  await sleep(100);
  expect(app.log.slice(logged)).toEqual([]);
});

describe('hosts', () => {
  test('an unknown one gets neither the site nor the dashboard', async () => {
    for (const path of ['/', '/login', '/api/v1/user/me', '/api/v1/public/portfolio', '/@site/']) {
      const response = await fetchHost(app.origin, 'evil.test', path);
      expect(response.status, path).toBe(421);
    }
  });

  test('health checks work on each', async () => {
    for (const host of ['site.test', '127.0.0.1', 'evil.test'])
      expect((await fetchHost(app.origin, host, '/healthz')).status).toBe(200);
  });

  test('the site has no calls of the dashboard, with or without a session', async () => {
    const { cookie } = await app.owner();
    for (const path of ['/api/v1/user/me', '/api/v1/public/portfolio', '/client.js']) {
      const response = await visit(path, { cookie });
      expect(response.status, path).toBe(404);
      expect(response.headers.get('content-type')).toContain('text/html');
    }
  });

  test('the dashboard cannot name a page of the site', async () => {
    for (const path of ['/@site/', '/%40site/', '/@site/projects/tidewatch'])
      expect((await app.visitor().fetch(path)).status, path).toBe(404);
  });
});

describe('the design', () => {
  const save = (changes: Partial<typeof DEFAULT_SITE_SETTINGS>) =>
    owner.call(calls.site.saveDraft, { json: { ...DEFAULT_SITE_SETTINGS, ...changes } });

  test('is a draft until it is published', async () => {
    await save({ footer: 'Set in London.' });
    expect(await read('/')).not.toContain('Set in London.');
    const { body } = await owner.call(calls.site.publish);
    expect(body).toMatchObject({ message: 'Design published.', site: { draft: null } });
    await expect.poll(() => read('/')).toContain('Set in London.');
  });

  test('a draft that is saved during a publication is not lost', async () => {
    await save({ footer: 'Set in Paris.' });
    const { publication } = await app.db.transaction().execute(async (trx) => {
      const draft = { ...DEFAULT_SITE_SETTINGS, footer: 'Set in London.' };
      await trx
        .updateTable('site')
        .set({ draft: JSON.stringify(draft) })
        .execute();
      const publication = owner.call(calls.site.publish);
      await waitForLockContention(app.db);
      return { publication };
    });
    expect((await publication).status).toBe(200);
    const { body } = await owner.call(calls.site.get);
    expect((body.site.draft ?? body.site.settings).footer).toBe('Set in London.');
  });

  test('can be discarded', async () => {
    await save({ footer: 'Never seen' });
    const { body } = await owner.call(calls.site.discardDraft);
    expect(body.site).toMatchObject({ draft: null, settings: { footer: 'Set in London.' } });
  });

  test('keeps sections hidden that another version stored', async () => {
    await addSample(owner, 'skill', 'Difference engines');
    await save({});
    await owner.call(calls.site.publish);
    await expect.poll(() => read('/')).toContain('data-section="skills"');
    const stored = [
      { name: 'contact', shown: true, heading: 'Say hello' },
      { name: 'guestbook', shown: true, heading: '' },
      // The heading is longer than this version allows.
      { name: 'skills', shown: false, heading: 'S'.repeat(100) },
      'work',
    ];
    await app.db
      .updateTable('site')
      .set({ settings: JSON.stringify({ ...DEFAULT_SITE_SETTINGS, sections: stored }) })
      .execute();
    const { body } = await owner.call(calls.site.get);
    expect(body.site.settings.sections).toEqual([
      stored[0],
      { name: 'skills', shown: false, heading: '' },
      ...DEFAULT_SITE_SETTINGS.sections.filter(({ name }) => !['contact', 'skills'].includes(name)),
    ]);
    await expect.poll(() => read('/')).toContain('Say hello');
    expect(await read('/')).not.toContain('data-section="skills"');
    await owner.call(calls.site.saveDraft, { json: body.site.settings });
    expect((await owner.call(calls.site.publish)).status).toBe(200);
  });

  test('shows a section that is new in this version before the contact form', async () => {
    const stored = DEFAULT_SITE_SETTINGS.sections.filter(({ name }) => name !== 'tools');
    const names = stored.map(({ name }) => name);
    await app.db
      .updateTable('site')
      .set({ settings: JSON.stringify({ ...DEFAULT_SITE_SETTINGS, sections: stored }) })
      .execute();
    const { body } = await owner.call(calls.site.get);
    const shown = body.site.settings.sections.map(({ name }) => name);
    expect(shown).toEqual([...names.slice(0, -1), 'tools', 'contact']);
  });

  test('with an error in its CSS is published without that CSS', async () => {
    await save({ customCss: '.intro { color: red }' });
    await owner.call(calls.site.publish);
    const { body } = await save({ theme: 'grid', customCss: '.intro { color red }' });
    expect(body.site.cssErrors).toEqual([
      { line: 1, column: expect.any(Number), message: expect.any(String) },
    ]);
    const published = await owner.call(calls.site.publish);
    expect(published.body.message).toBe(
      'Design published, except for the custom CSS, which has an error.',
    );
    expect(published.body.site).toMatchObject({
      settings: { theme: 'grid', customCss: '.intro { color: red }' },
      draft: { theme: 'grid', customCss: '.intro { color red }' },
    });
    await owner.call(calls.site.discardDraft);
  });

  test.each([
    ['an import', '@import url(https://evil.test/a.css);'],
    ['an external picture', 'a { background: url(//evil.test/a.png) }'],
    ['an external font', '@font-face { font-family: a; src: url(https://evil.test/a.woff2) }'],
    ['an external picture in a set', 'a { background: image-set("https://evil.test/a.png" 1x) }'],
    ['an external picture in a property', ':root { --a: url(https://evil.test/a.png) }'],
  ])('does not take %s', async (_what, customCss) => {
    const { body } = await save({ customCss });
    expect(body.site.cssErrors).toHaveLength(1);
  });

  test('is previewed only with a token', async () => {
    await save({ footer: 'Only in the preview' });
    const { body } = await owner.call(calls.site.preview);
    const path = body.url.slice(SITE.length);
    const response = await visit(path);
    const page = await response.text();
    expect(page).toContain('Only in the preview');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'content-security-policy': expect.stringContaining('frame-ancestors http://127.0.0.1'),
    });
    expect(page).toContain('<meta name="robots" content="noindex"/>');
    const [, stylesheet = ''] = /rel="stylesheet" href="([^"]+)"/.exec(page) ?? [];
    const styles = await visit(stylesheet);
    expect(styles.headers.get('content-type')).toBe('text/css; charset=utf-8');
    const [, font = ''] = /url\(([^)]+\.woff2)\)/.exec(await styles.text()) ?? [];
    expect((await visit(font)).headers.get('content-type')).toBe('font/woff2');
    expect((await visit(`${path}projects/tidewatch`)).status).toBe(200);
    expect((await visit(path.replace(/.\/$/, 'x/'))).status).toBe(404);
    await app.db
      .updateTable('site_preview')
      .set({ expires_at: new Date(0) })
      .execute();
    expect((await visit(path)).status).toBe(404);
  });

  test('does not change the preview of a project, which only the owner gets', async () => {
    const published = await read('/projects/tidewatch');
    const { projects } = (await owner.call(calls.project.list)).body;
    const id = projects.find(({ title }) => title === 'Tidewatch')?._id;
    const fields = {
      title: 'Tidewatch II',
      body: '## Not saved',
      slug: 'taken',
      projectLink: 'half a link',
    };
    const base = '/preview/token';
    const change = await owner.call(calls.site.previewItem, {
      params: { noun: 'project' },
      json: { base, fields, id },
    });
    expect(change.body.html).toContain('Tidewatch II</h1>');
    expect(change.body.html).toContain('Not saved</h2>');
    expect(change.body.html).toContain('noindex');
    expect(change.body.html).toContain('href="/preview/token/"');
    expect(change.body.html).not.toContain('Only in the preview');
    expect(change.headers.get('cache-control')).toBe('no-store');
    const added = await owner.call(calls.site.previewItem, {
      params: { noun: 'project' },
      json: { base, fields: {} },
    });
    expect(added.body.html).toContain('No title yet</h1>');
    expect((await owner.call(calls.project.list)).body.projects).toEqual(projects);
    expect(await read('/projects/tidewatch')).toBe(published);
    const visitor = await app
      .visitor()
      .call(calls.site.previewItem, { params: { noun: 'project' }, json: { base, fields } });
    expect(visitor.status).toBe(401);
  });

  test('a preview of a project leaves out images that were removed', async () => {
    const banner = `${'0'.repeat(64)}.png`;
    const { body: stored } = await owner.call(calls.image.add, {
      form: { image: await uploads.png(320, 180) },
    });
    const gallery = [banner, stored.image.name].map((image) => ({ image, alt: 'A lock' }));
    const fields = { title: 'Without', banner, gallery: JSON.stringify(gallery) };
    const { projects } = (await owner.call(calls.project.list)).body;
    for (const id of [undefined, projects[0]?._id]) {
      const json = { base: '/preview/token', fields, ...(id && { id }) };
      const { status, body } = await owner.call(calls.site.previewItem, {
        params: { noun: 'project' },
        json,
      });
      expect(status).toBe(200);
      expect(body.html).toContain('Without</h1>');
      expect(body.html).toContain(stored.image.name);
      expect(body.html).not.toContain(banner);
    }
  });

  test('a preview of a project whose draft has the address of another shows the draft', async () => {
    const { _id: id } = await addProject(owner, 'Second');
    await expect.poll(() => read('/projects/second')).toContain('Second</h1>');
    const draft = await owner.call(calls.project.saveDraft, {
      params: { id },
      json: { slug: 'tidewatch' },
    });
    expect(draft.status).toBe(200);
    const json = { base: '/preview/token', fields: { title: 'Second draft' }, id };
    const { body } = await owner.call(calls.site.previewItem, {
      params: { noun: 'project' },
      json,
    });
    expect(body.html).toContain('Second draft</h1>');
    await owner.call(calls.project.remove, { params: { id } });
  });

  test('is previewed without the custom CSS, and in other themes', async () => {
    await save({ customCss: '.intro { --own: 1 }' });
    const { body } = await owner.call(calls.site.preview);
    const stylesheetAt = async (query: string) => {
      const page = await (await visit(body.url.slice(SITE.length) + query)).text();
      const [, stylesheet = ''] = /rel="stylesheet" href="([^"]+)"/.exec(page) ?? [];
      return (await visit(stylesheet.replaceAll('&amp;', '&'))).text();
    };
    const own = await stylesheetAt('');
    const [, font = ''] = /url\(["']?([^)"']+\.woff2)/.exec(own) ?? [];
    expect((await visit(font)).status, font).toBe(200);
    expect(own).toContain('--own:1');
    expect(await stylesheetAt('?safe-css')).not.toContain('--own:1');
    expect(await stylesheetAt('?theme=paper')).toBe(own);
    expect(await stylesheetAt('?theme=../paper')).toBe(own);
    const mono = await stylesheetAt('?theme=mono');
    expect(mono).not.toBe(own);
    expect(mono).toContain('--own:1');
  });
});
