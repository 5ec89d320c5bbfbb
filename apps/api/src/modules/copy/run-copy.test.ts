import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewDestination } from '@vitrine/contract/copy';
import { startApp, type TestApp } from '@vitrine/testing/app';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashContent } from '../../media/media-files.ts';
import { findDestination, listPublished, saveDestination } from './copy-store.ts';
import type { CopyFile } from './plan-update.ts';
import { copyRunner } from './run-copy.ts';

const { signal } = new AbortController();
const NONE = { endpoint: '', bucket: '', region: '', prefix: '', repository: '', branch: '' };
const PAGE = Buffer.from('home');
const FILES: CopyFile[] = [{ path: 'index.html', hash: hashContent(PAGE), read: async () => PAGE }];

let app: TestApp;
let copyDir: string;
let id: string;
let version: string;
/** Runs while the files of the site are listed. */
let meanwhile: () => Promise<void>;

beforeAll(async () => {
  copyDir = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  app = await startApp();
});
afterAll(async () => {
  await app.stop();
  await rm(copyDir, { recursive: true });
});
beforeEach(async () => {
  version = '1.0.0 first';
  meanwhile = async () => {};
  await app.db.deleteFrom('copy_destination').execute();
  await rm(join(copyDir, 'site'), { recursive: true, force: true });
  id = await save('site');
});

function save(folder: string, existing?: string): Promise<string> {
  const secrets = { accessKey: '', secretKey: '', token: '' };
  const url = 'https://copy.example';
  const input: NewDestination = {
    ...NONE,
    ...secrets,
    kind: 'folder',
    url,
    contact: 'none',
    folder,
  };
  return app.db.transaction().execute((trx) => saveDestination(trx, input, existing));
}

function update(): Promise<void> {
  const run = copyRunner({
    db: app.db,
    jobs: () => app.jobs,
    places: { ...app.config.copyPlaces, copyDir },
    read: async () => ({
      version,
      async exportFiles() {
        await meanwhile();
        return FILES;
      },
    }),
  });
  return run({ destination: id, cause: 'change' }, signal);
}

async function published(): Promise<string | undefined> {
  return (await listPublished(app.db)).find((one) => one.id === id)?.published;
}

describe('an update of a copy', () => {
  test('makes it differ from all content until it ends, also from what it shows so far', async () => {
    await update();
    expect(await published()).toBe('1.0.0 first');
    version = '1.0.0 second';
    let during: string | undefined;
    meanwhile = async () => {
      during = await published();
    };
    await update();
    // A change that is undone now is noticed, although the copy had this content before.
    expect(during).toBe('');
    expect(await published()).toBe('1.0.0 second');
  });

  test('says nothing about a place that the owner has chosen meanwhile', async () => {
    meanwhile = async () => {
      await save('elsewhere', id);
    };
    await expect(update()).rejects.toThrow('The destination was changed during the update.');
    const found = await findDestination(app.db, id);
    expect([found?.state, found?.runs, await published()]).toEqual(['new', [], '']);
  });

  test('ends without a word if the owner has removed the destination', async () => {
    meanwhile = async () => {
      await app.db.deleteFrom('copy_destination').execute();
    };
    await expect(update()).rejects.toThrow('The destination was changed during the update.');
    await update();
    expect(await findDestination(app.db, id)).toBeUndefined();
  });
});
