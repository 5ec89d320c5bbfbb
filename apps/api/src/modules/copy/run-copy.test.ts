import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewDestination } from '@vitrine/contract/copy';
import { startApp, type TestApp } from '@vitrine/testing/app';
import { GIT_TOKEN, REPOSITORY, startGitHost } from '@vitrine/testing/git-host-stand-in';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashContent } from '../../media/media-files.ts';
import { findDestination, listPublished, saveDestination } from './copy-store.ts';
import type { CopyFile } from './plan-update.ts';
import { copyRunner, reportExpiringTokens } from './run-copy.ts';

const { signal } = new AbortController();
const NO_PLACE = { endpoint: '', bucket: '', region: '', prefix: '', repository: '', branch: '' };
const NONE = { ...NO_PLACE, folder: '', accessKey: '', secretKey: '', token: '' };
const EXPIRES = 'An access token for a copy of your site expires soon';
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
  return saveAt({ kind: 'folder', folder }, existing);
}

function saveAt(place: Pick<NewDestination, 'kind'> & Partial<NewDestination>, existing?: string) {
  const url = 'https://copy.example';
  const input: NewDestination = { ...NONE, url, contact: 'none', ...place };
  return app.db.transaction().execute((trx) => saveDestination(trx, input, existing));
}

function update(githubApiUrl = ''): Promise<void> {
  const run = copyRunner({
    db: app.db,
    jobs: () => app.jobs,
    places: { ...app.config.copyPlaces, copyDir, githubApiUrl },
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

test('the end of an access token is announced two weeks before, once for each token', async () => {
  await app.owner();
  const host = await startGitHost();
  host.push('main', 'README.md', 'A portfolio');
  const place = { repository: REPOSITORY, branch: 'gh-pages', token: GIT_TOKEN };
  id = await saveAt({ kind: 'github', ...place });
  let queued = 0;
  const day = (days: number) =>
    new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);
  /** Updates the copy with a token until then, and looks for tokens that expire. */
  const use = async (until: string) => {
    host.tokenExpires = `${until} 09:00:00 UTC`;
    version += '.';
    await update(host.url);
    await reportExpiringTokens(app.db, {
      sendMail(trx, mail) {
        queued += 1;
        return app.jobs.sendMail(trx, mail);
      },
    });
    expect((await findDestination(app.db, id))?.tokenExpiresAt).toBe(`${until}T09:00:00.000Z`);
    return queued;
  };
  expect(await use(day(20))).toBe(0);
  expect(await use(day(13))).toBe(1);
  expect(await use(day(13))).toBe(1);
  expect(await use(day(10))).toBe(2);
  const mail = await app.mail.waitFor(EXPIRES, 2);
  expect(mail.text).toContain(`expires on ${day(10)}: https://copy.example`);
  await saveAt({ kind: 'github', ...place, branch: 'other' }, id);
  expect((await findDestination(app.db, id))?.tokenExpiresAt).toBeNull();
  await host.stop();
});
