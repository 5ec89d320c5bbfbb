import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { timed } from '@vitrine/testing/statistics';
import { blankPng, file, pngChunk, uploads } from '@vitrine/testing/uploads';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';

let folder: string;
let mediaDir: string;
let host: Host;
let owner: Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-resilience-'));
  mediaDir = join(folder, 'srv/vitrine/media');
  await mkdir(mediaDir, { recursive: true });
  await writeFile(join(folder, 'srv/secret.txt'), 'the secret');
  host = await startHost({ env: { MEDIA_DIR: mediaDir } });
  owner = await host.owner();
});
afterAll(async () => {
  await host.stop();
  await rm(folder, { recursive: true, force: true });
});

async function listFiles(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function upload(svg: File) {
  return owner.call(calls.softwareApplication.add, { form: { name: 'Loom', svg } });
}

describe('files with a false type', () => {
  const HTML = '<!doctype html><script>alert(1)</script>';

  test('are rejected, and no file is stored', async ({ annotate }) => {
    const before = await listFiles();
    const png = Buffer.from(await (await uploads.png(64, 64)).arrayBuffer());
    const files = [
      file(HTML, 'a.png', 'image/png'),
      file(`GIF89a${HTML}`, 'a.gif', 'image/gif'),
      file(`\xff\xd8\xff\xe0${HTML}`, 'a.jpg', 'image/jpeg'),
      file(`RIFF\0\0\0\0WEBP${HTML}`, 'a.webp', 'image/webp'),
      file(Buffer.concat([png.subarray(0, 8), Buffer.from(HTML)]), 'a.png', 'image/png'),
      file('#!/bin/sh\nrm -rf /', 'a.png', 'image/png'),
      file('MZ\x90\0\x03', 'a.png', 'image/png'),
      file('PK\x03\x04', 'a.svg', 'image/svg+xml'),
      file(HTML, 'a.svg', 'image/svg+xml'),
      file('<?php system($_GET[0]);', 'a.php.png', 'image/png'),
      file(`%PDF-1.7\n${HTML}`, 'a.png', 'image/png'),
      file('II*\0', 'a.png', 'image/png'),
    ];
    for (const one of files) expect((await upload(one)).status).toBe(400);
    expect(await listFiles()).toEqual(before);
    await annotate(`${files.length} files: all 400, none stored`);
  });

  test('payloads in a valid picture are removed', async ({ annotate }) => {
    const payload = '<script>alert(document.domain)</script>';
    const plain = sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } });
    const withMetadata = plain
      .clone()
      .withExif({ IFD0: { Copyright: payload, ImageDescription: payload } });
    const comment = pngChunk('tEXt', Buffer.from(`Comment\0${payload}`));
    const png = await plain.clone().png().toBuffer();
    const hidden = [
      Buffer.concat([png, Buffer.from(payload)]),
      Buffer.concat([png.subarray(0, 33), comment, png.subarray(33)]),
      Buffer.concat([await plain.clone().jpeg().toBuffer(), Buffer.from(payload)]),
      await withMetadata.clone().jpeg().toBuffer(),
      await withMetadata.clone().webp().toBuffer(),
      await withMetadata.clone().png().toBuffer(),
      Buffer.concat([await plain.clone().gif().toBuffer(), Buffer.from(payload)]),
    ];
    for (const bytes of hidden) {
      expect(bytes.includes(payload)).toBe(true);
      const { status, body } = await upload(file(bytes, 'a.html', 'text/html'));
      expect(status).toBe(201);
      const served = await owner.fetch(new URL(body.softwareApplication.svg.url).pathname);
      expect(served.headers.get('content-type')).toMatch(/^image\/(png|jpeg|webp|gif)$/);
      expect(Buffer.from(await served.arrayBuffer()).includes('alert(')).toBe(false);
    }
    for (const path of await listFiles())
      expect((await readFile(path)).includes('alert(')).toBe(false);
    await annotate(`${hidden.length} polyglots: payload removed from each, served as an image`);
  });
});

