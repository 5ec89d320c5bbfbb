import { describe, expect, test } from 'vitest';
import { MANIFEST, type Manifest, NO_FILES, readManifest, writeManifest } from './manifest.ts';
import { type CopyFile, GRACE_MS, planUpdate, sortForOwner } from './plan-update.ts';

const NOW = Date.parse('2026-11-19');
const HASH = 'a'.repeat(64);

function file(path: string, hash = HASH): CopyFile {
  return { path, hash, read: async () => Buffer.from(path) };
}

function manifest(files: Record<string, string>, gone: Record<string, number> = {}): Manifest {
  return { files: new Map(Object.entries(files)), gone: new Map(Object.entries(gone)) };
}

function pathsOf({ groups }: ReturnType<typeof planUpdate>): string[][] {
  return groups.map((group) => group.map(({ path }) => path));
}

describe('the plan of an update', () => {
  test('sends what pages name first, and the home page last', () => {
    const paths = ['index.html', 'feed.xml', 'projects/a/index.html', 'media/a.png', '404.html'];
    const plan = planUpdate(
      [...paths, 'assets/a.css', 'og/a.png'].map((path) => file(path)),
      NO_FILES,
      {
        now: NOW,
      },
    );
    expect(pathsOf(plan)).toEqual([
      ['media/a.png', 'assets/a.css', 'og/a.png'],
      ['feed.xml'],
      ['projects/a/index.html', '404.html'],
      ['index.html'],
    ]);
    expect(plan.changes).toMatchObject({ changed: [], removed: [] });
    expect(plan.changes.added).toHaveLength(7);
  });

  test('sends only what differs', () => {
    const before = manifest({ 'index.html': 'b'.repeat(64), 'feed.xml': HASH });
    const plan = planUpdate([file('index.html'), file('feed.xml')], before, { now: NOW });
    expect(pathsOf(plan)).toEqual([['index.html']]);
    expect(plan.changes).toEqual({ added: [], changed: ['index.html'], removed: [] });
    const everything = { now: NOW, everything: true };
    expect(pathsOf(planUpdate([file('index.html'), file('feed.xml')], before, everything))).toEqual(
      [['feed.xml'], ['index.html']],
    );
  });

  test('deletes pages and pictures at once, and a style that caches may still name a day later', () => {
    const paths = ['projects/a/index.html', 'media/a.png', 'og/a.png', 'assets/a.css'];
    const before = manifest(Object.fromEntries(paths.map((path) => [path, HASH])));
    const first = planUpdate([], before, { now: NOW });
    expect(first.changes.removed).toEqual(paths.slice(0, 3));
    const soon = planUpdate([], first.after, { now: NOW + GRACE_MS - 1 });
    expect([soon.changes.removed, soon.after]).toEqual([[], first.after]);
    const later = planUpdate([], soon.after, { now: NOW + GRACE_MS });
    expect([later.changes.removed, later.after.gone.size]).toEqual([['assets/a.css'], 0]);
  });

  test('keeps a file that a page names again', () => {
    const before = manifest({}, { 'assets/a.css': NOW });
    const plan = planUpdate([file('assets/a.css')], before, { now: NOW + 1 });
    expect([plan.changes.removed, [...plan.after.gone]]).toEqual([[], []]);
  });

  test('deletes a file although a clock was wrong when its page went', () => {
    const before = manifest({}, { 'assets/a.css': NOW + 100 * GRACE_MS });
    const plan = planUpdate([], before, { now: NOW });
    const { changes } = planUpdate([], plan.after, { now: NOW + GRACE_MS });
    expect(changes.removed).toEqual(['assets/a.css']);
  });

  test('after an interruption, sends again what may have arrived, and deletes what was hidden since', () => {
    const [page, hidden] = [file('index.html'), file('projects/a/index.html')];
    const { during } = planUpdate([page, hidden], NO_FILES, { now: NOW });
    const next = planUpdate([page], during, { now: NOW });
    expect(pathsOf(next)).toEqual([['index.html']]);
    expect(next.changes.removed).toEqual(['projects/a/index.html']);
  });

  test('after an interruption, sends a page again whose change was undone', () => {
    const before = manifest({ 'index.html': HASH });
    const { during } = planUpdate([file('index.html', 'b'.repeat(64))], before, { now: NOW });
    expect(pathsOf(planUpdate([file('index.html')], during, { now: NOW }))).toEqual([
      ['index.html'],
    ]);
  });
});

test('lists pages before what they name', () => {
  const paths = ['media/a.png', 'index.html', 'feed.xml', 'b/index.html', 'a/index.html'];
  expect(sortForOwner(paths)).toEqual([
    ...['index.html', 'a/index.html', 'b/index.html', 'feed.xml', 'media/a.png'],
  ]);
});

describe('the manifest', () => {
  test('is read as it was written', () => {
    const written = manifest({ 'über/index.html': HASH, a: '' }, { 'media/a.png': NOW });
    expect(readManifest(writeManifest(written).toString())).toEqual(written);
  });

  test.each([
    '../index.html',
    '/etc/passwd',
    'a/../../b',
    'a//b',
    './a',
    'a\\..\\b',
    'a\0b',
    'a?b',
    'a%2e%2e',
    'x'.repeat(501),
    '',
    MANIFEST,
  ])('with the path %j is as good as none', (path) => {
    for (const text of [
      JSON.stringify({ files: { [path]: HASH }, gone: {} }),
      JSON.stringify({ files: {}, gone: { [path]: NOW } }),
    ])
      expect(readManifest(text)).toBeUndefined();
  });

  test.each(['', '{', 'null', '[]', '{"files":[],"gone":{}}', '{"files":{"a":"x"},"gone":{}}'])(
    'that is %j is as good as none',
    (text) => expect(readManifest(text)).toBeUndefined(),
  );
});
