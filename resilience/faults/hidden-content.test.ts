import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { calls } from '@vitrine/contract/calls';
import { DEFAULT_RESUME_SETTINGS } from '@vitrine/contract/resume';
import type { Client } from '@vitrine/testing/api-client';
import { fetchHost } from '@vitrine/testing/fetch-host';
import { uploads } from '@vitrine/testing/uploads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';

const SECRET = 'Looking for a quiet way out';
const PHONE = '+44 20 7946 0018';

let host: Host;
let owner: Client;
let avatar: string;

beforeEach(async () => {
  host = await startHost({
    env: { PUBLIC_URL: 'http://127.0.0.1', SITE_URL: 'http://site.test' },
  });
  owner = await host.owner();
  const { body } = await owner.call(calls.user.updateProfile, {
    form: {
      ...{ headline: SECRET, phone: PHONE, showPhone: 'true', showEmail: 'true' },
      aboutMe: 'I design bridges.',
      avatar: await uploads.png(400, 400),
    },
  });
  avatar = body.user.avatar.url.split('/').at(-1) ?? '';
  // The site offers no resume without an entry.
  await owner.call(calls.skill.add, { form: { title: 'Statics', proficiency: '90' } });
  const published = { pdf: true, docx: true, json: true, txt: true };
  const json = { ...DEFAULT_RESUME_SETTINGS, published, source: 'portfolio' } as const;
  await owner.call(calls.resume.update, { json });
  await expect.poll(() => read('/resume')).toContain('href="/resume.docx"');
  await expect.poll(() => read('/')).toContain(SECRET);
});
afterEach(() => host.stop());

function visit(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetchHost(host.service.origin, 'site.test', path, { headers });
}

async function read(path: string): Promise<string> {
  return (await visit(path)).text();
}

async function hide(): Promise<void> {
  await owner.call(calls.user.updateProfile, {
    form: { headline: '', showPhone: 'false', showEmail: 'false' },
  });
}

/** The home page is rendered with each snapshot, so that the others have the same content from now on. */
async function waitUntilHidden(): Promise<void> {
  await expect.poll(() => read('/')).not.toContain(SECRET);
}

interface Thing {
  readonly path: () => Promise<string>;
  /** The process that makes it. */
  readonly maker: RegExp;
  /** Changes the content so that it can never be made. */
  readonly spoil: () => Promise<unknown>;
}

const THINGS: Readonly<Record<string, Thing>> = {
  page: {
    path: async () => '/resume',
    maker: /\/site\/dist\/worker\.js/,
    async spoil() {
      // A value that this version does not know.
      await host.database.query(`alter type timeline_kind add value 'hobby'`);
      await host.database.query(
        `insert into timeline (title, description, from_year, kind) values ('Chess', 'x', 2001, 'hobby')`,
      );
    },
  },
  PDF: {
    path: async () => '/resume.pdf',
    maker: /typst-worker/,
    spoil: () => addEntries(14),
  },
  DOCX: {
    path: async () => '/resume.docx',
    maker: /\/site\/dist\/worker\.js/,
    spoil: () => addEntries(420),
  },
  card: {
    path: async () =>
      /og:image" content="http:\/\/site\.test([^"]+)"/.exec(await read('/'))?.[1] ?? '',
    maker: /typst-worker/,
    spoil: () => rm(join(host.mediaDir, avatar.slice(0, 2), avatar)),
  },
};

/** With texts as long as they can be. The resume becomes too long for a PDF, or for Word. */
function addEntries(count: number): Promise<unknown> {
  return host.database.query(
    `insert into timeline (title, description, from_year, kind)
     select 'Role ' || number, repeat('word ', 999), 2001, 'work' from generate_series(1, $1) number`,
    [count],
  );
}

/** The child process of the service that makes a thing. */
function pidOf({ maker }: Thing): number {
  const { pid } = host.service;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const found = children.find((child) =>
    maker.test(readFileSync(`/proc/${child}/cmdline`, 'utf8')),
  );
  return Number(found);
}

/** Returns a pending visit that the process received and cannot answer. */
async function visitStopped(thing: Thing, path: string) {
  const pid = pidOf(thing);
  process.kill(pid, 'SIGSTOP');
  const visited = visit(path);
  // The service handles requests in their order.
  for (let turn = 0; turn < 10; turn += 1) await host.service.waitForStatus('/healthz', 200);
  return { pid, visited };
}

describe.each(Object.entries(THINGS))('a %s that shows what is hidden now', (_name, thing) => {
  test('is gone if the new one can never be made', async () => {
    const path = await thing.path();
    const before = await visit(path);
    expect(before.status).toBe(200);
    await thing.spoil();
    await hide();
    await expect.poll(async () => (await visit(path)).status).toBe(503);
    const tag = before.headers.get('etag') ?? '';
    const again = await visit(path, { 'if-none-match': tag });
    expect(again.status).toBe(503);
    expect(again.headers.get('cache-control')).toBe('no-store');
    expect(await again.text()).not.toContain('7946');
  });

  test('is gone if the new one takes too long, until it is made', async () => {
    const path = await thing.path();
    const before = await visit(path);
    expect(before.status).toBe(200);
    await hide();
    await waitUntilHidden();
    const { visited } = await visitStopped(thing, path);
    expect((await visited).status).toBe(503);
    await expectNew(path, before);
  });

  test('is gone if its process is killed, until it is made', async () => {
    const path = await thing.path();
    const before = await visit(path);
    expect(before.status).toBe(200);
    await hide();
    await waitUntilHidden();
    const { pid, visited } = await visitStopped(thing, path);
    process.kill(pid, 'SIGKILL');
    expect((await visited).status).toBe(503);
    await expectNew(path, before);
  });

  test('is not sent to a visitor who waits for it while the owner hides it', async () => {
    const path = await thing.path();
    const before = await visit(path);
    // Otherwise it is in memory.
    await owner.call(calls.user.updateProfile, { form: { location: 'Turin' } });
    await expect.poll(() => read('/')).toContain('Turin');
    const { pid, visited } = await visitStopped(thing, path);
    await hide();
    const { portfolio } = calls.public;
    const profile = async () => (await host.service.client().call(portfolio)).body.profile;
    await expect.poll(profile).not.toHaveProperty('phone');
    process.kill(pid, 'SIGCONT');
    const after = await visited;
    expect(after.status).toBe(200);
    expect(await isSame(after, await visit(path))).toBe(true);
    await expectNew(path, before);
  });
});

async function expectNew(path: string, before: Response): Promise<void> {
  await expect.poll(async () => (await visit(path)).status).toBe(200);
  const after = await visit(path);
  expect(await isSame(after, before)).toBe(false);
  expect(await read(path)).not.toMatch(/7946|quiet way out/);
}

async function isSame(one: Response, other: Response): Promise<boolean> {
  const [first, second] = [await one.clone().arrayBuffer(), await other.clone().arrayBuffer()];
  return Buffer.from(first).equals(Buffer.from(second));
}
