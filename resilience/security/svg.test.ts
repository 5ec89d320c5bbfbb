import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { file } from '@vitrine/testing/uploads';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf, launchBrowser, type Site, startSite } from '../support/browser.ts';
import { type Host, startHost } from '../support/host.ts';
import { VECTORS } from './svg-vectors.ts';

let host: Host;
let owner: Client;
let browser: Browser;
/** Serves files as they are, without a word on what a browser may do with them. */
let bare: Site;
let bareAddress: string;
/** Where nothing may go. */
let canary: Site;

const files = new Map<string, { bytes: Buffer; headers?: Record<string, string> }>();
const arrivals: string[] = [];

beforeAll(async () => {
  [host, browser] = await Promise.all([startHost(), launchBrowser()]);
  owner = await host.owner();
  bare = await startSite((request, response) => {
    const found = files.get(request.url ?? '');
    const type = found ? 'image/svg+xml' : 'text/html';
    response.writeHead(200, { 'content-type': type, ...found?.headers }).end(found?.bytes);
  });
  bareAddress = `http://localhost:${bare.port}`;
  canary = await startSite((request, response) => {
    arrivals.push(request.url ?? '');
    response.end();
  });
});
afterAll(async () => {
  await browser.close();
  await Promise.all([host.stop(), bare.stop(), canary.stop()]);
});

