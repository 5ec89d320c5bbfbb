import { calls } from '@vitrine/contract/calls';
import { useApp } from '@vitrine/testing/app';
import { describe, expect, test, vi } from 'vitest';
import { type FoundIcons, type IconRequest, iconProcess } from '../../media/find-icons.ts';
import { prepareMedia } from '../../media/media-pipeline.ts';
import { reusableProcess } from '../../media/reusable-process.ts';
import { ICON_WORKER } from '../../paths.ts';

const site = useApp();

async function search(text: string, style: 'color' | 'ink' = 'color') {
  const query = { search: text, style };
  const { status, body } = await site.owner.call(calls.icon.search, { query });
  expect(status).toBe(200);
  return body;
}

describe('searching icons', () => {
  test.each([
    ['postgres', 'logos:postgresql', 'simple-icons:postgresql'],
    ['react', 'logos:react', 'simple-icons:react'],
    ['React.JS', 'logos:react', 'simple-icons:react'],
    ['vs code', 'logos:visual-studio-code', 'logos:visual-studio-code'],
    ['vscode', 'logos:visual-studio-code', 'logos:visual-studio-code'],
    ['figma', 'logos:figma', 'simple-icons:figma'],
    ['js', 'logos:javascript', 'simple-icons:javascript'],
    ['next', 'logos:nextjs-icon', 'simple-icons:nextdotjs'],
    ['Next.js', 'logos:nextjs-icon', 'simple-icons:nextdotjs'],
    ['aws', 'logos:aws', 'logos:aws'],
    ['c++', 'logos:c-plusplus', 'simple-icons:cplusplus'],
    ['C#', 'logos:c-sharp', 'logos:c-sharp'],
    ['k8s', 'logos:kubernetes', 'simple-icons:kubernetes'],
    ['tailwind', 'logos:tailwindcss-icon', 'simple-icons:tailwindcss'],
    ['node', 'logos:nodejs-icon', 'simple-icons:nodedotjs'],
    ['photoshop', 'logos:adobe-photoshop', 'logos:adobe-photoshop'],
    ['.NET', 'logos:dotnet', 'simple-icons:dotnet'],
    ['TYPESCRIPT', 'logos:typescript-icon', 'simple-icons:typescript'],
    ['Node.js', 'logos:nodejs-icon', 'simple-icons:nodedotjs'],
    ['nodejs', 'logos:nodejs-icon', 'simple-icons:nodedotjs'],
    ['studio code', 'logos:visual-studio-code', 'logos:visual-studio-code'],
  ])('%s finds the icon first, in color and in ink', async (text, color, ink) => {
    expect((await search(text, 'color')).icons[0]?.name).toBe(color);
    expect((await search(text, 'ink')).icons[0]?.name).toBe(ink);
  });

  test('finds an icon by its full name', async () => {
    const { icons } = await search('simple-icons:react', 'color');
    expect(icons.map(({ name }) => name)).toEqual(['simple-icons:react']);
  });

  test.each([
    ['React.JS', 'React'],
    ['Postgres', 'PostgreSQL'],
    ['Photoshop', 'Adobe Photoshop'],
    ['Node', 'Node.js'],
    ['reac', undefined],
    ['Writing', undefined],
    ['Difference engines', undefined],
  ])('finds only an icon with the name %s', async (text, title) => {
    const query = { search: text, exact: 'true' };
    const { body } = await site.owner.call(calls.icon.search, { query });
    expect(body.icons[0]?.title).toBe(title);
  });

  test('lists names that start with the text before names that contain it', async () => {
    const names = (await search('post', 'ink')).icons.map(({ name }) => name.split(':')[1] ?? '');
    const starts = names.filter((name) => name.startsWith('post'));
    expect(starts.length).toBeGreaterThan(3);
    expect(names.slice(0, starts.length)).toEqual(starts);
    expect(names).toContain('sparkpost');
  });

  test('takes what a set lacks from the other, and says in which style it is', async () => {
    const styleOf = async (text: string, style: 'color' | 'ink') =>
      (await search(text, style)).icons.find(({ title }) => title === text)?.style;
    expect(await styleOf('Postiz', 'color')).toBe('ink');
    expect(await styleOf('Visual Studio Code', 'ink')).toBe('color');
    expect(await styleOf('PostgreSQL', 'color')).toBe('color');
  });

  test('prefers square icons to wide ones, and shows one of each', async () => {
    const names = (await search('codecov')).icons.map(({ name }) => name);
    expect(names).toEqual(['logos:codecov-icon']);
    // Its logo in color is a word that is three times as wide as high.
    const go = (await search('go')).icons.slice(0, 2).map(({ name }) => name);
    expect(go).toEqual(['simple-icons:go', 'logos:go']);
  });

  test('returns titles as people write them', async () => {
    const titles = ['PostgreSQL', 'Next.js', 'Tailwind CSS', 'C++', 'GitHub', 'JavaScript', '.NET'];
    for (const title of titles) expect((await search(title)).icons[0]?.title).toBe(title);
  });

  test('returns SVGs that the upload pipeline accepts', async () => {
    const { icons } = await search('post');
    for (const { svg } of icons) {
      const { metadata } = await prepareMedia(Buffer.from(svg), 'icon');
      expect(metadata).toMatchObject({ width: expect.any(Number), height: expect.any(Number) });
    }
  });

  test('keeps the view box of an icon that does not start at 0', async () => {
    const [icon] = (await search('ember tomster')).icons;
    expect(icon?.svg).toContain('viewBox="0.1 31.4 ');
  });

  test('returns at most 60 icons, and how many there are', async () => {
    const { icons, total } = await search('c');
    expect(icons).toHaveLength(60);
    expect(total).toBeGreaterThan(500);
  });

  test.each(['', '   ', '???', '💥', '\u202e'])('finds nothing for %j', async (text) => {
    expect(await search(text)).toMatchObject({ icons: [], total: 0 });
  });

  test.each([
    'constructor',
    '__proto__',
    '(a+)+$',
    '%',
    "'; drop table skill;--",
    '.*',
    'ß'.repeat(100),
  ])('searches for %j as text', async (text) => {
    const { icons } = await search(text);
    for (const { name } of icons) expect(name).toMatch(/^[a-z-]+:[a-z0-9-]+$/);
  });

  test('rejects a search of more than 100 characters, and an unknown style', async () => {
    const long = await site.owner.call(calls.icon.search, { query: { search: 'a'.repeat(101) } });
    expect(long.status).toBe(400);
    expect(long.body.fields).toEqual({ search: 'The search can have at most 100 characters.' });
    const unknown = await site.owner.fetch('/api/v1/icon/search?style=gold');
    expect(unknown.status).toBe(400);
  });
});

