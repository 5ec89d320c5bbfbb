import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@vitrine/contract/calls';
import { DEFAULT_RESUME_SETTINGS } from '@vitrine/contract/resume';
import { downloads } from '@vitrine/contract/routes';
import { DEFAULT_SITE_SETTINGS } from '@vitrine/contract/site';
import type { SitePortfolio } from '@vitrine/site/site';
import { startApp, type TestApp } from '@vitrine/testing/app';
import { addProject } from '@vitrine/testing/fixtures';
import { run } from '@vitrine/testing/process';
import { demoPortfolio, largePortfolio } from '@vitrine/testing/site-portfolios';
import { uploads } from '@vitrine/testing/uploads';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redirectsFile } from '../modules/site/export-settings.ts';
import { exportSite, type SiteExport } from '../modules/site/export-site.ts';
import { createSiteFiles } from '../modules/site/site-files.ts';
import { createSiteRenderer } from '../modules/site/site-renderer.ts';
import { type ExportArguments, exportSiteTo } from './export-site.ts';

const SITE = 'http://site.test';
const renderer = createSiteRenderer();
let app: TestApp;
let owner: Awaited<ReturnType<TestApp['owner']>>;
let folder: string;

beforeAll(async () => {
  app = await startApp({ settings: { PUBLIC_URL: 'http://127.0.0.1', SITE_URL: SITE } });
  owner = await app.owner();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  await addContent();
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

async function addContent(): Promise<void> {
  const { body } = await owner.call(calls.image.add, {
    form: { image: await uploads.png(400, 225) },
  });
  const { name } = body.image;
  for (const title of ['Tidewatch', 'Slow Radio']) {
    const { _id } = await addProject(owner, title, {
      body: `![A tide](/media/${name})\n\n[The other](/projects/slow-radio) and [contact](/contact#c-email)`,
      gallery: JSON.stringify([{ image: name, alt: 'A tide' }]),
    });
    if (title === 'Tidewatch')
      await owner.call(calls.project.update, {
        params: { id: _id },
        form: { slug: 'tides' },
      });
  }
  await owner.call(calls.user.updateProfile, {
    form: { avatar: await uploads.png(), resume: uploads.pdf(), showEmail: 'true' },
  });
}

function vitrine(...args: string[]) {
  const { databaseUrl, mediaDir, publicUrl } = app.config;
  return run('vitrine.ts', args, {
    DATABASE_URL: databaseUrl,
    MEDIA_DIR: mediaDir,
    PUBLIC_URL: publicUrl,
    SITE_URL: SITE,
  });
}

async function exportTo(name: string, options: Partial<ExportArguments> = {}): Promise<string> {
  const target = join(folder, name);
  const shares: number[] = [];
  const onProgress = (done: number, total: number) => shares.push(done / total);
  await exportSiteTo({ ...app, renderer }, target, { replace: false, ...options }, onProgress);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect(shares.at(-1)).toBe(1);
  return target;
}

/** Every file of a folder with its content. */
async function filesOf(root: string): Promise<Record<string, string>> {
  const names = await readdir(root, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const contents = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path.slice(root.length + 1), await readFile(path, 'latin1')];
  });
  return Object.fromEntries(await Promise.all(contents));
}

async function download(query = ''): Promise<{ zip: Buffer; headers: Headers }> {
  const response = await owner.fetch(`/api/v1${downloads.site.path}${query}`);
  expect(response.status).toBe(200);
  return { zip: Buffer.from(await response.arrayBuffer()), headers: response.headers };
}

