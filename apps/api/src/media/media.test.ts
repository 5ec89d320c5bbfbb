import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calls } from '@vitrine/contract/calls';
import { useApp } from '@vitrine/testing/app';
import { blankPng, file, uploads } from '@vitrine/testing/uploads';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseRange } from '../http/byte-range.ts';

const site = useApp();

const FIELDS = { title: 'a', description: 'b', technologies: 'c', stack: 'Mern', deployed: 'No' };

async function addProject(projectBanner: File) {
  const { status, body } = await site.owner.call(calls.project.add, {
    form: { ...FIELDS, projectBanner },
  });
  return { status, body, banner: body.project?.projectBanner };
}

/** Loads a URL from a response. */
async function load(url: string | undefined, headers: Record<string, string> = {}, method = 'GET') {
  const response = await site.app.visitor().fetch(new URL(url ?? '').pathname, { method, headers });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

async function storedFiles(): Promise<string[]> {
  const names = await readdir(site.app.config.mediaDir, { recursive: true });
  return names.filter((name) => name.includes('.')).sort();
}

describe('an image', () => {
  test.each(['png', 'jpg', 'webp', 'avif'] as const)('keeps its format: %s', async (type) => {
    const { status, banner } = await addProject(await uploads[type]());
    expect(status).toBe(201);
    const { headers, bytes } = await load(banner.url);
    const kind = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp', avif: 'image/avif' }[
      type
    ];
    expect(headers.get('content-type')).toBe(kind);
    expect(banner.url).toContain(createHash('sha256').update(bytes).digest('hex'));
    const { width, height } = await sharp(bytes).metadata();
    expect({ width, height }).toEqual({ width: banner.width, height: banner.height });
  });

  test('is limited to 2560 pixels and gets narrower copies for srcset', async () => {
    const { banner } = await addProject(await uploads.jpg(3000, 300));
    expect(banner).toMatchObject({ width: 2560, height: 256 });
    expect(banner.variants?.map(({ width, height }) => [width, height])).toEqual([
      [320, 32],
      [480, 48],
      [720, 72],
      [828, 83],
      [1200, 120],
      [1920, 192],
    ]);
    for (const variant of banner.variants ?? []) {
      const { headers, bytes } = await load(variant.url);
      expect(headers.get('content-type')).toBe('image/webp');
      expect((await sharp(bytes).metadata()).width).toBe(variant.width);
    }
  });

  test('loses its metadata and keeps its orientation', async () => {
    const sideways = await sharp({
      create: { width: 300, height: 200, channels: 3, background: 'red' },
    })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'SECRET PLACE', Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(sideways.toString('latin1')).toContain('Exif');
    const { banner } = await addProject(file(sideways, 'a.jpg'));
    expect(banner).toMatchObject({ width: 200, height: 300 });
    const { bytes } = await load(banner.url);
    expect(bytes.toString('latin1')).not.toMatch(/Exif|SECRET/);
    expect((await sharp(bytes).metadata()).orientation).toBeUndefined();
  });

  test('stays animated in every size', async () => {
    const frames = Buffer.alloc(400 * 300 * 3 * 3);
    for (const frame of [0, 1, 2])
      frames.fill(80 * (frame + 1), frame * 400 * 300 * 3, (frame + 1) * 400 * 300 * 3);
    const gif = await sharp(frames, {
      raw: { width: 400, height: 900, channels: 3, pageHeight: 300 },
    })
      .gif({ delay: [100, 100, 100] })
      .toBuffer();
    const { banner } = await addProject(file(gif, 'a.gif'));
    expect(banner).toMatchObject({ width: 400, height: 300 });
    const { headers, bytes } = await load(banner.url);
    expect(headers.get('content-type')).toBe('image/gif');
    expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(3);
    expect(banner.variants?.map(({ width, height }) => [width, height])).toEqual([[320, 240]]);
    const copy = await load(banner.variants?.[0]?.url);
    expect((await sharp(copy.bytes, { animated: true }).metadata()).pages).toBe(3);
  });

  test('is stored without data after its pixels', async () => {
    const clean = Buffer.from(await (await uploads.png()).arrayBuffer());
    const { banner } = await addProject(
      file(Buffer.concat([clean, Buffer.from('<script>alert(1)</script>')]), 'a.png'),
    );
    expect((await load(banner.url)).bytes.toString('latin1')).not.toContain('<script>');
  });

  test('that is a decompression bomb is rejected because of its size in pixels', async () => {
    const bomb = file(blankPng(16_000, 16_000), 'bomb.png');
    const { status, body } = await addProject(bomb);
    expect(status).toBe(400);
    expect(body.message).toBe(
      'The banner has more than 40 megapixels. Make it smaller and try again.',
    );
  });

  test('with a false type is rejected and leaves no file', async () => {
    const before = await storedFiles();
    for (const content of [
      '<!doctype html><script>alert(1)</script>',
      'GIF89a',
      '\x89PNG\r\n\x1a\n broken',
      'MZ',
      '',
    ]) {
      const { status } = await addProject(
        file(Buffer.from(content, 'latin1'), 'a.png', 'image/png'),
      );
      expect(status).toBe(400);
    }
    expect(await storedFiles()).toEqual(before);
  });

  test('is stored under its checksum, whatever its name', async () => {
    const before = await storedFiles();
    const names = [
      '../../etc/passwd',
      '..\\..\\a.png',
      '%2e%2e%2fa.png',
      'a\u0000b.png',
      '/etc/passwd',
      'x'.repeat(300),
      '.htaccess',
      'a.png/..',
    ];
    for (const name of names) {
      const { status, banner } = await addProject(
        file(Buffer.from(await (await uploads.png()).arrayBuffer()), name),
      );
      expect(status).toBe(201);
      expect(banner.url).toMatch(/^http:\/\/vitrine\.test\/media\/[0-9a-f]{64}\.png$/);
    }
    const added = (await storedFiles()).filter((name) => !before.includes(name));
    expect(added.every((name) => /^[0-9a-f]{2}\/[0-9a-f]{64}\.\w+$/.test(name))).toBe(true);
  });

  test('that is uploaded twice is stored once', async () => {
    const first = await addProject(await uploads.png(111, 99));
    const files = await storedFiles();
    const second = await addProject(await uploads.png(111, 99));
    expect(second.banner).toEqual(first.banner);
    expect(await storedFiles()).toEqual(files);
  });

  test('that is uploaded again replaces its damaged file', async () => {
    const { banner } = await addProject(await uploads.png(113, 99));
    const name = banner.url.split('/').at(-1) ?? '';
    const path = join(site.app.config.mediaDir, name.slice(0, 2), name);
    const before = await readFile(path);
    await writeFile(path, before.subarray(0, 50));
    expect((await load(banner.url)).bytes).toHaveLength(50);
    expect((await addProject(await uploads.png(113, 99))).banner).toEqual(banner);
    expect((await load(banner.url)).bytes).toEqual(before);
  });
});

