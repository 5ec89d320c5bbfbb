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
import { namesIn, times } from './portfolio.ts';

/** More than a store lists at once. */
const MANY = 1_010;
const MISSING = `${'0'.repeat(64)}.png`;

let folder: string;
let bucket: Bucket;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-resilience-'));
  bucket = await createBucket();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function named(bytes: Buffer, extension: string) {
  const name = `${createHash('sha256').update(bytes).digest('hex')}.${extension}`;
  return { name, bytes };
}

const picture = named(Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))), 'png');
const drawing = named(Buffer.from(icon('Ada Lovelace', '#1f6f5c')), 'svg');
const document = named(Buffer.from(pdf(['Ada Lovelace'])), 'pdf');

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
  test('what is written is there, byte for byte, once or twice', async () => {
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
  ])('a part of it is read: %i to %i', async (start, end) => {
    const part = await buffer(files().read(picture.name, { start, end }));
    expect(part).toEqual(picture.bytes.subarray(start, end + 1));
  });

  test('who stops reading does no harm', async () => {
    const reading = files().read(picture.name);
    for await (const _chunk of reading) break;
    expect(reading.destroyed).toBe(true);
    expect(await buffer(files().read(picture.name))).toEqual(picture.bytes);
  });

  test('what is missing has no size, cannot be read, and can be removed', async () => {
    expect(await files().size(MISSING)).toBeUndefined();
    const error = await buffer(files().read(MISSING)).catch((reason: unknown) => reason);
    expect(isFileMissing(error)).toBe(true);
    await files().remove(MISSING);
  });

  test.each(['../secret', 'a.png', '', `${MISSING}/..`, `${'0'.repeat(64)}.html5`, '.env'])(
    'a name that is not ours is refused: %s',
    async (name) => {
      const refusal = 'Not the name of a media file.';
      await expect(files().write(name, Buffer.from('x'))).rejects.toThrow(refusal);
      await expect(files().size(name)).rejects.toThrow(refusal);
      await expect(files().remove(name)).rejects.toThrow(refusal);
      expect(() => files().read(name)).toThrow(refusal);
    },
  );

  test(`${MANY} names are listed, each once; what is removed is not`, {
    timeout: 600_000,
  }, async ({ annotate }) => {
    const names = new Set([picture.name, drawing.name, document.name]);
    await times(MANY, 8, async (n) => {
      const { name, bytes } = named(Buffer.from(`picture ${n}`), 'webp');
      names.add(name);
      await files().write(name, bytes);
    });
    const list = async () => (await namesIn(files())).toSorted();
    // Swift's listings follow its files, mostly at once.
    await expect.poll(list, { timeout: 60_000 }).toEqual([...names].toSorted());
    await files().remove(drawing.name);
    names.delete(drawing.name);
    expect(await files().size(drawing.name)).toBeUndefined();
    await expect.poll(list, { timeout: 60_000 }).toEqual([...names].toSorted());
    await annotate(`${names.size + 1} names listed, 0 missing, 0 twice; 1 removed, and gone`);
  });
});

describe('object store', () => {
  test('keeps the type and how long it may be cached, for a CDN in front of it', async () => {
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

  test('does not take bytes for others: a transfer that went wrong is refused', async () => {
    const files = s3Files(bucket.options);
    await expect(files.write(MISSING, Buffer.from('x'))).rejects.toThrow(MediaUnavailableError);
    expect(await files.size(MISSING)).toBeUndefined();
  });

  test('lets a slow reader finish, however long the pause', async ({ annotate }) => {
    const film = named(Buffer.alloc(16 * 1024 * 1024, crypto.randomUUID()), 'gif');
    const files = s3Files(bucket.options);
    await files.write(film.name, film.bytes);
    const parts: Buffer[] = [];
    for await (const part of files.read(film.name)) {
      parts.push(Buffer.from(part));
      // Longer than the store may take to begin.
      if (parts.length === 1) await sleep(25_000);
    }
    expect(Buffer.concat(parts).equals(film.bytes)).toBe(true);
    await annotate('16 MB, 25 s after the first part: whole');
  });

  test('without its bucket, or with a wrong key, is away: nothing is taken for stored', async () => {
    for (const wrong of [{ bucket: 'nowhere' }, { secretKey: 'wrong' }]) {
      const files = s3Files({ ...bucket.options, ...wrong });
      await expect(files.write(picture.name, picture.bytes)).rejects.toThrow(MediaUnavailableError);
      await expect(namesIn(files)).rejects.toThrow(MediaUnavailableError);
    }
  });
});