describe('static export', () => {
  test('gives the same bytes for the same content, as files and as a zip', async () => {
    const [first, second] = [await exportTo('first'), await exportTo('second')];
    const { '.vitrine-export': list, ...files } = await filesOf(first);
    expect(await filesOf(second)).toEqual({ '.vitrine-export': list, ...files });
    expect(list?.trimEnd().split('\n')).toEqual(Object.keys(files).toSorted());
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        ...['index.html', '404.html', 'resume/index.html', 'contact/index.html'],
        ...['projects/index.html', 'projects/tides/index.html', 'projects/slow-radio/index.html'],
        ...[
          'feed.xml',
          'feed.json',
          'sitemap.xml',
          'robots.txt',
          'llms.txt',
          'card.vcf',
          'icon.svg',
        ],
        ...['.nojekyll', '.well-known/webfinger', '_headers', '_redirects', 'CNAME'],
      ]),
    );
    expect(files['_redirects']).toMatch(
      /^\/projects\/tidewatch \/projects\/tides\/ 301\n\/resume\.pdf \/media\/\w{64}\.pdf 302\n$/,
    );
    expect(Object.keys(files)).not.toContain('resume.txt');
    expect(files['CNAME']).toBe('site.test\n');
    const card = /og:image" content="http:\/\/site\.test\/(og\/projects\/tides-\w+\.jpg)"/;
    const [, cardPath = ''] = card.exec(files['projects/tides/index.html'] ?? '') ?? [];
    expect(files[cardPath]).toMatch(/^\xff\xd8\xff/);

    const { zip, headers } = await download();
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('content-length')).toBe(String(zip.length));
    expect(headers.get('content-disposition')).toBe('attachment; filename="site.test.zip"');
    const unzipped = Object.entries(unzipSync(zip)).map(([path, bytes]) => [
      path,
      Buffer.from(bytes).toString('latin1'),
    ]);
    expect(Object.fromEntries(unzipped)).toEqual(files);
    expect((await download()).zip.equals(zip)).toBe(true);
  });

  test('contains the formats of the resume that are published', async () => {
    const published = { pdf: true, docx: true, json: true, txt: true };
    const settings = { ...DEFAULT_RESUME_SETTINGS, source: 'portfolio', published };
    await owner.call(calls.resume.update, { json: settings });
    const [one, two] = [await exportTo('resume-1'), await exportTo('resume-2')];
    const files = await filesOf(one);
    expect(files['resume.pdf']).toMatch(/^%PDF-/);
    expect(files['resume.docx']).toMatch(/^PK/);
    expect(files['resume.txt']).toContain('Ada Lovelace');
    expect(JSON.parse(files['resume.json'] ?? '')).toMatchObject({ basics: { url: `${SITE}/` } });
    expect(files['resume/index.html']).toContain('href="../resume.pdf"');
    expect(await filesOf(two)).toEqual(files);
    await owner.call(calls.resume.update, { json: DEFAULT_RESUME_SETTINGS });
  });

  test.each(['', '/folio'])(
    'every link and image resolves on a plain host at "%s"',
    async (base) => {
      const root = join(folder, `host${base}`);
      const host = await serve(join(folder, 'host'));
      try {
        await exportTo(`host${base}`, { url: `${host.origin}${base}`, replace: true });
        const { visited, missing } = await crawl(`${host.origin}${base}/`);
        expect(missing).toEqual([]);
        const pages = Object.keys(await filesOf(root)).filter((path) =>
          path.endsWith('index.html'),
        );
        expect(visited.filter((url) => url.endsWith('/')).length).toBe(pages.length);
        // Nothing is exported that no page names.
        const media = await readdir(join(root, 'media'));
        for (const name of media)
          expect(visited.some((url) => url.endsWith(`/media/${name}`))).toBe(true);
      } finally {
        await host.stop();
      }
    },
  );

  test('the form sends messages to the live site, or becomes a mail link', async () => {
    const form = await filesOf(await exportTo('form', { url: 'https://ada.example' }));
    expect(form['contact/index.html']).toContain(`action="${SITE}/contact"`);
    expect(form['_headers']).toContain(`form-action 'self' ${SITE};`);
    const mail = await filesOf(await exportTo('mail', { contact: 'mail' }));
    expect(mail['contact/index.html']).toContain('href="mailto:ada@example.com"');
    expect(mail['contact/index.html']).not.toContain('<form');
    expect(Object.keys(mail).filter((path) => path.endsWith('.js'))).toEqual([]);
    const { zip } = await download('?contact=mail&url=https://ada.example/folio/');
    const page = Buffer.from(unzipSync(zip)['contact/index.html'] ?? []).toString();
    expect(page).toContain('href="https://ada.example/folio/contact/"');
    expect(page).toContain('href="mailto:ada@example.com"');
  });

  test.each(['form', 'mail'])(
    'every page contains its policy, with a contact %s',
    async (contact) => {
      const files = await filesOf(
        await exportTo(`policy-${contact}`, { url: 'https://ada.example', contact }),
      );
      const [, inHeaders] =
        /content-security-policy: (.+); frame-ancestors 'none'$/m.exec(files['_headers'] ?? '') ??
        [];
      expect(inHeaders).toContain("default-src 'none'");
      const pages = Object.entries(files).filter(([path]) => path.endsWith('.html'));
      expect(pages.length).toBeGreaterThan(5);
      for (const [path, page] of pages) {
        const [, policy] = POLICY.exec(page) ?? [];
        expect(policy?.replaceAll('&#39;', "'"), path).toBe(inHeaders);
      }
      const { zip } = await download(`?contact=${contact}`);
      const home = Buffer.from(unzipSync(zip)['index.html'] ?? []).toString();
      expect(home).toContain('http-equiv="Content-Security-Policy"');
    },
  );

  test('replaces an earlier export only when asked, and keeps other files', async () => {
    const target = await exportTo('again');
    await mkdir(join(target, '.git'));
    await writeFile(join(target, '.git/HEAD'), 'ref');
    await writeFile(join(target, 'gone.html'), 'old');
    await writeFile(join(target, 'мой-сайт.html'), 'old');
    await writeFile(join(folder, 'outside.txt'), 'mine');
    await writeFile(
      join(target, '.vitrine-export'),
      'gone.html\nмой-сайт.html\n../outside.txt\n.\n',
    );
    await expect(exportTo('again')).rejects.toThrow('is not empty');
    await exportTo('again', { replace: true });
    const left = await readdir(target);
    expect(left.filter((name) => /gone|сайт/.test(name))).toEqual([]);
    expect(await readdir(join(target, '.git'))).toEqual(['HEAD']);
    expect(await readFile(join(folder, 'outside.txt'), 'utf8')).toBe('mine');
  });

  test('an interrupted export is recognizable', async () => {
    const target = join(folder, 'interrupted');
    // A folder with the name of a page stops the export in the middle.
    await mkdir(join(target, 'sitemap.xml/x'), { recursive: true });
    await expect(exportTo('interrupted', { replace: true })).rejects.toThrow('sitemap.xml');
    const present = await readdir(target);
    expect(present).toContain('.vitrine-export-incomplete');
    expect(present).not.toContain('.vitrine-export');
    await rm(join(target, 'sitemap.xml'), { recursive: true });
    await exportTo('interrupted', { replace: true });
    expect(await readdir(target)).not.toContain('.vitrine-export-incomplete');
  });

  test('the command shows progress, and explains wrong options', async () => {
    const target = join(folder, 'command');
    const { code, output } = await vitrine('export-site', target, '--url', 'https://ada.example/');
    expect(output).toContain('Export: 100 %\n');
    expect(output).toMatch(/command: \d+ files for https:\/\/ada\.example\.\n/);
    expect(code).toBe(0);
    const refused = await vitrine('export-site', target);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') });
    const misplaced = await vitrine('backup', 'x', '--url', 'https://ada.example');
    expect(misplaced).toMatchObject({ code: 1, output: expect.stringContaining('Usage') });
    for (const options of [{ contact: 'pigeon' }, { url: 'javascript:alert(1)' }, { url: 'ada' }])
      await expect(exportTo('never', options)).rejects.toThrow(/^(Choose|Specify)/);
  });

  test('the name of the download has no quotes', async () => {
    const { headers } = await download(`?url=${encodeURIComponent('https://a"b.example')}`);
    expect(headers.get('content-disposition')).toBe('attachment; filename="a-b.example.zip"');
  });

  test('the download needs a session and valid options', async () => {
    const path = `/api/v1${downloads.site.path}`;
    expect((await app.visitor().fetch(path)).status).toBe(401);
    expect((await owner.fetch(`${path}?contact=pigeon`)).status).toBe(400);
    expect((await owner.fetch(`${path}?url=javascript:alert(1)`)).status).toBe(400);
  });

  test('renders 200 projects within 20 seconds', async () => {
    const start = performance.now();
    const paths = await readAll(exportOf(largePortfolio(200)));
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(paths).toContain('projects/project-200/index.html');
    expect(paths).toContain('projects/page/9/index.html');
  });

  test.each(['../../etc/passwd', '..', '__proto__/../x', 'a\\..\\b', '%2e%2e', 'a\nb', ''])(
    'a project with the address %j cannot leave the folder',
    async (slug) => {
      const { projects, ...others } = demoPortfolio();
      const hostile = projects.slice(0, 1).map((project) => ({ ...project, slug }));
      await expect(readAll(exportOf({ ...others, projects: hostile }))).rejects.toThrow(
        'cannot be the name of a file',
      );
    },
  );

  test('names the files of a project in its script, and links to them encoded', async () => {
    const { projects, ...others } = demoPortfolio();
    const slug = 'مشروع-العمارة';
    const arabic = projects.slice(0, 1).map((one) => ({
      ...one,
      slug,
      oldSlugs: ['橋'],
      projectBanner: { url: '' },
    }));
    const portfolio = { ...others, projects: arabic };
    const paths = await readAll(exportOf(portfolio));
    expect(paths).toContain(`projects/${slug}/index.html`);
    const cards = paths.filter((path) => path.startsWith(`og/projects/${slug}-`));
    expect(cards).toHaveLength(1);
    expect(redirectsFile(portfolio, '')).toContain(
      `/projects/${encodeURIComponent('橋')} /projects/${encodeURIComponent(slug)}/ 301\n`,
    );
  });

  test('an old address cannot add a rule for the host', () => {
    const { projects, ...others } = demoPortfolio();
    const file = others.profile.resume.url;
    const hostile = projects.map((project) => ({ ...project, oldSlugs: ['a\n/* /evil 301'] }));
    expect(redirectsFile({ ...others, projects: hostile }, '')).toBe(`/resume.pdf ${file} 302\n`);
    expect(redirectsFile(demoPortfolio(), '/folio')).toBe(
      `/folio/projects/tide-watch /folio/projects/tidewatch/ 301\n/folio/resume.pdf /folio${file} 302\n`,
    );
  });
});

