import { calls } from '@vitrine/contract/calls';
import { RESUME_FORMATS, type ResumeFormat } from '@vitrine/contract/options';
import { DEFAULT_RESUME_SETTINGS, type ResumeSettings } from '@vitrine/contract/resume';
import type { Client } from '@vitrine/testing/api-client';
import { startApp, type TestApp } from '@vitrine/testing/app';
import { fetchHost } from '@vitrine/testing/fetch-host';
import { addProject } from '@vitrine/testing/fixtures';
import { pdf } from '@vitrine/testing/pictures';
import { file, uploads } from '@vitrine/testing/uploads';
import fastify from 'fastify';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mediaRoutes } from '../../http/media-routes.ts';

const ALL = { pdf: true, docx: true, json: true, txt: true };
const NAME = 'Augusta Byron';
const PHONE = '+44 20 7946 0018';
let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp({
    settings: { PUBLIC_URL: 'http://127.0.0.1', SITE_URL: 'http://site.test' },
  });
  owner = await app.owner();
  await owner.call(calls.user.updateProfile, { form: { fullName: NAME, phone: PHONE } });
  await addProject(owner, 'Tidewatch', { summary: 'Tides for harbors.' });
  await owner.call(calls.project.addDraft, { form: { title: 'A secret engine' } });
});
afterAll(() => app.stop());

function visit(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetchHost(app.origin, 'site.test', path, { headers });
}

/** Saves settings, and waits until the site has them. */
async function save(changes: Partial<ResumeSettings>): Promise<void> {
  const settings = { ...DEFAULT_RESUME_SETTINGS, ...changes };
  await owner.call(calls.resume.update, { json: settings });
  const expected = RESUME_FORMATS.map((format) => (settings.published[format] ? 200 : 404));
  const statuses = () =>
    Promise.all(RESUME_FORMATS.map(async (format) => (await visit(`/resume.${format}`)).status));
  await expect.poll(statuses, { timeout: 60_000 }).toEqual(expected);
}

async function textOf(format: ResumeFormat): Promise<string> {
  const bytes = new Uint8Array(await (await visit(`/resume.${format}`)).arrayBuffer());
  if (format !== 'docx') return Buffer.from(bytes).toString('utf8');
  return Object.values(unzipSync(bytes))
    .map((file) => Buffer.from(file).toString())
    .join('');
}

test('the site of a new owner offers a PDF without email address and phone number', async () => {
  await expect.poll(async () => (await visit('/resume.pdf')).status).toBe(200);
  const others = ['docx', 'json', 'txt'].map((format) => visit(`/resume.${format}`));
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([404, 404, 404]);
  const page = await (await visit('/resume')).text();
  expect(page).toContain('href="/resume.pdf"');
  for (const text of [page, await textOf('pdf')])
    expect(text).not.toMatch(/mailto:|tel:|ada@example\.com|7946|A secret engine/);
});

test('the owner learns that visitors get no file without an entry', async () => {
  const failures = async () => (await owner.call(calls.resume.failures)).body.failures;
  const { projects } = (await owner.call(calls.project.list)).body;
  const [published] = projects.filter(({ title }) => title === 'Tidewatch');
  await owner.call(calls.project.remove, { params: { id: published?._id ?? '' } });
  const reason = 'The resume has no entry yet. Add a project, a skill or a timeline entry.';
  await expect.poll(failures).toEqual([{ format: 'pdf', reason }]);
  await expect.poll(async () => (await visit('/resume.pdf')).status).toBe(404);
  await addProject(owner, 'Tidewatch', { summary: 'Tides for harbors.' });
  await expect.poll(failures).toEqual([]);
});

describe('the formats of the resume', () => {
  test('do not exist until the owner publishes them', async () => {
    await save({});
    await save({ published: { ...ALL, docx: false } });
    expect((await visit('/resume.docx')).status).toBe(404);
    expect((await visit('/resume.odt')).status).toBe(404);
  });

  test('have a type, a name, a policy and an ETag', async () => {
    await save({ published: ALL });
    const types = {
      pdf: 'application/pdf',
      docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      json: 'application/json',
      txt: 'text/plain; charset=utf-8',
    };
    for (const format of RESUME_FORMATS) {
      const { status, headers } = await visit(`/resume.${format}`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe(types[format]);
      expect(headers.get('content-disposition')).toBe(
        `inline; filename="augusta-byron-resume.${format}"`,
      );
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('cache-control')).toContain('s-maxage=60');
      expect(headers.get('access-control-allow-origin')).toBe(format === 'json' ? '*' : null);
      const tag = headers.get('etag') ?? '';
      expect((await visit(`/resume.${format}`, { 'if-none-match': tag })).status).toBe(304);
    }
  });

  test('are made once, also for many visitors at the same time', async () => {
    await addProject(owner, 'Night Bus');
    await expect.poll(() => textOf('txt')).toContain('Night Bus');
    const responses = await Promise.all(Array.from({ length: 100 }, () => visit('/resume.pdf')));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ headers }) => headers.get('etag'))).size).toBe(1);
    // From memory, without a request ID of the router.
    expect((await visit('/resume.pdf')).headers.has('x-request-id')).toBe(false);
  });

  test('never have a draft', async () => {
    for (const format of ['docx', 'json', 'txt'] as const) {
      const text = await textOf(format);
      expect(text).toContain('Tidewatch');
      expect(text).not.toContain('A secret engine');
    }
    expect(await (await visit('/resume')).text()).not.toContain('A secret engine');
  });

  test('are in the preview, with the design of the draft', async () => {
    const { body } = await owner.call(calls.site.preview);
    const base = new URL(body.url).pathname.replace(/\/$/, '');
    const response = await visit(`${base}/resume.txt`);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain(NAME);
    expect(await (await visit(`${base}/resume`)).text()).toContain(`href="${base}/resume.txt"`);
  });
});

