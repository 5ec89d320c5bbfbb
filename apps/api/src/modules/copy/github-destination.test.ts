import {
  GIT_TOKEN,
  type GitHost,
  REPOSITORY,
  startGitHost,
} from '@vitrine/testing/git-host-stand-in';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashContent } from '../../media/media-files.ts';
import { githubDestination } from './github-destination.ts';
import { MANIFEST } from './manifest.ts';
import { type CopyFile, NO_CHANGES } from './plan-update.ts';
import { publishFiles } from './publish-files.ts';
import { testDestination } from './test-destination.ts';

const BRANCH = 'gh-pages';
const { signal } = new AbortController();
let host: GitHost;

beforeEach(async () => {
  host = await startGitHost();
  host.push('main', 'README.md', 'A portfolio');
});
afterEach(() => host.stop());

function destination(branch = BRANCH, token = GIT_TOKEN) {
  const { url: apiUrl } = host;
  return githubDestination({
    apiUrl,
    repository: REPOSITORY,
    branch,
    token,
    pauseMs: 0,
    maxFiles: 20,
  });
}

type Contents = Readonly<Record<string, string | Buffer>>;

async function publish(contents: Contents, everything = false, branch = BRANCH) {
  const files = Object.entries(contents).map(([path, content]): CopyFile => {
    const bytes = Buffer.from(content);
    return { path, hash: hashContent(bytes), read: async () => bytes };
  });
  host.requests.length = 0;
  return publishFiles(async () => files, destination(branch), { everything, signal });
}

function site(branch = BRANCH) {
  const { [MANIFEST]: _, ...files } = host.files(branch);
  return files;
}

const PICTURE = Buffer.from([0x89, 0x50, 0xff, 0x00, 0xc3]);
const SITE: Contents = {
  'index.html': 'home ü',
  'projects/tides/index.html': 'tides',
  'media/a.png': PICTURE,
  '.nojekyll': '',
};
const AS_LATIN1 = Object.fromEntries(
  Object.entries(SITE).map(([path, content]) => [path, Buffer.from(content).toString('latin1')]),
);