describe('scripts in uploaded SVGs', () => {
  /** Each with a number of its own, by which it is known in everything that it sets off. */
  let vectors: { name: string; number: number; bytes: Buffer }[];
  let stored: { name: string; url: string; bytes: Buffer; headers: Headers }[];
  let refused = 0;
  /** What they do where nobody stops them. */
  let asSent: Trips;

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
    for (const { name, bytes } of vectors) {
      const icon = await upload(name, bytes);
      if (icon) stored.push({ name, ...icon });
      else refused += 1;
    }
    const addresses = vectors.map(({ number, bytes }) => put(`/as-sent/${number}`, bytes));
    asSent = await open(addresses, addresses.slice(0, 20));
  });

  test('what is let in does nothing, opened as a page or inside one', async ({ annotate }) => {
    const trips = await open([...new Set(stored.map(({ url }) => url))]);
    await annotate(
      `${vectors.length} vectors, ${refused} refused, the others opened: ${told(trips)}; ` +
        `as they were sent: ${told(asSent)}`,
    );
    expect(trips).toEqual(NOTHING);
    // What cannot be set off proves nothing.
    expect(asSent.dialogs.size).toBeGreaterThan(25);
    expect(asSent.scripts.size).toBeGreaterThan(25);
    expect(asSent.requests.size).toBeGreaterThan(25);
  });

  test('cleaning alone is enough; against scripts, the policy alone is, too', async ({
    annotate,
  }) => {
    const cleaned = new Set(stored.map(({ bytes }) => bytes.toString()));
    const unguarded = await open(
      [...cleaned].map((svg, index) => put(`/cleaned/${index}`, Buffer.from(svg))),
    );
    const running = vectors.filter(({ number }) => asSent.scripts.has(String(number)));
    const uncleaned = await open(
      running.map(({ number, bytes }) => put(`/guarded/${number}`, bytes, MEDIA_HEADERS)),
    );
    await annotate(
      `cleaned, without the policy: ${told(unguarded)}; ` +
        `${running.length} scripts as they were sent, with it: ${uncleaned.scripts.size} run`,
    );
    expect(unguarded).toEqual(NOTHING);
    expect([...uncleaned.dialogs, ...uncleaned.scripts]).toEqual([]);
  });

  test('what is stored holds nothing that could run, and is served so that it could not', async ({
    annotate,
  }) => {
    for (const { name, bytes, headers } of stored) {
      expect(bytes.toString(), name).not.toMatch(
        /<script|<style|<image|foreignObject|javascript:|<[^>]*\son\w+\s*=/i,
      );
      expect(Object.fromEntries(headers), name).toMatchObject(MEDIA_HEADERS);
    }
    await annotate(`${stored.length} files looked through`);
  });

  test('ordinary icons look the same, pixel by pixel', async ({ annotate }) => {
    const names = Object.keys(ICONS);
    const before = Object.values(ICONS).map((svg, index) =>
      put(`/icon/${index}`, Buffer.from(svg)),
    );
    const after: string[] = [];
    for (const [name, svg] of Object.entries(ICONS))
      after.push((await upload(name, Buffer.from(svg)))?.url ?? '');

    const page = await browser.newPage({ viewport: { width: 96 * names.length, height: 96 } });
    await page.goto(bareAddress);
    // At the same place: how a colour between two others is dithered depends on it.
    const screenshot = async (urls: readonly string[]) => {
      const row = urls.map((url) => `<img src="${url}" width="96" height="96">`).join('');
      await page.setContent(`<body style="margin:0;display:flex">${row}`);
      return sharp(await page.screenshot());
    };
    const [original, cleaned] = [await screenshot(before), await screenshot(after)];
    await page.close();
    for (const [index, name] of names.entries()) {
      const place = { left: index * 96, top: 0, width: 96, height: 96 };
      const pixels = (picture: Sharp) => picture.clone().extract(place).raw().toBuffer();
      expect((await pixels(cleaned)).equals(await pixels(original)), name).toBe(true);
      expect(new Set(await pixels(original)).size, `${name} is drawn`).toBeGreaterThan(2);
    }
    await annotate(`${names.length} icons of 96 × 96 pixels, none differs`);
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
  'a prolog and notes of an editor': `\uFEFF<?xml version="1.0" encoding="UTF-8" standalone="no"?>
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
  'the colour of the text around it': icon(
    '<g stroke="currentColor" fill="currentColor" fill-opacity=".3" stroke-width="2" stroke-linecap="round" opacity=".8"><ellipse cx="12" cy="12" rx="9" ry="6"/><line x1="2" y1="22" x2="22" y2="22"/></g>',
  ),
  'an icon in an icon': icon(
    '<svg x="2" y="2" width="10" height="20" viewBox="0 0 1 1" preserveAspectRatio="xMidYMin slice"><rect width="1" height="1" fill="#0aa"/></svg><polygon points="14,4 22,4 18,20" fill-rule="evenodd"/>',
  ),
};

interface Trips {
  readonly dialogs: Set<string>;
  readonly scripts: Set<string>;
  readonly requests: Set<string>;
}

const NOTHING: Trips = { dialogs: new Set(), scripts: new Set(), requests: new Set() };

function told({ dialogs, scripts, requests }: Trips): string {
  return `${dialogs.size} dialogs, ${scripts.size} scripts, ${requests.size} requests left`;
}

/** Opens each as a page and clicks at it, then all inside a page. Tells which set something off. */
async function open(addresses: readonly string[], inside = addresses): Promise<Trips> {
  const trips: Trips = { dialogs: new Set(), scripts: new Set(), requests: new Set() };
  const context = await browser.newContext({ viewport: { width: 100, height: 100 } });
  context.on('dialog', (dialog) => {
    trips.dialogs.add(dialog.message());
    dialog.dismiss().catch(() => {});
  });
  context.on('console', (message) => {
    const [, number] = /^ran (\d+)$/.exec(message.text()) ?? [];
    if (number) trips.scripts.add(number);
  });
  context.on('request', (request) => {
    const { origin, protocol, pathname } = new URL(request.url());
    if (![addressOf(host), bareAddress, 'null'].includes(origin) || protocol === 'file:')
      trips.requests.add(pathname);
  });
  arrivals.length = 0;

  const waiting = [...addresses];
  const openEach = async (page: Page) => {
    for (let address = waiting.pop(); address; address = waiting.pop()) {
      // One that leads elsewhere at once never settles.
      await page.goto(address, { timeout: 2_000 }).catch(() => {});
      await page.mouse.click(50, 50);
      await sleep(25);
    }
  };
  await Promise.all([openEach(await context.newPage()), openEach(await context.newPage())]);
  const page = await context.newPage();
  await page.goto(bareAddress);
  await page.setContent(
    inside
      .map(
        (url) => `<img src="${url}"><object data="${url}"></object><iframe src="${url}"></iframe>`,
      )
      .join(''),
  );
  await sleep(200);
  await context.close();
  for (const url of arrivals) trips.requests.add(url);
  return trips;
}

function put(path: string, bytes: Buffer, headers: Record<string, string> = {}): string {
  files.set(path, { bytes, headers });
  return bareAddress + path;
}

/** Where the icon is and what is there, if it was let in. */
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