test('files that cannot be made are not served, and the owner gets the reason', async () => {
  await save({ source: 'portfolio', published: ALL });
  const failures = async () => (await owner.call(calls.resume.failures)).body.failures;
  expect(await failures()).toEqual([]);
  const added = Array.from({ length: 14 }, (_, index) =>
    owner.call(calls.timeline.add, {
      json: { title: 'Engineer', description: 'x'.repeat(5000), from: 2000 + index, kind: 'work' },
    }),
  );
  const ids = (await Promise.all(added)).map(({ body }) => body.timeline._id);
  const reason = 'The resume is too long for a PDF. Take entries off it, or shorten their texts.';
  expect(await failures()).toEqual([{ format: 'pdf', reason }]);
  await expect.poll(async () => (await visit('/resume.pdf')).status).toBe(503);
  expect(await textOf('pdf')).toBe('The resume is not available as PDF.');
  expect((await visit('/resume.docx')).status).toBe(200);
  await save({ published: { ...ALL, pdf: false } });
  expect(await failures()).toEqual([]);
  for (const id of ids) await owner.call(calls.timeline.remove, { params: { id } });
});

describe('email address and phone number', () => {
  const SWITCHES = [
    { contact: true, shown: true },
    { contact: false, shown: true },
    { contact: true, shown: false },
    { contact: false, shown: false },
  ];

  test.each(SWITCHES)('reach visitors only if both switches allow it: %o', async (switches) => {
    const { contact, shown } = switches;
    const flag = String(shown);
    await owner.call(calls.user.updateProfile, {
      form: { showEmail: flag, showPhone: flag, headline: JSON.stringify(switches) },
    });
    await save({ contact, published: ALL });
    await expect.poll(() => textOf('txt')).toContain(JSON.stringify(switches));
    await expect
      .poll(async () => (await textOf('txt')).includes('ada@example.com'))
      .toBe(contact && shown);
    for (const format of ['docx', 'json', 'txt'] as const) {
      const text = await textOf(format);
      expect(text.includes('ada@example.com'), format).toBe(contact && shown);
      expect(text.includes('7946'), format).toBe(contact && shown);
    }
    // Links in a PDF are not compressed.
    const pdf = await textOf('pdf');
    expect(pdf.includes('mailto:ada@example.com'), 'pdf').toBe(contact && shown);
    expect(pdf.includes('tel:+442079460018'), 'pdf').toBe(contact && shown);
    const page = await (await visit('/resume')).text();
    const [article = ''] = /<article class="resume">.*<\/article>/s.exec(page) ?? [];
    expect(article.includes('ada@example.com'), 'page').toBe(contact && shown);
  });
});

