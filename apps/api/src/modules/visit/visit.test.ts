import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import { DEFAULT_RESUME_SETTINGS } from '@vitrine/contract/resume';
import { downloads } from '@vitrine/contract/routes';
import { startApp, useApp } from '@vitrine/testing/app';
import { fetchHost } from '@vitrine/testing/fetch-host';
import { addProject } from '@vitrine/testing/fixtures';
import crawlers from 'crawler-user-agents';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { createVisitCounter } from './visit-counter.ts';
import { dayOf, deleteExpiredVisits, MAX_NAMES, OTHER, writeVisits } from './visit-store.ts';

const SITE = 'http://site.test';
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const HOME = { kind: 'page', name: '/' } as const;
const TABLES = ['visit_count', 'visit_reader', 'visit_salt'] as const;

const context = useApp({
  settings: { PUBLIC_URL: 'http://127.0.0.1', SITE_URL: SITE, TRUST_PROXY: '127.0.0.1' },
});

beforeEach(async () => {
  for (const table of TABLES) await context.app.db.deleteFrom(table).execute();
});

function createCounter(now?: () => number) {
  const counter = createVisitCounter({
    db: context.app.db,
    readCountry: (address) => (address.startsWith('203.') ? 'NO' : ''),
    isOwnHost: (host) => ['site.test'].includes(host),
    onError(error) {
      throw error;
    },
    ...(now && { now }),
  });
  counter.turn(true);
  return counter;
}

function makeRequest(headers: Record<string, string> = {}, method = 'GET'): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  return Object.assign(request, { method, headers: { 'user-agent': BROWSER, ...headers } });
}

/** The totals of all days, by kind and name. */
async function readTotals(): Promise<Record<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`
    select trim(concat(kind, ' ', name)) as key, sum(count)::integer as count from visit_count
    where period = 'day' group by 1`.execute(context.app.db);
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
}

describe('what counts', () => {
  test('a visitor is one visit a day, with the referrer and country of the first page', async () => {
    const counter = createCounter();
    const from = (referer: string) => makeRequest({ referer });
    counter.count(HOME, from('https://www.search.example/?q=secret'), '203.0.113.9');
    counter.count({ kind: 'page', name: '/resume' }, from(`${SITE}/`), '203.0.113.9');
    counter.count({ kind: 'resume', name: '/resume.pdf' }, from(`${SITE}/`), '203.0.113.9');
    counter.count(HOME, from(`${SITE}/`), '198.51.100.7');
    await counter.stop();
    const later = createCounter();
    later.count(HOME, from('https://late.example'), '203.0.113.9');
    later.countMessage();
    await later.stop();
    expect(await readTotals()).toEqual({
      visit: 2,
      'page /': 3,
      'page /resume': 1,
      'resume /resume.pdf': 1,
      contact: 1,
      referrer: 1,
      'referrer search.example': 1,
      'country NO': 1,
    });
    expect(await sumMonth('visit')).toBe(2);
  });

  test('readers of a view count apart from visits, each once a day', async () => {
    const counter = createCounter();
    const [one, two] = [randomUUID(), randomUUID()];
    for (const view of [one, one, two]) counter.countOpen(view, makeRequest(), '203.0.113.9');
    counter.countOpen(one, makeRequest(), '203.0.113.10');
    await counter.stop();
    expect(await readTotals()).toEqual({ [`view ${one}`]: 2, [`view ${two}`]: 1 });
  });

  test('leaves out HEAD, prefetching, DNT and Global Privacy Control', async () => {
    const counter = createCounter();
    const requests = [
      makeRequest({}, 'HEAD'),
      makeRequest({ 'sec-purpose': 'prefetch;prerender' }),
      makeRequest({ purpose: 'prefetch' }),
      makeRequest({ 'x-moz': 'prefetch' }),
      makeRequest({ dnt: '1' }),
      makeRequest({ 'sec-gpc': '1' }),
    ];
    for (const request of requests) {
      counter.count(HOME, request, '203.0.113.9');
      counter.countOpen('view', request, '203.0.113.9');
    }
    await counter.stop();
    expect(await readTotals()).toEqual({});
  });

  test('counts at most 2 % of 10,000 requests of real bots as visits, and opens of views', async () => {
    const agents = crawlers.flatMap(({ instances }) => instances);
    expect(agents.length).toBeGreaterThan(1_000);
    const counter = createCounter();
    for (let index = 0; index < 10_000; index += 1) {
      const request = makeRequest({ 'user-agent': agents[index % agents.length] ?? '' });
      const address = `10.1.${index >> 8}.${index & 255}`;
      counter.count(HOME, request, address);
      counter.countOpen('view', request, address);
    }
    for (const agent of ['', `Mozilla/5.0 ${'x'.repeat(500)}`])
      counter.count(HOME, makeRequest({ 'user-agent': agent }), '10.2.0.1');
    await counter.stop();
    const { visit = 0, bot = 0, 'view view': opens = 0 } = await readTotals();
    expect(visit).toBeLessThanOrEqual(200);
    expect(opens).toBeLessThanOrEqual(200);
    expect(bot).toBe(10_002 - ((await readTotals())['page /'] ?? 0));
  });
});