describe('the process that searches', () => {
  const request = { search: 'react', style: 'color' } as const;

  test('is shared by concurrent searches, and ends when it is idle', async () => {
    const limits = { idleMs: 100, timeoutMs: 10_000 };
    const { ask, pid } = reusableProcess<IconRequest, FoundIcons>(ICON_WORKER, limits);
    const answers = await Promise.all([ask(request), ask(request), ask(request)]);
    expect(answers.map((found) => found?.icons[0]?.name)).toEqual(Array(3).fill('logos:react'));
    const first = pid();
    await vi.waitFor(() => expect(isRunning(first)).toBe(false), 5_000);
    expect(pid()).toBeUndefined();
    expect((await ask(request))?.icons[0]?.name).toBe('logos:react');
    expect(pid()).not.toBe(first);
  });

  test('ends when it takes too long', async () => {
    const { ask, pid } = reusableProcess(ICON_WORKER, { idleMs: 100, timeoutMs: 1 });
    const answer = ask(request);
    const started = pid();
    expect(await answer).toBeUndefined();
    await vi.waitFor(() => expect(isRunning(started)).toBe(false), 5_000);
  });

  test('returns 503 if it is killed, and starts again for the next search', async () => {
    await search('react');
    const pid = iconProcess.pid() ?? 0;
    process.kill(pid, 'SIGSTOP');
    const query = { search: 'react' };
    const waiting = site.owner.call(calls.icon.search, { query });
    // By the time of these responses, the search has reached the process.
    for (let turn = 0; turn < 3; turn += 1) await site.owner.call(calls.skill.list);
    process.kill(pid, 'SIGKILL');
    const { status, body } = await waiting;
    expect(status).toBe(503);
    expect(body.message).toBe('The icons cannot be loaded right now. Try again, or upload a file.');
    expect((await search('react')).icons[0]?.name).toBe('logos:react');
  });
});

function isRunning(pid: number | undefined): boolean {
  if (pid === undefined) throw new Error('The process has not started.');
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