describe('an uploaded resume', () => {
  test('is offered instead of a generated PDF, until the owner chooses otherwise', async () => {
    const { body } = await owner.call(calls.user.updateProfile, {
      form: { resume: uploads.pdf() },
    });
    const file = new URL(body.user.resume.viewUrl ?? '').pathname;
    await expect.poll(async () => (await visit('/resume.pdf')).headers.get('location')).toBe(file);
    expect((await visit('/resume.pdf')).status).toBe(302);
    expect(await (await visit('/resume')).text()).toContain(`href="${file}"`);
    expect((await visit(file)).headers.get('content-type')).toBe('application/pdf');
    await save({ source: 'portfolio', published: ALL });
    const page = await (await visit('/resume')).text();
    expect(page).toContain('href="/resume.pdf"');
    expect(page).not.toContain(file);
  });

  test.each([
    ['PDF', async () => uploads.pdf()],
    ['image', () => uploads.png(300, 400)],
  ])('as %s can be read by the owner alone while the site does not offer it', async (_, upload) => {
    await owner.call(calls.resume.update, { json: DEFAULT_RESUME_SETTINGS });
    const form = { resume: await upload() };
    const { user } = (await owner.call(calls.user.updateProfile, { form })).body;
    const { url, viewUrl, variants = [], preview } = user.resume;
    const pictures = [...variants, ...(preview ? [preview, ...(preview.variants ?? [])] : [])];
    const urls = [url, viewUrl ?? url, ...pictures.map((picture) => picture.url)];
    const paths = urls.map((one) => new URL(one).pathname);
    const published = async () => (await app.visitor().call(calls.public.portfolio)).body.profile;
    const hosts = ['site.test', '127.0.0.1'];
    const statuses = async () => {
      const reads = hosts.flatMap((host) => paths.map((path) => fetchHost(app.origin, host, path)));
      return new Set((await Promise.all(reads)).map(({ status }) => status));
    };

    await expect.poll(async () => (await published()).resume.url).toBe(url);
    expect(await statuses()).toEqual(new Set([200]));
    await owner.call(calls.resume.update, {
      json: { ...DEFAULT_RESUME_SETTINGS, source: 'portfolio' },
    });
    await expect.poll(statuses).toEqual(new Set([404]));
    expect((await published()).resume).toEqual({ url: '' });
    expect((await owner.call(calls.user.me)).body.user.resume).toEqual(user.resume);
    for (const path of paths) {
      const { status, headers } = await owner.fetch(path);
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }

    await owner.call(calls.resume.update, { json: DEFAULT_RESUME_SETTINGS });
    await expect.poll(statuses).toEqual(new Set([200]));
  });

  test('stays private after the owner replaces or removes it', async () => {
    await save({ source: 'portfolio' });
    const upload = async (text: string) => {
      const form = { resume: file(pdf([text]), 'resume.pdf') };
      const { url, preview } = (await owner.call(calls.user.updateProfile, { form })).body.user
        .resume;
      return [url, preview?.url ?? ''].map((one) => new URL(one).pathname);
    };
    const hidden = await upload('12 Private Street');
    const statuses = async (paths: readonly string[]) =>
      Promise.all(paths.map(async (path) => (await visit(path)).status));
    await expect.poll(() => statuses(hidden)).toEqual([404, 404]);
    const replaced = await upload('London');
    await expect.poll(() => statuses(replaced)).toEqual([404, 404]);
    expect(await statuses(hidden)).toEqual([404, 404]);
    await owner.call(calls.resume.update, { json: DEFAULT_RESUME_SETTINGS });
    await expect.poll(() => statuses(replaced)).toEqual([200, 200]);
    expect(await statuses(hidden)).toEqual([404, 404]);
    await owner.call(calls.user.updateProfile, { form: { removeResume: 'true' } });
    await expect.poll(() => statuses([...hidden, ...replaced])).toEqual([404, 404, 404, 404]);
    expect((await owner.fetch(hidden[0] ?? '')).status).toBe(200);
  });

  test('is not served while the portfolio cannot be shown', async () => {
    await owner.call(calls.resume.update, { json: DEFAULT_RESUME_SETTINGS });
    const form = { resume: uploads.pdf() };
    const { url } = (await owner.call(calls.user.updateProfile, { form })).body.user.resume;
    const status = async () => (await visit(new URL(url).pathname)).status;
    await expect.poll(status).toBe(200);
    // A value that this version does not know.
    await sql`alter type timeline_kind add value 'hobby'`.execute(app.db);
    await sql`insert into timeline (title, description, from_year, kind)
      values ('Chess', 'x', 2001, 'hobby')`.execute(app.db);
    await expect.poll(status).toBe(404);
    await sql`delete from timeline where title = 'Chess'`.execute(app.db);
    await expect.poll(status).toBe(200);
  });

  test('is not served before it is known whether the site offers it', async () => {
    const form = { resume: uploads.pdf() };
    const { url } = (await owner.call(calls.user.updateProfile, { form })).body.user.resume;
    const { pathname } = new URL(url);
    let withheld: ReadonlySet<string> | undefined;
    const server = fastify();
    mediaRoutes(server, app.files, {
      isWithheld: (name) => withheld?.has(name),
      load: async () => {
        withheld = new Set([pathname.slice('/media/'.length)]);
      },
      isOwner: async () => false,
    });
    expect((await server.inject(pathname)).statusCode).toBe(404);
    withheld = new Set();
    expect((await server.inject(pathname)).statusCode).toBe(200);
    await server.close();
  });

  test('that is also a banner stays readable for visitors', async () => {
    const { projectBanner } = await addProject(owner, 'Slow Radio');
    const form = { resume: await uploads.png(400, 225) };
    const { user } = (await owner.call(calls.user.updateProfile, { form })).body;
    expect(user.resume.url).toBe(projectBanner.url);
    await save({ source: 'portfolio', published: ALL });
    await expect.poll(async () => (await visit('/resume.pdf')).status).toBe(200);
    expect((await visit(new URL(user.resume.url).pathname)).status).toBe(200);
  });
});
