import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Browser, Page } from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import { DEFAULT_SITE_SETTINGS } from '@vitrine/contract/site';
import type { Client } from '@vitrine/testing/api-client';
import { fetchHost } from '@vitrine/testing/fetch-host';
import { freePort } from '@vitrine/testing/postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { type Host, startHost } from '../support/host.ts';
import { expectStableMemory, INSPECTED, measureMemory } from '../support/memory.ts';
import { size } from '../support/size.ts';
import { createItems } from '../support/write-calls.ts';

const PAGES = ['/', '/projects', '/projects/engine', '/resume', '/contact', '/missing'];
const FILES = ['/feed.xml', '/feed.json', '/sitemap.xml', '/llms.txt', '/card.vcf', '/icon.svg'];

let host: Host;
let owner: Client;
let browser: Browser;
let siteUrl: string;

beforeAll(async () => {
  const PORT = String(await freePort());
  siteUrl = `http://site.localhost:${PORT}`;
  const env = { PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}`, SITE_URL: siteUrl, ...INSPECTED };
  [host, browser] = await Promise.all([startHost({ env }), launchBrowser()]);
  owner = await host.owner();
  await createItems(owner);
});
afterAll(async () => {
  await browser.close();
  await host.stop();
});
beforeEach(() => host.resetRateLimits());

function visit(path: string, options: Parameters<typeof fetchHost>[3] = {}): Promise<Response> {
  return fetchHost(host.service.origin, new URL(siteUrl).host, path, options);
}

async function read(path: string): Promise<string> {
  return (await visit(path)).text();
}

/** Sets a text in every field that the owner can write, also one that the service would not accept. */
async function fillEveryText(content: string): Promise<void> {
  // At once, so that the site shows all of it or none.
  await host.database.query('begin');
  for (const [table, columns] of Object.entries(TEXTS)) {
    const { rows } = await host.database.query(
      `select conname from pg_constraint where contype = 'c' and conrelid = $1::regclass`,
      [table],
    );
    for (const { conname } of rows)
      await host.database.query(`alter table ${table} drop constraint ${conname}`);
    await host.database.query(
      `update ${table} set ${columns.map((column) => `${column} = $1`).join(', ')}`,
      [content],
    );
  }
  await host.database.query('update timeline set highlights = array[$1]', [content]);
  const sections = DEFAULT_SITE_SETTINGS.sections.map((one) => ({ ...one, heading: content }));
  await host.database.query(
    `insert into site (settings) values ($1) on conflict (singleton) do update set settings = $1`,
    [JSON.stringify({ ...DEFAULT_SITE_SETTINGS, footer: content, sections })],
  );
  await host.database.query('commit');
}

const TEXTS = {
  owner: ['full_name', 'phone', 'about_me', 'headline', 'location', 'availability', 'pronouns'],
  project: ['title', 'description', 'technologies', 'summary', 'role', 'banner_alt', 'body'],
  skill: ['title', 'category'],
  software_application: ['name'],
  timeline: ['title', 'description', 'organization', 'location'],
};

interface Visit {
  /** The tags with the names of their attributes. */
  readonly elements: readonly string[];
  readonly foreign: readonly string[];
}

/** Opens a page with its scripts, and records what it requests from other hosts. */
async function open(page: Page, path: string): Promise<Visit> {
  const foreign: string[] = [];
  const record = (request: { url(): string }) => {
    const url = request.url();
    if (!url.startsWith(siteUrl) && !url.startsWith('data:')) foreign.push(url);
  };
  page.on('request', record);
  await page.goto(siteUrl + path);
  const elements = await page.evaluate(() =>
    [...document.querySelectorAll('*')].map(
      ({ tagName, attributes }) =>
        `${tagName} ${[...attributes].map(({ name }) => name).join(' ')}`,
    ),
  );
  page.off('request', record);
  return { elements, foreign };
}

describe('content of the owner', () => {
  const RUN = "document.documentElement.dataset.ran='1'";
  const HOSTILE = [
    `</script></title></textarea></template></style>--><script>${RUN}</script>`,
    `<img src=//evil.example/x onerror=${RUN}><svg onload=${RUN}>`,
    `" onfocus="${RUN}" autofocus x='\u0001\u202e\u2028 ]]> <!-- &lt;b&gt; constructor \${1} {{1}}`,
  ].join('');

  test('is text on every page, and adds no element and no attribute', async ({ annotate }) => {
    const page = await browser.newPage();
    // As long, because the size of letters follows the length of a text.
    await fillEveryText('plain'.padEnd(HOSTILE.length, '.'));
    await expect.poll(() => read('/')).toMatch(/<footer[\s\S]*plain/);
    const expected = new Map<string, Visit>();
    for (const path of PAGES) expected.set(path, await open(page, path));
    await fillEveryText(HOSTILE);
    await expect.poll(() => read('/')).toMatch(/<footer[\s\S]*evil\.example/);
    for (const path of PAGES) {
      const { elements, foreign } = await open(page, path);
      expect(foreign, path).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.dataset['ran'])).toBeUndefined();
      expect(elements, path).toEqual(expected.get(path)?.elements);
      for (const script of await page.locator('script:not([src])').all())
        expect(JSON.parse(await script.innerText())['@graph'][0].name).toBe(HOSTILE);
    }
    const problems = await page.evaluate(
      async (paths) => {
        const found: string[] = [];
        for (const path of paths) {
          const body = await (await fetch(path)).text();
          const parsed = new DOMParser().parseFromString(body, 'text/xml');
          if (parsed.querySelector('parsererror, script, img, template')) found.push(path);
        }
        return found;
      },
      ['/feed.xml', '/sitemap.xml', '/icon.svg'],
    );
    expect(problems).toEqual([]);
    expect(JSON.parse(await read('/feed.json'))).toMatchObject({ title: HOSTILE });
    await page.close();
    await annotate(
      `${PAGES.length} pages and 4 files with one text in every field: no element added`,
    );
  });

  test('has no link that runs a script', async () => {
    await fillEveryText(
      `[x](javascript:${RUN}) [y](data:text/html,x) <a href="javascript:x">z</a>`,
    );
    await host.database.query('alter domain web_link drop constraint web_link_check');
    for (const [table, columns] of Object.entries(LINKS))
      await host.database.query(
        `update ${table} set ${columns.map((column) => `${column} = $1`).join(', ')}`,
        [`javascript:${RUN}`],
      );
    await host.database.query('update project set old_slugs = $1', [
      ['..%2f', '__proto__', '"><b>', '\r\nset-cookie: x=1'],
    ]);
    await expect.poll(() => read('/')).toContain('[y](data:');
    const page = await browser.newPage();
    for (const path of PAGES) {
      await open(page, path);
      const links = await page
        .locator('[href], [src], [action]')
        .evaluateAll((all) =>
          all.map((one) =>
            ['href', 'src', 'action'].map((name) => one.getAttribute(name)).join(''),
          ),
        );
      expect(
        links.filter((link) => !/^(https?:|\/|#|mailto:|tel:)/.test(link)),
        path,
      ).toEqual([]);
    }
    const [item] = JSON.parse(await read('/feed.json')).items;
    for (const html of [item.content_html, await read('/feed.xml')])
      expect(html).not.toMatch(/(href|url)="?javascript:/i);
    expect((await visit('/projects/__proto__')).headers.get('location')).toBe('/projects/engine');
    expect((await visit('/projects/%0d%0aset-cookie:%20x=1')).status).toBe(404);
    await page.close();
  });
});

const LINKS = {
  owner: ['portfolio', 'github', 'linkedin', 'instagram', 'twitter', 'facebook'].map(
    (name) => `${name}_url`,
  ),
  project: ['git_repo_link', 'project_link'],
  software_application: ['link'],
  timeline: ['link'],
};

describe('custom CSS', () => {
  const EVIL = 'https://evil.example/x';
  const REFUSED = [
    `@import "${EVIL}";`,
    `a{background:url(${EVIL})}`,
    `a{background:u\\72l(${EVIL})}`,
    `a{background:image-set("${EVIL}" 1x)}`,
    `a{--x:URL("${EVIL}");background:var(--x)}`,
    `a{--x:image-set("${EVIL}" 1x);background:var(--x)}`,
    `a{--x:"${EVIL}";background:image-set(var(--x) 1x)}`,
    `a{background:var(--none,-webkit-image-set("${EVIL}" 1x))}`,
    `@property --x{syntax:"*";inherits:false;initial-value:URL("${EVIL}")} a{background:var(--x)}`,
    `@font-face{font-family:x;src:url(${EVIL})}`,
    `@container style(--x:1){a{--x:im\\61 ge-set("${EVIL}" 1x)}}`,
    'a{color:red}} h1{display:none}',
    '<!-- } --> h1{display:none}',
  ];
  const HARMLESS = [
    `@layer x{@import "${EVIL}";}`,
    `@namespace url(${EVIL});`,
    `@supports (background:url(${EVIL})){a{color:red}}`,
    'a{background:url(data:image/svg+xml,<svg/>)} a{--x:{',
    'a{content:"\\"}</style><script>"} @layer theme{h1{color:red}} /*',
  ];

  const publish = async (customCss: string, footer = '') => {
    const json = { ...DEFAULT_SITE_SETTINGS, customCss, footer };
    await owner.call(calls.site.saveDraft, { json });
    return (await owner.call(calls.site.publish)).body.site;
  };

  test('is refused if it would load anything or close its layer', async () => {
    for (const css of REFUSED) {
      const { settings, cssErrors } = await publish(css);
      expect([css, cssErrors.length]).toEqual([css, 1]);
      expect(settings.customCss).not.toBe(css);
    }
  });

  test('stays in its layer and requests nothing', async () => {
    const page = await browser.newPage({ bypassCSP: true });
    for (const [index, css] of HARMLESS.entries()) {
      const { settings } = await publish(css, `Footer ${index}`);
      expect(settings.customCss).toBe(css);
      await expect.poll(() => read('/')).toContain(`Footer ${index}`);
      expect((await open(page, '/')).foreign, css).toEqual([]);
      const rules = await page.evaluate(() =>
        [...document.styleSheets].flatMap((sheet) =>
          [...sheet.cssRules].map((rule) => [
            rule.constructor.name,
            rule instanceof CSSLayerBlockRule ? rule.name : '',
          ]),
        ),
      );
      expect(rules).toEqual([
        ['CSSLayerStatementRule', ''],
        ...['base', 'theme', 'print', 'owner'].map((name) => ['CSSLayerBlockRule', name]),
      ]);
    }
    await publish('');
    await page.close();
  });
});

describe('a preview', () => {
  test('has a token that is random, expires and opens nothing else', async () => {
    const { url } = (await owner.call(calls.site.preview)).body;
    const { pathname } = new URL(url);
    const token = pathname.split('/')[2] ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const preview = await visit(pathname);
    expect(preview.status).toBe(200);
    expect(Object.fromEntries(preview.headers)).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'content-security-policy': expect.stringContaining(`frame-ancestors ${host.publicUrl}`),
    });
    const leaks = [...(await preview.text()).matchAll(/(?:href|src|content|action)="([^"]+)"/g)]
      .map(([, value = '']) => value)
      .filter((value) => value.includes(token) && !value.startsWith(pathname));
    expect(leaks).toEqual([]);
    for (const other of [token.slice(1), `${token}x`, token.toUpperCase(), '%00', '..', ''])
      expect((await visit(`/preview/${other}/`)).status, other).toBe(404);
    const stolen = Object.assign(host.service.client(), { cookie: `vitrine=${token}` });
    expect((await stolen.call(calls.user.me)).status).toBe(401);
    await host.database.query(`update site_preview set purpose = 'project'`).catch(() => undefined);
    await host.database.query(`update site_preview set expires_at = now()`);
    expect((await visit(pathname)).status).toBe(404);
    expect(await host.service.log()).not.toContain(token);
  });
});

