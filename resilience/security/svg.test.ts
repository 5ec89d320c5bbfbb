import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { file } from '@vitrine/testing/uploads';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dashboardUrl, launchBrowser, type Site, startSite } from '../support/browser.ts';
import { type Host, startHost } from '../support/host.ts';
import { VECTORS } from './svg-vectors.ts';

let host: Host;
let owner: Client;
let browser: Browser;
/** Serves files without security headers. */
let plainSite: Site;
let plainOrigin: string;
/** Receives the requests that an SVG must not send. */
let canary: Site;

const files = new Map<string, { bytes: Buffer; headers?: Record<string, string> }>();
const received: string[] = [];

beforeAll(async () => {
  [host, browser] = await Promise.all([startHost(), launchBrowser()]);
  owner = await host.owner();
  plainSite = await startSite((request, response) => {
    const found = files.get(request.url ?? '');
    const type = found ? 'image/svg+xml' : 'text/html';
    response.writeHead(200, { 'content-type': type, ...found?.headers }).end(found?.bytes);
  });
  plainOrigin = `http://localhost:${plainSite.port}`;
  canary = await startSite((request, response) => {
    received.push(request.url ?? '');
    response.end();
  });
});
afterAll(async () => {
  await browser.close();
  await Promise.all([host.stop(), plainSite.stop(), canary.stop()]);
});

describe('scripts in uploaded SVGs', () => {
  /** Dialogs, log lines and requests contain the number of their vector. */
  let vectors: { name: string; number: number; bytes: Buffer }[];
  let stored: { name: string; url: string; bytes: Buffer; headers: Headers }[];
  let rejected = 0;
  /** What the vectors do without any protection. */
  let unprotected: Effects;

  beforeAll(async () => {
    vectors = Object.entries(VECTORS).map(([name, vector], number) => ({
      name,
      number,
      bytes: Buffer.from(
        vector(
          `console.log('ran ${number}');alert('${number}')`,
          `http://localhost:${canary.port}/${number}`,
        ),
      ),
    }));
    stored = [];
    const queue = vectors.values();
    const worker = async () => {
      for (const { name, bytes } of queue) {
        const icon = await upload(name, bytes);
        if (icon) stored.push({ name, ...icon });
        else rejected += 1;
      }
    };
    await Promise.all([worker(), worker(), worker()]);
    const addresses = vectors.map(({ number, bytes }) => serve(`/unprotected/${number}`, bytes));
    unprotected = await open(addresses, addresses.slice(0, 20));
  });

  test('stored SVGs have no effect, as a page or embedded in one', async ({ annotate }) => {
    const effects = await open([...new Set(stored.map(({ url }) => url))]);
    await annotate(
      `${vectors.length} vectors, ${rejected} rejected, the others opened: ${describeEffects(effects)}; ` +
        `unprotected: ${describeEffects(unprotected)}`,
    );
    expect(effects).toEqual(NOTHING);
    // Proves that the vectors work in this browser.
    expect(unprotected.dialogs.size).toBeGreaterThan(25);
    expect(unprotected.scripts.size).toBeGreaterThan(25);
    expect(unprotected.requests.size).toBeGreaterThan(25);
  });

  test('sanitizing alone prevents all effects, and the policy alone prevents scripts', async ({
    annotate,
  }) => {
    const sanitized = new Set(stored.map(({ bytes }) => bytes.toString()));
    const withoutPolicy = await open(
      [...sanitized].map((svg, index) => serve(`/sanitized/${index}`, Buffer.from(svg))),
    );
    const running = vectors.filter(({ number }) => unprotected.scripts.has(String(number)));
    const withoutSanitizing = await open(
      running.map(({ number, bytes }) => serve(`/with-policy/${number}`, bytes, MEDIA_HEADERS)),
    );
    await annotate(
      `sanitized, without the policy: ${describeEffects(withoutPolicy)}; ` +
        `${running.length} scripts with the policy, not sanitized: ${withoutSanitizing.scripts.size} run`,
    );
    expect(withoutPolicy).toEqual(NOTHING);
    expect([...withoutSanitizing.dialogs, ...withoutSanitizing.scripts]).toEqual([]);
  });

  test('stored SVGs contain no active content, and have a strict policy', async ({ annotate }) => {
    for (const { name, bytes, headers } of stored) {
      expect(bytes.toString(), name).not.toMatch(
        /<script|<style|<image|foreignObject|javascript:|<[^>]*\son\w+\s*=/i,
      );
      expect(Object.fromEntries(headers), name).toMatchObject(MEDIA_HEADERS);
    }
    await annotate(`${stored.length} files checked`);
  });

  test('ordinary icons render identically, pixel by pixel', async ({ annotate }) => {
    const names = Object.keys(ICONS);
    const before = Object.values(ICONS).map((svg, index) =>
      serve(`/icon/${index}`, Buffer.from(svg)),
    );
    const after: string[] = [];
    for (const [name, svg] of Object.entries(ICONS))
      after.push((await upload(name, Buffer.from(svg)))?.url ?? '');

    const page = await browser.newPage({ viewport: { width: 96 * names.length, height: 96 } });
    await page.goto(plainOrigin);
    // At the same position, because dithering depends on it.
    const screenshot = async (urls: readonly string[]) => {
      const row = urls.map((url) => `<img src="${url}" width="96" height="96">`).join('');
      await page.setContent(`<body style="margin:0;display:flex">${row}`);
      return sharp(await page.screenshot());
    };
    const [original, sanitized] = [await screenshot(before), await screenshot(after)];
    await page.close();
    for (const [index, name] of names.entries()) {
      const place = { left: index * 96, top: 0, width: 96, height: 96 };
      const pixels = (picture: Sharp) => picture.clone().extract(place).raw().toBuffer();
      expect((await pixels(sanitized)).equals(await pixels(original)), name).toBe(true);
      expect(new Set(await pixels(original)).size, `${name} is drawn`).toBeGreaterThan(2);
    }
    await annotate(`${names.length} icons of 96 × 96 pixels, no difference`);
  });
});