describe('a copy on GitHub', () => {
  test('is one commit on a branch of its own', async () => {
    const { changes } = await publish(SITE);
    expect(changes).toEqual({ ...NO_CHANGES, added: Object.keys(SITE) });
    expect(site()).toEqual(AS_LATIN1);
    expect(host.git('rev-list', '--count', BRANCH)).toBe('1');
    expect(site('main')).toEqual({ 'README.md': 'A portfolio' });
  });

  test('gets no commit if nothing has changed', async () => {
    await publish(SITE);
    const before = host.git('rev-parse', BRANCH);
    expect((await publish(SITE)).changes).toEqual(NO_CHANGES);
    expect(host.git('rev-parse', BRANCH)).toBe(before);
    expect(host.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
  });

  test('gets only changed files, and no new upload of pictures', async () => {
    await publish(SITE);
    const { changes } = await publish({ ...SITE, 'index.html': 'new' });
    expect(changes).toEqual({ ...NO_CHANGES, changed: ['index.html'] });
    expect(site()).toEqual({ ...AS_LATIN1, 'index.html': 'new' });
    expect(host.requests.filter((request) => request.endsWith('/blobs'))).toEqual([]);
    expect(host.git('rev-list', '--count', BRANCH)).toBe('2');
  });

  test('keeps the files of others, and loses a hidden page', async () => {
    await publish(SITE, false, 'main');
    const { 'projects/tides/index.html': _, ...rest } = SITE;
    expect((await publish(rest, false, 'main')).changes.removed).toHaveLength(1);
    const { 'projects/tides/index.html': __, ...expected } = AS_LATIN1;
    expect(site('main')).toEqual({ ...expected, 'README.md': 'A portfolio' });
  });

  test('can lose a page that somebody else has deleted, and gets back one that is needed', async () => {
    await publish(SITE);
    host.push(BRANCH, 'index.html', null);
    host.push(BRANCH, 'projects/tides/index.html', null);
    const { 'projects/tides/index.html': _, ...rest } = SITE;
    await publish(rest);
    const { 'projects/tides/index.html': __, ...expected } = AS_LATIN1;
    expect(site()).toEqual(expected);
  });

  test('fails with a reason of its own if somebody pushes at the same time', async () => {
    await publish(SITE);
    host.before = (request) => {
      if (request.startsWith('PATCH')) host.push(BRANCH, 'note.txt', 'theirs');
      return undefined;
    };
    await expect(publish({ ...SITE, 'index.html': 'new' })).rejects.toThrow('at the same time');
    expect(site()).toEqual({ ...AS_LATIN1, 'note.txt': 'theirs' });
    host.before = () => undefined;
    await publish({ ...SITE, 'index.html': 'new' });
    expect(site()).toEqual({ ...AS_LATIN1, 'index.html': 'new', 'note.txt': 'theirs' });
  });

  test('changes nothing for visitors if it is interrupted', async () => {
    await publish(SITE);
    for (const step of ['POST /blobs', 'POST /trees', 'POST /commits']) {
      const [method = '', path = ''] = step.split(' ');
      host.before = (request) =>
        request.startsWith(method) && request.endsWith(path) ? 502 : undefined;
      const changed = { ...SITE, 'index.html': 'new', 'media/b.png': PICTURE };
      await expect(publish(changed)).rejects.toThrow('502');
      expect(site()).toEqual(AS_LATIN1);
    }
  });

  test('takes many pictures in several updates, and shows pages after the last one', async () => {
    const pictures = Object.fromEntries(
      Array.from({ length: 30 }, (_, index): [string, Buffer] => [
        `media/${index}.png`,
        Buffer.concat([PICTURE, Buffer.from(String(index))]),
      ]),
    );
    const first = await publish({ ...SITE, ...pictures });
    expect(first.rest).toBeGreaterThan(0);
    expect(Object.keys(site())).not.toContain('index.html');
    const second = await publish({ ...SITE, ...pictures });
    expect(second.rest).toBe(0);
    expect(Object.keys(site())).toHaveLength(34);
    expect((await publish({ ...SITE, ...pictures })).changes).toEqual(NO_CHANGES);
  });
});

test('a token says when it expires, unless it does not', async () => {
  const target = destination();
  await target.read();
  expect(target.tokenExpiresAt?.()).toBeUndefined();
  host.tokenExpires = '2026-12-31 09:00:00 UTC';
  await target.read();
  expect(target.tokenExpiresAt?.()).toEqual(new Date('2026-12-31T09:00:00Z'));
  host.tokenExpires = 'never';
  const other = destination();
  await other.read();
  expect(other.tokenExpiresAt?.()).toBeUndefined();
});

describe('a failure at GitHub', () => {
  const failures: [status: number, isFinal: boolean, reason: RegExp][] = [
    [401, true, /rejected the access token/],
    [403, true, /Contents: read and write/],
    [404, true, /does not find the repository/],
    [409, true, /is empty/],
    [301, true, /was renamed/],
    [429, false, /no more requests/],
    [500, false, /error 500/],
    [503, false, /error 503/],
  ];

  test.each(failures)('with the status %i has a reason', async (status, isFinal, reason) => {
    host.before = () => status;
    const error = await publish(SITE).catch((thrown) => thrown);
    expect([error.message, error.isFinal]).toEqual([expect.stringMatching(reason), isFinal]);
    // The answer of the stand-in quotes the token.
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(GIT_TOKEN);
  });

  test('is final with a wrong token, and the site stays as it was', async () => {
    await publish(SITE);
    const before = host.git('rev-parse', BRANCH);
    const files = [
      { path: 'a.html', hash: hashContent(Buffer.from('a')), read: async () => Buffer.from('a') },
    ];
    const wrong = publishFiles(async () => files, destination(BRANCH, 'wrong'), {
      everything: false,
      signal,
    });
    await expect(wrong).rejects.toMatchObject({ isFinal: true });
    expect(host.git('rev-parse', BRANCH)).toBe(before);
  });

  test('is shown by the step of the test that fails', async () => {
    const run = async (token?: string) =>
      (await testDestination(destination(BRANCH, token))).map(({ state }) => state);
    expect(await run()).toEqual(['passed', 'passed', 'passed']);
    expect(await run('wrong')).toEqual(['failed', 'skipped', 'skipped']);
    host.before = (request) => (request.startsWith('POST') ? 403 : undefined);
    expect(await run()).toEqual(['passed', 'failed', 'skipped']);
    host.before = (request) => (request.includes('/git/blobs/') ? 500 : undefined);
    expect(await run()).toEqual(['passed', 'passed', 'failed']);
  });
});