function exportOf(portfolio: SitePortfolio): SiteExport {
  return exportSite(
    {
      named: { snapshot: randomUUID(), portfolio },
      design: { settings: DEFAULT_SITE_SETTINGS, css: '' },
      renderer,
      files: createSiteFiles(app.db),
      media: app.files,
    },
    { url: SITE, contact: 'form', siteUrl: SITE },
  );
}

/** Before everything that it applies to. */
const POLICY = /<head><meta http-equiv="Content-Security-Policy" content="([^"]+)"/;

async function readAll(site: SiteExport): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of site.texts()) paths.push(path);
  return paths;
}

/** Serves a folder the way that static hosts do. */
async function serve(root: string): Promise<{ origin: string; stop: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const path = join(root, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    const isFile = (await stat(path).catch(() => undefined))?.isFile() ?? false;
    response.writeHead(isFile ? 200 : 404).end(isFile ? await readFile(path) : undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Follows every address of the host that a page, a stylesheet or another file names. */
async function crawl(start: string): Promise<{ visited: string[]; missing: string[] }> {
  const { origin } = new URL(start);
  const queue = [start, new URL('404.html', start).href, new URL('sitemap.xml', start).href];
  const visited = new Set<string>(queue);
  const missing: string[] = [];
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    const response = await fetch(url);
    if (response.status !== 200) missing.push(url);
    const text = await response.text();
    if (!/(\/|html|css|xml|json|txt|vcf)$/.test(url)) continue;
    for (const link of linksIn(text)) {
      if (!URL.canParse(link, url)) continue;
      const target = new URL(link, url);
      target.hash = '';
      if (target.origin !== origin || visited.has(target.href)) continue;
      visited.add(target.href);
      queue.push(target.href);
    }
  }
  return { visited: [...visited], missing };
}

function linksIn(text: string): string[] {
  const attributes = [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link = '']) => link);
  const srcsets = [...text.matchAll(/ (?:imageSrcSet|srcset)="([^"]*)"/gi)].flatMap(
    ([, srcset = '']) => srcset.split(',').map((source) => source.trim().split(' ')[0] ?? ''),
  );
  const urls = [...text.matchAll(/url\(["']?([^"')]+)["']?\)/g)].map(([, link = '']) => link);
  const absolute = text.match(/http:\/\/127\.0\.0\.1:\d+[^\s"'<>\\)&]*/g) ?? [];
  return [...attributes, ...srcsets, ...urls, ...absolute];
}