describe('hosts', () => {
  /** Sends lines unchanged. Returns the response. */
  async function send(...lines: string[]): Promise<string> {
    const { port, hostname } = new URL(host.service.origin);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(`${[...lines, 'accept: text/html', 'connection: close'].join('\r\n')}\r\n\r\n`);
    return text(socket);
  }

  test('a request that names no known host, or two, reaches neither', async ({ annotate }) => {
    const site = new URL(siteUrl).host;
    const dashboard = new URL(host.publicUrl).host;
    const GET = 'GET / HTTP/1.1';
    const unknown = [
      [GET],
      ['GET / HTTP/1.0'],
      [GET, 'host:'],
      [GET, 'host: evil.example'],
      [GET, `host: evil.example`, `x-forwarded-host: ${dashboard}`, `forwarded: host=${site}`],
      [GET, 'host: site.localhost.'],
      [GET, 'host: site.localhost:1:1'],
      [GET, 'host: x@site.localhost'],
      [GET, `host: ${site}`, `host: ${dashboard}`],
      [GET, `host: ${dashboard}`, `Host: ${dashboard}`],
      [`GET http://${site}/ HTTP/1.1`, `host: ${dashboard}`],
      [`GET http://${dashboard}/ HTTP/1.1`, `host: ${site}`],
      [`GET http://${dashboard}/@site HTTP/1.1`, `host: ${dashboard}`],
      ['GET * HTTP/1.1', `host: ${site}`],
    ];
    for (const lines of unknown) {
      const response = await send(...lines);
      expect(response, lines.join('\n')).toMatch(/^HTTP\/1.1 4(21|00) /);
      expect(response).not.toMatch(/<html|set-cookie/i);
    }
    for (const name of [site, 'SITE.localhost', 'site.localhost:80'])
      expect(await send(GET, `host: ${name}`)).toMatch(/^HTTP\/1.1 200 /);
    await annotate(`${unknown.length} requests without one known host: all refused`);
  });

  test('no path of one host leads to the other', async () => {
    const dashboard = host.service.client();
    const page = await (await dashboard.fetch('/', {}, { accept: 'text/html' })).text();
    for (const path of [
      ...['/@site', '/@site/', '/%40site/resume', '/@site/contact', '//@site/', '/x/../@site/'],
      ...['/@site/preview/x/', '/@unknown-host', '/@site%2fresume', '/media/../@site/'],
    ]) {
      const response = await dashboard.fetch(path, {}, { accept: 'text/html' });
      const body = await response.text();
      expect([path, body === page || response.status >= 400]).toEqual([path, true]);
      const onSite = await visit(path, { headers: { accept: 'text/html' } });
      expect([path, onSite.status]).toEqual([path, 404]);
      expect(await onSite.text()).not.toContain('/api/');
    }
    for (const path of ['/api/v1/user/me', '/login', '/client.js', '/media/', '/media/../login'])
      expect((await visit(path, { headers: { accept: 'text/html' } })).status, path).toBe(404);
    for (const path of ['//evil.example/', '/\\evil.example/', '//evil.example/..', '/resume//'])
      expect((await visit(path)).headers.get('location') ?? '/').toMatch(/^\/(?!\/)/);
  });

  test('the site ignores the cookie of the owner and sets none', async () => {
    const headers = { cookie: owner.cookie, accept: 'text/html' };
    for (const path of [...PAGES, ...FILES, '/contact/token', '/api/v1/user/me', '/preview/x/']) {
      const response = await visit(path, { headers });
      expect(response.headers.getSetCookie(), path).toEqual([]);
      if (path !== '/contact/token') expect(await response.text()).toBe(await read(path));
    }
    const post = await visit('/contact', { method: 'POST', headers });
    expect(post.headers.getSetCookie()).toEqual([]);
  });
});