const MEDIA_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  'content-type': 'image/svg+xml',
  'x-content-type-options': 'nosniff',
};

const NAMES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const icon = (inner: string) => `<svg ${NAMES} viewBox="0 0 24 24">${inner}</svg>`;

const ICONS: Readonly<Record<string, string>> = {
  'a prolog and editor metadata': `\uFEFF<?xml version="1.0" encoding="UTF-8" standalone="no"?>
    <!-- by hand --><svg ${NAMES} xmlns:ink="http://www.inkscape.org/ns" ink:version="1" width="48" height="48"><metadata><ink:a/></metadata><path d="M4 4h40L24 44z" fill="teal"/></svg>`,
  gradients: icon(
    '<linearGradient id="a" gradientTransform="rotate(30)"><stop stop-color="#f60"/><stop offset="1" stop-color="#06f" stop-opacity=".5"/></linearGradient><radialGradient id="b" xlink:href="#a"/><circle cx="8" cy="12" r="7" fill="url(#a)"/><circle cx="17" cy="12" r="6" style="fill:url(#b)"/>',
  ),
  use: icon(
    '<defs><path id="a" d="M2 2h8v8H2z"/></defs><use href="#a" fill="#c33"/><use xlink:href="#a" x="10" y="10" opacity=".5"/>',
  ),
  'a symbol': icon(
    '<symbol id="s" viewBox="0 0 2 2"><circle cx="1" cy="1" r="1"/></symbol><use href="#s" width="12" height="12" fill="#06f"/><use href="#s" x="12" y="6" width="9" height="18"/>',
  ),
  'a clip': icon(
    '<clipPath id="c"><circle cx="12" cy="12" r="9"/></clipPath><path clip-path="url(#c)" d="M0 0h24v12H0z" fill="#393"/>',
  ),
  'a mask': icon(
    '<mask id="m"><rect width="24" height="24" fill="#fff"/><circle cx="12" cy="12" r="5" fill="#888"/></mask><rect width="24" height="24" fill="#639" mask="url(\'#m\')"/>',
  ),
  'a filter': icon(
    '<filter id="f" x="-50%" width="200%"><feGaussianBlur in="SourceAlpha" stdDeviation="1"/><feOffset dx="1" dy="1" result="s"/><feMerge><feMergeNode in="s"/><feMergeNode in="SourceGraphic"/></feMerge></filter><path d="M5 5h10v10H5z" fill="gold" filter="url(#f)"/>',
  ),
  'a pattern': icon(
    '<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M0 0l4 4" stroke="red"/></pattern><rect width="24" height="24" rx="4" fill="url(#p)"/>',
  ),
  'markers and dashes': icon(
    '<marker id="m" markerWidth="4" markerHeight="4" refX="2" refY="2" orient="auto"><path d="M0 0l4 2-4 2z"/></marker><path d="M4 20L18 6" stroke="#333" stroke-width="1.5" stroke-dasharray="2 1" marker-end="url(#m)"/>',
  ),
  transforms: icon(
    '<g transform="rotate(20 12 12) scale(.8) skewX(5)" fill="none" stroke="navy" stroke-linejoin="round"><path d="M4 18Q12 0 20 18z"/><polyline points="4,22 12,12 20,22"/></g>',
  ),
  text: icon(
    '<text x="12" y="16" font-family="Georgia, serif" font-size="10" font-weight="700" text-anchor="middle" letter-spacing=".5">Aé<tspan fill="#c33" dy="2">&amp;</tspan></text>',
  ),
  'the color of the surrounding text': icon(
    '<g stroke="currentColor" fill="currentColor" fill-opacity=".3" stroke-width="2" stroke-linecap="round" opacity=".8"><ellipse cx="12" cy="12" rx="9" ry="6"/><line x1="2" y1="22" x2="22" y2="22"/></g>',
  ),
  'a nested icon': icon(
    '<svg x="2" y="2" width="10" height="20" viewBox="0 0 1 1" preserveAspectRatio="xMidYMin slice"><rect width="1" height="1" fill="#0aa"/></svg><polygon points="14,4 22,4 18,20" fill-rule="evenodd"/>',
  ),
};

