import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashContent } from '../../media/media-files.ts';
import { folderDestination } from './folder-destination.ts';
import { MANIFEST } from './manifest.ts';
import type { CopyFile } from './plan-update.ts';
import { NO_CHANGES } from './plan-update.ts';
import { publishFiles } from './publish-files.ts';

let root: string;
let copyDir: string;
let outside: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  copyDir = join(root, 'copies');
  outside = join(root, 'outside');
  await Promise.all([mkdir(copyDir), mkdir(outside)]);
  await writeFile(join(outside, 'index.html'), 'not ours');
});
afterEach(() => rm(root, { recursive: true, force: true }));

function filesOf(contents: Record<string, string>): CopyFile[] {
  return Object.entries(contents).map(([path, content]) => {
    const bytes = Buffer.from(content);
    return { path, hash: hashContent(bytes), read: async () => bytes };
  });
}

async function publish(contents: Record<string, string>, everything = false) {
  const { signal } = new AbortController();
  const { changes } = await publishFiles(
    async () => filesOf(contents),
    folderDestination(copyDir, 'site'),
    {
      everything,
      signal,
    },
  );
  return changes;
}

async function read(folder = join(copyDir, 'site')): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  const contents = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path.slice(folder.length + 1), await readFile(path, 'utf8')];
  });
  return Object.fromEntries(await Promise.all(contents));
}

/** What a visitor sees. */
async function site() {
  const { [MANIFEST]: _, ...files } = await read();
  return files;
}

const SITE = {
  'index.html': 'home',
  'projects/tides/index.html': 'tides',
  'assets/a.css': 'css',
  'über/index.html': 'letters of every script',
};

describe('a copy in a folder', () => {
  test('has the files of the site, and is then left alone', async () => {
    expect(await publish(SITE)).toEqual({ ...NO_CHANGES, added: Object.keys(SITE) });
    expect(await site()).toEqual(SITE);
    const before = await read();
    expect(await publish(SITE)).toEqual(NO_CHANGES);
    expect(await read()).toEqual(before);
  });

  test('loses a hidden page with its folder, and keeps files of others', async () => {
    await publish(SITE);
    await writeFile(join(copyDir, 'site/robots-of-the-host.txt'), 'theirs');
    const { 'projects/tides/index.html': _, ...rest } = SITE;
    expect((await publish(rest)).removed).toHaveLength(1);
    expect(await site()).toEqual({ ...rest, 'robots-of-the-host.txt': 'theirs' });
    expect(await readdir(join(copyDir, 'site'))).not.toContain('projects');
  });

  test('gets a file again that something else has changed, when everything is published', async () => {
    await publish(SITE);
    await writeFile(join(copyDir, 'site/index.html'), 'changed');
    await publish(SITE);
    expect((await site())['index.html']).toBe('changed');
    expect((await publish(SITE, true)).changed).toHaveLength(4);
    expect(await site()).toEqual(SITE);
  });

  test('is not possible where the operator has not allowed it', async () => {
    const { signal } = new AbortController();
    const options = { everything: false, signal };
    const publishTo = (destination: ReturnType<typeof folderDestination>) =>
      publishFiles(async () => filesOf(SITE), destination, options);
    await expect(publishTo(folderDestination(undefined, 'site'))).rejects.toThrow('COPY_DIR');
    for (const name of ['..', '../outside', '/etc', '', 'a/b', 'a\0b'])
      await expect(publishTo(folderDestination(copyDir, name)), name).rejects.toThrow('link');
    await expect(publishTo(folderDestination(join(root, 'nowhere'), 'site'))).rejects.toThrow(
      'does not exist',
    );
    expect(await read(outside)).toEqual({ 'index.html': 'not ours' });
  });

  test('can be tested, and nothing is left of that', async () => {
    const destination = folderDestination(copyDir, 'site');
    const bytes = Buffer.from('test');
    const written = await destination.tryWrite(bytes);
    expect(await written.read()).toEqual(bytes);
    await written.remove();
    expect(await read()).toEqual({});
  });
});