describe('path traversal', () => {
  const NAMES = [
    '../escaped.png',
    '../../escaped.png',
    '../../../../../../../../tmp/vitrine-escaped.png',
    '..\\..\\escaped.png',
    '/tmp/vitrine-escaped.png',
    '/etc/cron.d/vitrine-escaped',
    'C:\\escaped.png',
    'escaped.png\0.txt',
    '..%2f..%2fescaped.png',
    '%2e%2e/%2e%2e/escaped.png',
    '%252e%252e%252fescaped.png',
    '....//....//escaped.png',
    '..;/escaped.png',
    '.htaccess',
    '.',
    '..',
    '~/escaped.png',
    '$(touch escaped).png',
    '| touch escaped',
    `${'a'.repeat(300)}.png`,
    '\u202egnp.escaped',
    'con.png',
    'a\r\nContent-Type: text/html\r\n\r\nescaped',
  ];

  test('the name of an upload has no effect on its path', async ({ annotate }) => {
    const picture = Buffer.from(await (await uploads.png(64, 64)).arrayBuffer());
    const before = new Set(await listFiles());
    let stored = 0;
    for (const name of NAMES) {
      const part = (head: string) =>
        Buffer.from(`--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n`);
      const body = Buffer.concat([
        part('name="name"'),
        Buffer.from('Loom\r\n'),
        part(`name="svg"; filename="${name}"`),
        picture,
        Buffer.from('\r\n--x--\r\n'),
      ]);
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      const { status } = await owner.fetch('/api/v1/softwareapplication/add', {
        method: 'POST',
        headers,
        body: new Uint8Array(body),
      });
      expect(status).toBeLessThan(500);
      if (status === 201) stored += 1;
      // Without NUL and line breaks, which no path can contain.
      const escaped = resolve(mediaDir, name.split(/[\0\r]/)[0] || '.');
      if (!mediaDir.startsWith(escaped)) expect(existsSync(escaped)).toBe(false);
    }
    const added = (await listFiles()).filter((path) => !before.has(path));
    expect(stored).toBeGreaterThan(15);
    for (const path of added) expect(path).toMatch(/\/media\/[0-9a-f]{2}\/[0-9a-f]{64}\.\w+$/);
    await annotate(
      `${NAMES.length} names, ${stored} stored under their hash, 0 outside the folder`,
    );
  });

  test('no file outside the media folder is served', async ({ annotate }) => {
    const paths = NAMES.flatMap((name) => [
      `/media/${encodeURIComponent(name)}`,
      `/media/${name.replaceAll(/[\0\r\n\s]/g, '')}`,
    ]).concat(
      '/media/../secret.txt',
      '/media/..%2fsecret.txt',
      '/media/%2e%2e/%2e%2e/secret.txt',
      '/media/..%5c..%5csecret.txt',
      '/media/%2fetc%2fpasswd',
      '/media//etc/passwd',
      '/../../secret.txt',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/assets/..%2f..%2f..%2fpackage.json',
    );
    for (const path of paths) {
      // Otherwise the dashboard's page is the response to some of them.
      const response = await owner.fetch(path, {}, { accept: 'application/json' });
      expect(response.status).toBe(404);
      expect(await response.text()).not.toMatch(/the secret|root:/);
    }
    await annotate(`${paths.length} paths: all 404`);
  });
});

describe('decompression bombs', () => {
  test('a small file with huge dimensions is rejected without decoding it', async ({
    annotate,
  }) => {
    const bomb = blankPng(16_000, 16_000);
    // The first picture loads the image code.
    await upload(await uploads.png(64, 64));
    const { result, ms } = await timed(() => upload(file(bomb, 'bomb.png')));
    expect([result.status, result.body.message]).toEqual([
      400,
      'The icon has more than 40 megapixels. Make it smaller and try again.',
    ]);
    expect(bomb.length).toBeLessThan(40_000);
    expect(ms).toBeLessThan(10_000);
    await annotate(
      `${Math.round(bomb.length / 1024)} KB of 16,000 × 16,000 pixels: 400 in ${Math.round(ms)} ms`,
    );
  });
});