interface Effects {
  readonly dialogs: Set<string>;
  readonly scripts: Set<string>;
  readonly requests: Set<string>;
}

const NOTHING: Effects = { dialogs: new Set(), scripts: new Set(), requests: new Set() };

function describeEffects({ dialogs, scripts, requests }: Effects): string {
  return `${dialogs.size} dialogs, ${scripts.size} scripts, ${requests.size} requests`;
}

/** Opens each as a page and clicks it, then embeds all in a page. Returns what happened. */
async function open(addresses: readonly string[], inside = addresses): Promise<Effects> {
  const effects: Effects = { dialogs: new Set(), scripts: new Set(), requests: new Set() };
  const context = await browser.newContext({ viewport: { width: 100, height: 100 } });
  context.on('dialog', (dialog) => {
    effects.dialogs.add(dialog.message());
    dialog.dismiss().catch(() => {});
  });
  context.on('console', (message) => {
    const [, number] = /^ran (\d+)$/.exec(message.text()) ?? [];
    if (number) effects.scripts.add(number);
  });
  context.on('request', (request) => {
    const { origin, protocol, pathname } = new URL(request.url());
    if (![dashboardUrl(host), plainOrigin, 'null'].includes(origin) || protocol === 'file:')
      effects.requests.add(pathname);
  });
  received.length = 0;

  const queue = addresses.values();
  const openEach = async () => {
    let page = await context.newPage();
    for (const address of queue) {
      // A page that redirects immediately never settles.
      await page.goto(address, { timeout: 2_000 }).catch(() => {});
      if (!(await click(page))) page = await context.newPage();
      await sleep(25);
    }
  };
  await Promise.all(Array.from({ length: 4 }, openEach));
  const page = await context.newPage();
  await page.goto(plainOrigin);
  await page.setContent(
    inside
      .map(
        (url) => `<img src="${url}"><object data="${url}"></object><iframe src="${url}"></iframe>`,
      )
      .join(''),
  );
  await sleep(200);
  await context.close();
  for (const url of received) effects.requests.add(url);
  return effects;
}

/** Returns false for a page that no longer responds: a click waits as long as a dialog is open. */
async function click(page: Page): Promise<boolean> {
  const clicked = page.mouse.click(50, 50).then(() => true);
  // It fails later, when the page is closed.
  clicked.catch(() => {});
  return Promise.race([clicked, sleep(2_000, false)]);
}

function serve(path: string, bytes: Buffer, headers: Record<string, string> = {}): string {
  files.set(path, { bytes, headers });
  return plainOrigin + path;
}

/** Uploads an icon and reads it back; undefined if it was rejected. */
async function upload(name: string, bytes: Buffer) {
  const { status, body } = await owner.call(calls.softwareApplication.add, {
    form: { name, svg: file(bytes, 'icon.svg', 'image/svg+xml') },
  });
  if (status === 400) return undefined;
  const { url } = body.softwareApplication.svg;
  const response = await owner.fetch(new URL(url).pathname);
  return {
    url,
    bytes: Buffer.from(await response.arrayBuffer()),
    headers: response.headers,
  };
}
