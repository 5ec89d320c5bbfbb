import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { OWNER, type TestEnvironment } from '@vitrine/testing/environment';
import { findViolations } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

const MESSAGE = {
  senderName: 'Mary Somerville',
  email: 'mary@example.com',
  subject: 'From your static site',
  message: 'May I come and see the engine?',
};

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
};

interface StaticHost {
  /** Whether the host sends the headers that the export has for all pages. */
  readonly sendsHeaders: boolean;
  readonly change?: (page: string) => string;
}

/** Serves an export on another origin. */
async function serveZip(zip: Buffer, { sendsHeaders, change = (page) => page }: StaticHost) {
  const files = unzip(zip);
  const headersFile = sendsHeaders ? (files.get('_headers')?.toString() ?? '') : '';
  const [, rules = ''] = /^\/\*\n((?: {2}.+\n)*)/.exec(headersFile) ?? [];
  const headers = Object.fromEntries(
    [...rules.matchAll(/^ {2}([^:]+): (.+)$/gm)].map(([, name, value]) => [name, value]),
  );
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const name = decodeURI(pathname)
      .slice(1)
      .replace(/(^|\/)$/, '$1index.html');
    const body = files.get(name);
    if (!body) return response.writeHead(404).end();
    const type = TYPES[extname(name)] ?? 'text/plain';
    response
      .writeHead(200, { ...headers, 'content-type': type })
      .end(type === TYPES['.html'] ? change(body.toString()) : body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Reads the files of a zip by its directory, which is at the end. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  let entry = zip.readUInt32LE(zip.lastIndexOf('PK\x05\x06', zip.length, 'latin1') + 16);
  while (zip.toString('latin1', entry, entry + 4) === 'PK\x01\x02') {
    const field = (offset: number) => zip.readUInt16LE(entry + offset);
    const name = zip.toString('utf8', entry + 46, entry + 46 + field(28));
    const header = zip.readUInt32LE(entry + 42);
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const body = zip.subarray(start, start + zip.readUInt32LE(entry + 20));
    files.set(name, field(10) === 0 ? body : inflateRawSync(body));
    entry += 46 + field(28) + field(30) + field(32);
  }
  return files;
}

async function download(page: Page, environment: TestEnvironment): Promise<Buffer> {
  await page.goto(`${await environment.siteDashboard()}/?view=site`);
  await page.getByRole('button', { name: 'Download site' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download, with the contact form' }).click();
  return readFile(await (await downloading).path());
}

async function write(page: Page): Promise<void> {
  for (const [name, text] of Object.entries(MESSAGE)) await page.fill(`form [name=${name}]`, text);
}

async function received({ database }: TestEnvironment) {
  const { rows } = await database.query(
    'select subject, folder from message where email = $1 order by seq',
    [MESSAGE.email],
  );
  return rows;
}

for (const sendsHeaders of [true, false])
  test(`messages from an exported site arrive in the inbox, on a host ${sendsHeaders ? 'with' : 'without'} headers`, async ({
    owner,
    environment,
    browser,
  }) => {
    const site = await serveZip(await download(owner, environment), { sendsHeaders });
    const { port } = new URL(await environment.siteDashboard());
    const arrived = { subject: MESSAGE.subject, folder: 'inbox' };

    await test.step('with the script, the page stays', async () => {
      const visitor = await browser.newPage();
      const problems: string[] = [];
      visitor.on('console', (entry) => {
        if (entry.type() === 'error') problems.push(entry.text());
      });
      await visitor.goto(`${site.origin}/contact/`);
      await write(visitor);
      await visitor.getByRole('button', { name: 'Send' }).click();
      await expect(visitor.getByRole('status')).toHaveText('Thank you. Your message has arrived.');
      await expect(visitor).toHaveURL(`${site.origin}/contact/`);
      expect(await received(environment)).toEqual([arrived]);
      expect(problems).toEqual([]);
      await visitor.context().close();
    });

    await test.step('without it, the live site thanks the visitor', async () => {
      const visitor = await browser.newPage({ javaScriptEnabled: false });
      await visitor.goto(`${site.origin}/contact/`);
      await write(visitor);
      await visitor.fill('[name=message]', 'I have no script, and would like to see it too.');
      await visitor.getByRole('button', { name: 'Send' }).click();
      await expect(visitor).toHaveURL(`http://site.localhost:${port}/contact/sent`);
      expect(await received(environment)).toEqual([arrived, arrived]);
      await visitor.context().close();
    });
    site.stop();
  });

test('while the service does not answer, the text stays in the form, and an email can take it', async ({
  owner,
  environment,
  browser,
}) => {
  await environment.database.query('update owner set show_email = true');
  const { origin, pid } = await environment.siteService();
  const live = `http://site.localhost:${new URL(origin).port}`;
  await expect(async () => {
    await owner.goto(`${live}/contact`);
    await expect(owner.locator('.direct')).toBeVisible({ timeout: 1000 });
  }).toPass();
  const site = await serveZip(await download(owner, environment), { sendsHeaders: true });
  const visitor = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const status = visitor.getByRole('status');
  await visitor.goto(`${site.origin}/contact/`);
  // It accepts connections and does not answer, as behind a proxy that waits for it.
  process.kill(pid, 'SIGSTOP');
  try {
    await write(visitor);
    await visitor.getByRole('button', { name: 'Send' }).click();
    await expect(status).toHaveText('Sending…');
    await expect(status).toHaveText(
      `Not sent. Try again, or send it by email to ${OWNER.email}`,
      // Not much later than after 8 seconds.
      { timeout: 12_000 },
    );
    await expect(status).toBeInViewport();
    await expect(visitor.locator('[name=message]')).toHaveValue(MESSAGE.message);
    await expect(status.getByRole('link', { name: OWNER.email })).toHaveAttribute(
      'href',
      `mailto:${OWNER.email}?subject=From%20your%20static%20site&body=May%20I%20come%20and%20see%20the%20engine%3F`,
    );
    expect(await findViolations(visitor)).toEqual([]);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(status).toHaveText('Thank you. Your message has arrived.');
  await expect(visitor.locator('[name=message]')).toHaveValue('');
  expect(await received(environment)).toEqual([{ subject: MESSAGE.subject, folder: 'inbox' }]);
  await visitor.context().close();
  site.stop();
});

test('an exported page loads its own files and no others, on a host without headers', async ({
  owner,
  environment,
  browser,
}) => {
  const reached: (string | undefined)[] = [];
  const foreign = createServer((request, response) => {
    reached.push(request.url);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(foreign, 'listening');
  const { port } = foreign.address() as AddressInfo;
  const hostile = [
    `<script src="http://127.0.0.1:${port}/x.js"></script>`,
    `<img src="http://127.0.0.1:${port}/x.png">`,
    '<script>document.documentElement.dataset.ran = "1"</script>',
    '<p style="color: red"></p>',
  ];
  const site = await serveZip(await download(owner, environment), {
    sendsHeaders: false,
    change: (page) => page.replace('</main>', `${hostile.join('')}</main>`),
  });
  const visitor = await browser.newPage();
  const violations: string[] = [];
  visitor.on('console', (entry) => {
    if (/Content Security Policy/i.test(entry.text())) violations.push(entry.text());
  });
  for (const path of ['/', '/projects/tidewatch/', '/resume/', '/contact/']) {
    violations.length = 0;
    await visitor.goto(site.origin + path, { waitUntil: 'load' });
    const own = await visitor.evaluate(async () => ({
      fonts: [...(await document.fonts.ready)].some(({ status }) => status === 'loaded'),
      styles: [...document.styleSheets].map(({ cssRules }) => cssRules.length > 0),
      images: [...document.images].filter(
        ({ src, complete, naturalWidth }) =>
          src.startsWith(`${location.origin}/`) && complete && naturalWidth === 0,
      ).length,
      data: [...document.querySelectorAll('script[type="application/ld+json"]')].every(
        ({ textContent }) => JSON.parse(textContent ?? '')['@context'] === 'https://schema.org',
      ),
      ran: document.documentElement.dataset['ran'],
    }));
    expect(own).toEqual({ fonts: true, styles: [true], images: 0, data: true, ran: undefined });
    // Nothing of the page itself is among them.
    await expect.poll(() => violations.length).toBe(hostile.length);
  }
  expect(reached).toEqual([]);
  site.stop();
  foreign.close();
});

test('a project with an Arabic address opens on the site and in its export', async ({
  owner,
  environment,
  browser,
}) => {
  await environment.fill();
  const { port } = new URL(await environment.siteDashboard());
  const title = 'مشروع العمارة';
  await environment.database.query(
    `update project set title = $1, slug = $2, old_slugs = '{"東京"}', featured = true
     where position = (select min(position) from project where state = 'published')`,
    [title, 'مشروع-العمارة'],
  );
  const path = `/projects/${encodeURIComponent('مشروع-العمارة')}`;
  const live = `http://site.localhost:${port}`;
  const exported = await serveZip(await download(owner, environment), {
    sendsHeaders: true,
  });
  const visitor = await browser.newPage();
  for (const [site, page] of [
    [live, path],
    [exported.origin, `${path}/`],
  ] as const) {
    await expect(async () => {
      await visitor.goto(site);
      await visitor.getByRole('link', { name: title, exact: true }).first().click();
      await expect(visitor).toHaveURL(`${site}${page}`);
    }).toPass();
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(title);
  }
  const card = await visitor.locator('meta[property="og:image"]').getAttribute('content');
  await visitor.goto(`${live}/projects/東京`);
  await expect(visitor).toHaveURL(`${live}${path}`);
  const image = await visitor.locator('meta[property="og:image"]').getAttribute('content');
  expect((await visitor.goto(image ?? ''))?.status()).toBe(200);
  const { pathname } = new URL(card ?? '');
  expect((await visitor.goto(`${exported.origin}${pathname}`))?.status()).toBe(200);
  await visitor.context().close();
  exported.stop();
});