describe('floods', () => {
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

  test('of paths and forms take no memory and do not block other requests', async ({
    annotate,
  }) => {
    await read('/missing');
    const before = await measureMemory(host.service);
    const slashes = performance.now();
    expect((await visit(`${'/'.repeat(15_000)}x/`)).status).toBe(404);
    expect((await visit(`/x${'/'.repeat(15_000)}x`)).status).toBe(404);
    expect(performance.now() - slashes).toBeLessThan(500);
    const count = size({ short: 600, long: 10_000 });
    for (let n = 0; n < count; n += 20)
      await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const kinds = [`/x${n + index}`, `/projects/${n}-${index}`, `/?${n}${index}`];
          await visit(kinds[index % 3] ?? '/');
          await visit(`/og/home-${n + index}.jpg`, { method: 'HEAD' });
          const body = String(new URLSearchParams({ message: `${n}`.repeat(200) }));
          await visit('/contact', { method: 'POST', headers: FORM, body });
        }),
      );
    await annotate(`${3 * count} requests: ${await expectStableMemory(host.service, before)}`);
  });

  test('of messages reach the limit, and a body that is no form is no message', async () => {
    const body = String(
      new URLSearchParams({
        senderName: 'Eve',
        email: 'eve@example.com',
        subject: 'Hi',
        message: 'Hi',
      }),
    );
    const headers = { ...FORM, accept: 'application/json' };
    const statuses = new Set<number>();
    for (let n = 0; n < 40; n += 1)
      statuses.add((await visit('/contact', { method: 'POST', headers, body })).status);
    expect([...statuses]).toEqual([201, 429]);
    for (const [type, content, status] of [
      ['application/x-www-form-urlencoded', `message=${'x'.repeat(600_000)}`, 413],
      ['text/plain', 'message=x', 400],
      ['application/json', '{"__proto__":{"message":"x"}}', 400],
      ['application/json', '{', 400],
      ['multipart/form-data; boundary=x', '--x\r\n\r\n--x--\r\n', 400],
      ['multipart/form-data', 'x', 400],
    ] as const) {
      const response = await visit('/contact', {
        method: 'POST',
        headers: { 'content-type': type },
        body: content,
      });
      expect.soft([type, response.status]).toEqual([type, status]);
      expect.soft(response.headers.get('content-type')).toContain('text/html');
      expect.soft(await response.text()).not.toContain('>x<');
    }
  });
});