describe('links in the folder of a copy', () => {
  test('instead of the folder are refused', async () => {
    await symlink(outside, join(copyDir, 'site'));
    await expect(publish(SITE)).rejects.toThrow('link');
    expect(await read(outside)).toEqual({ 'index.html': 'not ours' });
  });

  test('instead of a folder in it are refused', async () => {
    await publish(SITE);
    await rm(join(copyDir, 'site/projects'), { recursive: true });
    await symlink(outside, join(copyDir, 'site/projects'));
    await expect(publish({ ...SITE, 'projects/index.html': 'new' })).rejects.toThrow('link');
    expect(await read(outside)).toEqual({ 'index.html': 'not ours' });
  });

  test('instead of a file are replaced, not followed', async () => {
    await mkdir(join(copyDir, 'site'));
    await symlink(join(outside, 'index.html'), join(copyDir, 'site/index.html'));
    await publish(SITE);
    expect(await site()).toEqual(SITE);
    expect(await read(outside)).toEqual({ 'index.html': 'not ours' });
  });

  test('lead no deletion outside', async () => {
    await publish(SITE);
    await rm(join(copyDir, 'site/projects/tides'), { recursive: true });
    await symlink(outside, join(copyDir, 'site/projects/tides'));
    await publish({ 'index.html': 'home' });
    expect(await read(outside)).toEqual({ 'index.html': 'not ours' });
  });

  test('are not read as a manifest', async () => {
    await mkdir(join(copyDir, 'site'));
    const files = { 'index.html': '' };
    await writeFile(join(outside, 'list'), JSON.stringify({ files, gone: {} }));
    await symlink(join(outside, 'list'), join(copyDir, 'site', MANIFEST));
    await expect(publish(SITE)).rejects.toThrow('link');
  });
});

test('an update goes on where the last one was interrupted, and leaves no drafts', async () => {
  const numbers = Array.from({ length: 250 }, (_, index) => `${index}`);
  const contents = Object.fromEntries(numbers.map((name) => [`${name}.txt`, name]));
  const { signal } = new AbortController();
  const sent: string[] = [];
  const send = (fails: (path: string) => boolean) =>
    publishFiles(
      async () =>
        filesOf(contents).map((file) => ({
          ...file,
          async read() {
            if (fails(file.path)) throw new Error('interrupted');
            sent.push(file.path);
            return file.read();
          },
        })),
      folderDestination(copyDir, 'site'),
      { everything: false, signal },
    );
  await expect(send((path) => path === '249.txt')).rejects.toThrow('interrupted');
  sent.length = 0;
  await mkdir(join(copyDir, 'site/.vitrine-drafts'), { recursive: true });
  await writeFile(join(copyDir, 'site/.vitrine-drafts/killed'), 'a hidden page');
  await send(() => false);
  expect(sent.length).toBeLessThanOrEqual(50);
  expect(await site()).toEqual(contents);
});

test('others may read a copy, whatever the service may do otherwise', async () => {
  const before = process.umask(0o077);
  try {
    await publish(SITE);
  } finally {
    process.umask(before);
  }
  const modes = ['', 'projects', 'index.html'].map(async (path) =>
    ((await stat(join(copyDir, 'site', path))).mode & 0o777).toString(8),
  );
  expect(await Promise.all(modes)).toEqual(['755', '755', '644']);
});

test('a hostile manifest deletes only in the folder of the copy', async () => {
  await publish(SITE);
  await writeFile(join(copyDir, 'site/theirs.txt'), 'theirs');
  const [hash] = ['f'.repeat(64)];
  for (const path of ['../../outside/index.html', '../other/index.html', '/etc/hostname']) {
    const files = { [path]: hash, 'theirs.txt': hash };
    await writeFile(join(copyDir, 'site', MANIFEST), JSON.stringify({ files, gone: {} }));
    await publish(SITE);
    expect(await site()).toEqual({ ...SITE, 'theirs.txt': 'theirs' });
  }
  // These paths are in the folder.
  for (const path of ['theirs.txt', 'projects', 'index.html/a', 'a/b/c']) {
    const files = { [path]: hash };
    await writeFile(join(copyDir, 'site', MANIFEST), JSON.stringify({ files, gone: {} }));
    await publish(SITE);
  }
  expect(await site()).toEqual(SITE);
  expect(await read(outside)).toEqual({ 'index.html': 'not ours' });
});