async function sumMonth(kind: 'visit' | 'referrer'): Promise<number> {
  const { rows } = await sql<{ count: number }>`select sum(count)::integer as count from visit_count
    where period = 'month' and kind = ${kind}`.execute(context.app.db);
  return rows[0]?.count ?? 0;
}

describe('attacks', () => {
  test('random referrers and agents add at most so many rows, and the rest is counted together', async () => {
    for (let round = 0; round < 3; round += 1) {
      const counter = createCounter();
      for (let index = 0; index < 1_000; index += 1) {
        const headers = {
          referer: `https://${randomBytes(8).toString('hex')}.example/`,
          'user-agent': `${BROWSER} ${round}${index}`,
        };
        counter.count(HOME, makeRequest(headers), '203.0.113.9');
      }
      await counter.stop();
    }
    const names = await context.app.db
      .selectFrom('visit_count')
      .select(['period', 'name'])
      .where('kind', '=', 'referrer')
      .execute();
    for (const period of ['day', 'month'])
      expect(names.filter((row) => row.period === period)).toHaveLength(MAX_NAMES + 1);
    const totals = await readTotals();
    expect(totals['visit']).toBe(3_000);
    expect(totals[`referrer ${OTHER}`]).toBe(3_000 - MAX_NAMES);
    expect(await sumMonth('referrer')).toBe(3_000);
  });

  test('a process holds at most 5,000 new visitors at once', async () => {
    const counter = createCounter();
    for (let index = 0; index < 6_000; index += 1)
      counter.count(HOME, makeRequest(), `10.3.${index >> 8}.${index & 255}`);
    await counter.stop();
    expect(await readTotals()).toMatchObject({ visit: 5_000, 'page /': 6_000 });
  });

  test('a referrer that a spreadsheet would run, or that is too long, has no name', async () => {
    const counter = createCounter();
    const referrers = ['http://=1+1/', `http://${'a'.repeat(101)}.example/`, 'javascript:alert(1)'];
    for (const [index, referer] of referrers.entries())
      counter.count(HOME, makeRequest({ referer }), `10.4.0.${index}`);
    await counter.stop();
    expect(await readTotals()).toMatchObject({ [`referrer ${OTHER}`]: 2, referrer: 1 });
  });
});

describe('what is kept', () => {
  test('after a day, no address, agent or hash is in the database, a backup or the media', async () => {
    const { app, owner } = context;
    const time = Date.now();
    const agent = `${BROWSER} Canary/${randomBytes(8).toString('hex')}`;
    const address = '203.0.113.77';
    const counter = createCounter(() => time);
    counter.count(HOME, makeRequest({ 'user-agent': agent }), address);
    counter.countOpen(randomUUID(), makeRequest({ 'user-agent': agent }), address);
    await counter.stop();
    const readers = await app.db.selectFrom('visit_reader').selectAll().execute();
    const salts = await app.db.selectFrom('visit_salt').selectAll().execute();
    expect(readers).toHaveLength(2);
    expect(salts.length).toBeGreaterThan(0);
    await expect.poll(async () => (await readTotals())['visit']).toBe(1);
    const secrets = [
      ...[address, agent, ...readers.map(({ hash }) => hash)],
      ...salts.map(({ salt }) => salt.toString('hex')),
      ...salts.map(({ salt }) => salt.toString('base64')),
    ];
    const findIn = (bytes: string) => secrets.filter((secret) => bytes.includes(secret));
    // The test finds what is there.
    expect(findIn(await dump())).not.toEqual([]);
    expect(findIn(await downloadBackup())).toEqual([]);

    await deleteExpiredVisits(app.db, Date.parse(dayOf(time)) + 25 * 60 * 60 * 1000);
    expect(findIn(await dump())).toEqual([]);
    expect(findIn(await downloadBackup())).toEqual([]);
    for (const file of await readdir(app.config.mediaDir, { recursive: true, withFileTypes: true }))
      if (file.isFile())
        expect(findIn(await readFile(join(file.parentPath, file.name), 'latin1'))).toEqual([]);
    // The totals stay.
    expect((await readTotals())['visit']).toBe(1);

    async function downloadBackup(): Promise<string> {
      const response = await owner.fetch(`/api/v1${downloads.backup.path}`);
      expect(response.status).toBe(200);
      return Buffer.from(await response.arrayBuffer()).toString('latin1');
    }
  });

  test('totals are deleted after 25 months', async () => {
    const counts = ['2024-10-17', '2024-10-18', '2024-11-30', '2026-11-18'].map(
      (day) => ({ day, kind: 'visit', name: '', count: 1 }) as const,
    );
    await writeVisits(context.app.db, counts, [], []);
    await deleteExpiredVisits(context.app.db, Date.parse('2026-11-18T12:00:00Z'));
    const { rows } = await sql<{ day: string }>`select starts_on::text as day from visit_count
      where period = 'day' order by 1`.execute(context.app.db);
    const kept = ['2024-10-18', '2024-11-30', '2026-11-18'];
    expect(rows.map(({ day }) => day)).toEqual(kept);
    const owner = await context.app.owner();
    const file = await (await owner.fetch(`/api/v1${downloads.visits.path}`)).text();
    expect(kept.filter((day) => !file.includes(day))).toEqual([]);
  });
});