describe('a renderer that fails', () => {
  /** The process of the service that renders pages, if it runs. */
  async function rendererPid(): Promise<number | undefined> {
    const { pid } = host.service;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    for (const child of children.trim().split(' ').map(Number)) {
      const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
      if (command.includes('packages/site/dist/worker.js')) return child;
    }
    return undefined;
  }

  test('is replaced, and no visitor gets a page from before the change', async () => {
    // It ends when it has nothing to do, and both pages may be in memory.
    await owner.call(calls.user.updateProfile, { form: { headline: 'Before' } });
    for (const path of ['/', '/resume']) await expect.poll(() => read(path)).toContain('Before');
    const pid = await rendererPid();
    if (pid === undefined) throw new Error('No renderer runs.');
    process.kill(pid, 'SIGSTOP');
    for (const headline of ['First', 'Second'])
      await owner.call(calls.user.updateProfile, { form: { headline } });
    for (const response of await Promise.all([visit('/'), visit('/resume')]))
      if (response.status !== 503) expect(await response.text()).toContain('Second');
    await expect.poll(() => read('/')).toContain('Second');
    expect(await read('/resume')).toContain('Second');
    const next = await rendererPid();
    if (next !== undefined) process.kill(next, 'SIGKILL');
    await owner.call(calls.user.updateProfile, { form: { headline: 'Third' } });
    await expect.poll(() => read('/')).toContain('Third');
  });
});

