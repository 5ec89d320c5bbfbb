import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type CachedMediaFiles, cacheSmallFiles, SMALL_FILE_BYTES } from './file-cache.ts';
import { diskFiles, hashContent, isFileMissing, type MediaFiles } from './media-files.ts';

let folder: string;
let disk: MediaFiles;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  disk = diskFiles(folder);
});
afterEach(() => vi.useRealTimers());
afterAll(() => rm(folder, { recursive: true, force: true }));

async function store(length: number) {
  const bytes = randomBytes(length);
  const name = `${await hashContent(bytes)}.png`;
  await disk.write(name, bytes);
  return { name, bytes };
}

async function storeAndRead(files: CachedMediaFiles, length: number) {
  const stored = await store(length);
  await files.readSmall(stored.name, length);
  return stored;
}

test('keeps a small file in memory after the first read', async () => {
  const files = cacheSmallFiles(disk);
  const { name, bytes } = await store(SMALL_FILE_BYTES);
  expect(files.cached(name)).toBeUndefined();
  expect(await files.readSmall(name, bytes.length)).toEqual(bytes);
  expect(files.cached(name)).toEqual(bytes);
});

test('rejects a file that is shorter than its size, and does not keep it', async () => {
  const files = cacheSmallFiles(disk);
  const { name } = await store(1000);
  await expect(files.readSmall(name, 1001)).rejects.toThrow('Only 1000 of 1001 bytes');
  expect(files.cached(name)).toBeUndefined();
});

test.each([100 * 1024, 1024])(
  'keeps at most 8 MB of files of %d bytes, those that were read last',
  async (length) => {
    const stored = new Map(
      Array.from({ length: (12 * 1024 * 1024) / length }, () => {
        const bytes = randomBytes(length);
        return [`${hashContent(bytes)}.png`, bytes];
      }),
    );
    // In parts that are no buffers, as an object store sends them.
    const read = (name: string) => {
      const bytes = stored.get(name) ?? Buffer.alloc(0);
      const parts = [bytes.subarray(0, 700), bytes.subarray(700)];
      return Readable.from(parts.map((part) => Uint8Array.from(part)));
    };
    const files = cacheSmallFiles({ ...disk, read });
    const names = [...stored.keys()];
    const [first = '', second = ''] = names;
    for (const name of names) {
      await files.readSmall(name, length);
      // Compared here, because expect() takes milliseconds for every one of 12,288 files.
      if (!files.cached(first)?.equals(stored.get(first) ?? Buffer.alloc(0)))
        throw new Error(`${first} is missing after ${name}.`);
    }
    const kept = names.filter((name) => files.cached(name));
    // Each file counts as 1 KB more than its size.
    expect(kept.length).toBe(Math.floor((8 * 1024 * 1024) / (length + 1024)));
    expect(kept).not.toContain(second);
    expect(kept).toEqual([first, ...names.slice(1 - kept.length)]);
  },
);

test('does not keep a damaged file, which can be repaired', async () => {
  const files = cacheSmallFiles(disk);
  const { name, bytes } = await store(1000);
  const damaged = randomBytes(1000);
  await writeFile(join(folder, name.slice(0, 2), name), damaged);
  expect(await files.readSmall(name, 1000)).toEqual(damaged);
  await disk.write(name, bytes);
  expect(await files.readSmall(name, 1000)).toEqual(bytes);
});

test('reads a file once for visitors who ask at the same time', async () => {
  const { name, bytes } = await store(1000);
  const read = vi.fn(disk.read);
  const files = cacheSmallFiles({ ...disk, read });
  const copies = await Promise.all([1, 2, 3].map(() => files.readSmall(name, 1000)));
  expect(copies).toEqual([bytes, bytes, bytes]);
  expect(read).toHaveBeenCalledTimes(1);
});

test('does not remember that a file was missing', async () => {
  const files = cacheSmallFiles(disk);
  const { name, bytes } = await store(1000);
  await disk.remove(name);
  expect(await files.readSmall(name, 1000).catch(isFileMissing)).toBe(true);
  await disk.write(name, bytes);
  expect(await files.readSmall(name, bytes.length)).toEqual(bytes);
});

test('forgets a file that it removes', async () => {
  const files = cacheSmallFiles(disk);
  const { name } = await storeAndRead(files, 1000);
  await files.remove(name);
  expect(files.cached(name)).toBeUndefined();
});

test('notices within a minute that another process removed a file', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const files = cacheSmallFiles(disk);
  const kept = await storeAndRead(files, 1000);
  const removed = await storeAndRead(files, 1000);
  await disk.remove(removed.name);
  vi.advanceTimersByTime(60_001);
  for (const { name } of [kept, removed]) expect(files.cached(name)).toBeUndefined();

  expect(await files.size(kept.name)).toBe(1000);
  expect(files.cached(kept.name)).toEqual(kept.bytes);
  expect(await files.size(removed.name)).toBeUndefined();
  expect(await files.readSmall(removed.name, 1000).catch(isFileMissing)).toBe(true);
});