/** All rows of all tables, as text. */
async function dump(): Promise<string> {
  const { db } = context.app;
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(name)} as t`.execute(db);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

test('a running service counts pages, resumes and the public document', async () => {
  const app = await startApp({
    settings: { PUBLIC_URL: 'http://127.0.0.1', SITE_URL: SITE, TRUST_PROXY: '127.0.0.1' },
  });
  try {
    const owner = await app.owner();
    const { slug } = await addProject(owner, 'Counted');
    const published = { pdf: false, docx: false, json: true, txt: false };
    await owner.call(calls.resume.update, { json: { ...DEFAULT_RESUME_SETTINGS, published } });
    const read = (path: string, visitor: number, host = 'site.test') =>
      fetchHost(app.origin, host, path, {
        headers: { 'user-agent': BROWSER, 'x-forwarded-for': `203.0.113.${visitor}:4${visitor}` },
      });
    await expect.poll(async () => (await read(`/projects/${slug}`, 1)).status).toBe(200);
    await app.waitUntilIdle();
    const start = app.statements.length;
    for (let visitor = 1; visitor <= 5; visitor += 1) {
      for (const path of ['/', '/', '/?utm_source=letter', '/resume', '/resume.json'])
        await read(path, visitor);
      for (const path of ['/missing', `/${randomUUID()}`, '/feed.xml', '/robots.txt', '/icon.svg'])
        await read(path, visitor);
    }
    for (const path of ['/api/v1/public/portfolio', '/api/v1/public/portfolio?v=1'])
      await read(path, 6, '127.0.0.1');
    const summary = async () =>
      (await owner.call(calls.visit.get, { query: { period: 'week' } })).body;
    await expect.poll(async () => (await summary()).pages.total).toBeGreaterThan(20);
    const { visits, pages, downloads: files, spans } = await summary();
    expect(visits).toBe(6);
    const counts = Object.fromEntries(pages.top.map(({ name, count }) => [name, count]));
    expect(counts).toMatchObject({ '/': 15, '/resume': 5, '/api/v1/public/portfolio': 2 });
    expect(Object.keys(counts)).toHaveLength(4);
    expect(files).toEqual({ total: 5, top: [{ name: '/resume.json', count: 5 }] });
    expect(spans.at(-1)).toMatchObject({ visits: 6, downloads: 5, bots: 0 });
    // The first one gets the salt.
    const writes = app.statements.slice(start).filter((text) => text.includes('visit_reader'));
    expect(writes.length).toBeLessThanOrEqual(2);

    const csv = await (await owner.fetch(`/api/v1${downloads.visits.path}`)).text();
    expect(csv.split('\r\n')).toEqual(
      expect.arrayContaining(['day,kind,name,count', `${dayOf(Date.now())},page,"/resume",5`]),
    );

    // Off means off, also for what is not written yet.
    await read('/', 9);
    const off = await owner.call(calls.visit.update, { json: { isCounting: false } });
    expect(off.body.message).toBe('Visits are no longer counted.');
    await app.waitUntilIdle();
    await read('/', 10);
    await sleep(11_000);
    expect((await summary()).visits).toBe(6);
    expect((await summary()).isCounting).toBe(false);
  } finally {
    await app.stop();
  }
});