describe('hidden content', () => {
  test('is on no page and in no file', async () => {
    await fillEveryText('plain');
    const hidden = {
      email: 'hidden-address@example.com',
      phone: '+44 20 7946 0018',
      showEmail: 'false',
      showPhone: 'false',
    };
    await owner.call(calls.user.updateProfile, { form: { ...hidden, fullName: 'Ada' } });
    const draft = await owner.call(calls.project.addDraft, { form: { title: 'Hidden draft' } });
    const trashed = await owner.call(calls.timeline.add, {
      json: { title: 'Hidden trash', description: 'x', from: 2000 },
    });
    const id = trashed.body.timeline._id;
    await expect.poll(() => read('/')).toContain('Hidden trash');
    await owner.call(calls.trash.add, { json: { items: [{ noun: 'timeline', id }] } });
    await expect.poll(() => read('/')).not.toContain('Hidden trash');
    expect(await read('/')).toContain('Ada');
    const { slug } = draft.body.project;
    for (const path of [...PAGES, ...FILES, `/projects/${slug}`, '/.well-known/webfinger']) {
      const body = await read(path);
      expect(body, path).not.toMatch(/hidden-address|7946|hidden.?(draft|trash)/i);
    }
    expect((await visit(`/projects/${slug}`)).status).toBe(404);
    expect((await visit(`/og/projects/${slug}-0.jpg`)).status).toBe(404);
    const home = await visit('/');
    const tag = home.headers.get('etag') ?? '';
    expect((await visit('/', { headers: { 'if-none-match': tag } })).status).toBe(304);
    expect(await (await visit('/', { method: 'HEAD' })).text()).toBe('');
  });
});
