import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { diskFiles, isFileMissing, MediaUnavailableError } from '@vitrine/api/media/media-files';
import { s3Files } from '@vitrine/api/media/s3-files';
import { icon, pdf } from '@vitrine/testing/pictures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bucket, createBucket } from './bucket.ts';
import { listNames, repeatTask } from './media-helpers.ts';

/** More than one page of a listing. */
const MANY = 1_010;
const MISSING = `${'0'.repeat(64)}.png`;

let folder: string;
let bucket: Bucket;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-resilience-'));
  bucket = await createBucket();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function withName(bytes: Buffer, extension: string) {
  const name = `${createHash('sha256').update(bytes).digest('hex')}.${extension}`;
  return { name, bytes };
}

const picture = withName(Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))), 'png');
const drawing = withName(Buffer.from(icon('Ada Lovelace', '#1f6f5c')), 'svg');
const document = withName(Buffer.from(pdf(['Ada Lovelace'])), 'pdf');

const STORES = {
  disk: {
    files: () => diskFiles(folder),
    stored: (name: string) => readFile(join(folder, name.slice(0, 2), name)),
  },
  'object store': {
    files: () => s3Files(bucket.options),
    stored: async (name: string) => Buffer.from(await (await bucket.raw(`media/${name}`)).bytes()),
  },
};

describe.each(Object.entries(STORES))('media stores: %s', (_kind, { files, stored }) => {
  test('stores the same bytes, also when written twice', async () => {
    for (const { name, bytes } of [picture, drawing, document, picture]) {
      await files().write(name, bytes);
      expect(await files().size(name)).toBe(bytes.length);
      expect(await buffer(files().read(name))).toEqual(bytes);
      expect(await stored(name)).toEqual(bytes);
    }
  });

  test.each([
    [0, 0],
    [10, 99],
    [59_990, 59_999],
    [0, 59_999],
  ])('reads bytes %i to %i', async (start, end) => {
    const part = await buffer(files().read(picture.name, { start, end }));
    expect(part).toEqual(picture.bytes.subarray(start, end + 1));
  });

  test('survives a reader that stops early', async () => {
    const reading = files().read(picture.name);
    for await (const _chunk of reading) break;
    expect(reading.destroyed).toBe(true);
    expect(await buffer(files().read(picture.name))).toEqual(picture.bytes);
  });

  test('handles a missing file', async () => {
    expect(await files().size(MISSING)).toBeUndefined();
    const error = await buffer(files().read(MISSING)).catch((reason: unknown) => reason);
    expect(isFileMissing(error)).toBe(true);
    await files().remove(MISSING);
  });

  test.each(['../secret', 'a.png', '', `${MISSING}/..`, `${'0'.repeat(64)}.html5`, '.env'])(
    'rejects the invalid name %s',
    async (name) => {
      const message = 'Not the name of a media file.';
      await expect(files().write(name, Buffer.from('x'))).rejects.toThrow(message);
      await expect(files().size(name)).rejects.toThrow(message);
      await expect(files().remove(name)).rejects.toThrow(message);
      expect(() => files().read(name)).toThrow(message);
    },
  );

  test(`lists ${MANY} names once each, and no deleted name`, {
    timeout: 600_000,
  }, async ({ annotate }) => {
    const names = new Set([picture.name, drawing.name, document.name]);
    await repeatTask(MANY, 8, async (n) => {
      const { name, bytes } = withName(Buffer.from(`picture ${n}`), 'webp');
      names.add(name);
      await files().write(name, bytes);
    });
    const list = async () => (await listNames(files())).toSorted();
    // Swift updates its listings with a short delay.
    await expect.poll(list, { timeout: 60_000 }).toEqual([...names].toSorted());
    await files().remove(drawing.name);
    names.delete(drawing.name);
    expect(await files().size(drawing.name)).toBeUndefined();
    await expect.poll(list, { timeout: 60_000 }).toEqual([...names].toSorted());
    await annotate(`${names.size + 1} names listed, 0 missing, 0 duplicated; 1 deleted`);
  });
});

describe('object store', () => {
  test('stores content type and cache control, for a CDN', async () => {
    const types = { png: 'image/png', pdf: 'application/pdf' };
    for (const [{ name }, type] of [
      [picture, types.png],
      [document, types.pdf],
    ] as const) {
      const { headers } = await bucket.raw(`media/${name}`);
      expect(headers.get('content-type')).toBe(type);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
  });

  test('rejects a transfer with a wrong hash', async () => {
    const files = s3Files(bucket.options);
    await expect(files.write(MISSING, Buffer.from('x'))).rejects.toThrow(MediaUnavailableError);
    expect(await files.size(MISSING)).toBeUndefined();
  });

  test('lets a slow reader finish after a long pause', async ({ annotate }) => {
    const large = withName(Buffer.alloc(16 * 1024 * 1024, crypto.randomUUID()), 'gif');
    const files = s3Files(bucket.options);
    await files.write(large.name, large.bytes);
    const parts: Buffer[] = [];
    for await (const part of files.read(large.name)) {
      parts.push(Buffer.from(part));
      // Longer than the timeout for the first byte.
      if (parts.length === 1) await sleep(25_000);
    }
    expect(Buffer.concat(parts).equals(large.bytes)).toBe(true);
    await annotate('16 MB with a pause of 25 s: complete');
  });

  test('is unavailable without its bucket or with a wrong key', async () => {
    for (const wrong of [{ bucket: 'nowhere' }, { secretKey: 'wrong' }]) {
      const files = s3Files({ ...bucket.options, ...wrong });
      await expect(files.write(picture.name, picture.bytes)).rejects.toThrow(MediaUnavailableError);
      await expect(listNames(files)).rejects.toThrow(MediaUnavailableError);
    }
  });
});