describe('a served file', () => {
  let url: string;
  let whole: Buffer;

  beforeAll(async () => {
    const { banner } = await addProject(await uploads.png(400, 200));
    url = banner.url;
    whole = (await load(url)).bytes;
  });

  test('is cached forever and has a strict policy', async () => {
    const { status, headers } = await load(url);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('content-length')).toBe(String(whole.length));
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('returns 304 for a matching ETag', async () => {
    const { headers } = await load(url);
    const again = await load(url, { 'if-none-match': headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    expect(again.bytes).toHaveLength(0);
  });

  test.each([
    ['bytes=0-9', 0, 10],
    ['bytes=10-', 10, undefined],
    ['bytes=-7', -7, undefined],
    ['bytes=5-999999999', 5, undefined],
  ])('returns the range %s', async (range, start, end) => {
    const { status, headers, bytes } = await load(url, { range });
    expect(status).toBe(206);
    expect(bytes).toEqual(whole.subarray(start, end));
    const first = start < 0 ? whole.length + start : start;
    expect(headers.get('content-range')).toBe(
      `bytes ${first}-${first + bytes.length - 1}/${whole.length}`,
    );
  });

  test('returns 416 for a range after its end', async () => {
    const { status, headers } = await load(url, { range: `bytes=${whole.length}-` });
    expect(status).toBe(416);
    expect(headers.get('content-range')).toBe(`bytes */${whole.length}`);
  });

  test('is sent in full if If-Range does not match', async () => {
    expect((await load(url, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
    expect((await load(url, { range: 'bytes=0-1,4-5' })).status).toBe(200);
  });

  test('returns its size for HEAD', async () => {
    const { status, headers, bytes } = await load(url, {}, 'HEAD');
    expect(status).toBe(200);
    expect(headers.get('content-length')).toBe(String(whole.length));
    expect(bytes).toHaveLength(0);
  });

  test.each([
    '../package.json',
    '%2e%2e%2fpackage.json',
    `${'0'.repeat(64)}.png`,
    `${'0'.repeat(64)}.html`,
    'a.png',
    '.env',
  ])('returns 404 for %s', async (name) => {
    const response = await site.app.visitor().fetch(`/media/${name}`);
    expect(response.status).toBe(404);
  });

  test('that cannot be read returns an uncacheable error', async () => {
    const { banner } = await addProject(await uploads.png(410, 200));
    const name = new URL(banner.url).pathname.split('/').at(-1) ?? '';
    const path = join(site.app.config.mediaDir, name.slice(0, 2), name);
    await rm(path);
    // A folder has a size and cannot be read.
    await mkdir(path);
    const { status, headers, bytes } = await load(banner.url);
    expect(status).toBe(500);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('etag')).toBeNull();
    expect(JSON.parse(bytes.toString())).toMatchObject({
      success: false,
      message: expect.any(String),
    });
    await rm(path, { recursive: true });
    expect((await load(url, { range: 'bytes=999999999-' })).headers.get('cache-control')).toBe(
      'no-store',
    );
  });

  test('a PDF opens in the browser’s viewer under a readable name', async () => {
    const { body } = await site.owner.call(calls.user.updateProfile, {
      form: { resume: uploads.pdf() },
    });
    const { status, headers, bytes } = await load(body.user.resume.viewUrl);
    expect(status).toBe(200);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toBe('inline; filename="ada-lovelace-resume.pdf"');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    const policy = headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; .*; frame-ancestors 'none'$/);
    expect(policy).not.toMatch(/sandbox|script/);
    const part = await load(`${body.user.resume.url}/resume.pdf`, { range: 'bytes=0-4' });
    expect([part.status, part.bytes.toString()]).toEqual([206, '%PDF-']);
  });

  test('a PDF is not served under other names', async () => {
    const { body } = await site.owner.call(calls.user.updateProfile, {
      form: { resume: uploads.pdf() },
    });
    const names = ['a.html', 'A.pdf', 'a%0d%0ab.pdf', 'a"b.pdf', '..%2fa.pdf'];
    for (const name of [...names, `${'a'.repeat(121)}.pdf`])
      expect((await load(`${body.user.resume.url}/${name}`)).status, name).toBe(404);
  });

  test('an image has no readable name', async () => {
    expect((await load(`${url}/ada-lovelace-resume.pdf`)).status).toBe(404);
  });

  test('a PDF without a readable name is downloaded', async () => {
    const { body } = await site.owner.call(calls.user.updateProfile, {
      form: { resume: uploads.pdf() },
    });
    const { headers, bytes } = await load(body.user.resume.url);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="\w+\.pdf"$/);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const preview = await sharp((await load(body.user.resume.preview?.url)).bytes).stats();
    // The preview has light and dark pixels.
    expect(preview.channels[0]?.max).toBe(255);
    expect(preview.channels[0]?.min).toBeLessThan(64);
  });
});

describe('a small file that was read before', () => {
  /** Fastify sends a request ID, and the cache does not. */
  const isFromMemory = ({ headers }: { headers: Headers }) => !headers.has('x-request-id');
  const perConnection = ['connection', 'date', 'keep-alive', 'x-request-id'];
  const headersOf = ({ headers }: { headers: Headers }) =>
    Object.fromEntries([...headers].filter(([name]) => !perConnection.includes(name)));

  test.each([
    ['picture', async () => (await addProject(await uploads.png(420, 200))).banner.url],
    [
      'PDF',
      async () => {
        const form = { resume: uploads.pdf() };
        return (await site.owner.call(calls.user.updateProfile, { form })).body.user.resume.url;
      },
    ],
  ])('comes from memory with the same bytes and headers: %s', async (_type, store) => {
    const url = await store();
    await load(url);
    const cached = await load(url);
    expect(isFromMemory(cached)).toBe(true);
    const { pathname } = new URL(url);
    const response = await site.app.visitor().fetch(`${pathname}?from=fastify`);
    expect(isFromMemory(response)).toBe(false);
    expect(headersOf(cached)).toEqual(headersOf(response));
    expect(cached.bytes).toEqual(Buffer.from(await response.arrayBuffer()));
  });

  test('is still sent in part, as 304, without a body and under other names', async () => {
    const { banner } = await addProject(await uploads.png(421, 200));
    const { bytes, headers } = await load(banner.url);
    expect(isFromMemory(await load(banner.url))).toBe(true);
    const part = await load(banner.url, { range: 'bytes=0-9' });
    expect([part.status, part.bytes]).toEqual([206, bytes.subarray(0, 10)]);
    const known = await load(banner.url, { 'if-none-match': headers.get('etag') ?? '' });
    expect([known.status, known.bytes.length]).toEqual([304, 0]);
    const head = await load(banner.url, {}, 'HEAD');
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(headersOf(head)).toEqual(headersOf({ headers }));
    const { pathname } = new URL(banner.url);
    const visitor = site.app.visitor();
    expect((await visitor.fetch(pathname, { method: 'POST' })).status).toBe(404);
    for (const other of [`${pathname}/a.pdf`, `/media${pathname}`, `/MEDIA/${pathname.slice(7)}`])
      expect((await visitor.fetch(other)).status, other).toBe(404);
  });
});

test.each([
  [undefined, undefined],
  ['bytes=', undefined],
  ['bytes=-', undefined],
  ['items=0-1', undefined],
  ['bytes=3-1', 'outside'],
  ['bytes=100-', 'outside'],
  ['bytes=-0', 'outside'],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=99-99', { start: 99, end: 99 }],
])('parses the range %s of 100 bytes as %j', (header, range) => {
  expect(parseRange(header, 100)).toEqual(range);
});
