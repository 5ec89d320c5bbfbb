import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import { OWNER } from '@vitrine/testing/app';
import { fetchHost } from '@vitrine/testing/fetch-host';
import type { ServiceProcess } from '@vitrine/testing/process';
import { runSql } from '@vitrine/testing/query';
import { useServices } from '@vitrine/testing/services';
import { afterEach, expect, test } from 'vitest';
import { connect } from '../../db/client.ts';
import { dayOf, rankNames } from './visit-store.ts';

const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const services = useServices();

async function startSite() {
  return services.start({
    PUBLIC_URL: 'http://127.0.0.1',
    SITE_URL: 'http://site.test',
    TRUST_PROXY: '127.0.0.1',
    SETUP_CODE: 'setup-code-of-the-test',
  });
}

async function setUp(service: ServiceProcess) {
  await service.waitForStatus('/readyz', 200);
  const owner = service.client();
  const json = { code: 'setup-code-of-the-test', ...OWNER };
  expect((await owner.call(calls.setup.create, { json })).status).toBe(201);
  return owner;
}

async function readHome({ origin }: ServiceProcess, visitor: number): Promise<number> {
  const address = `10.0.${visitor >> 8}.${visitor & 255}`;
  const headers = { 'user-agent': BROWSER, 'x-forwarded-for': address };
  return (await fetchHost(origin, 'site.test', '/', { headers })).status;
}

test('three processes agree on a replay, and kill -9 loses at most 10 seconds', async () => {
  const processes = [await startSite(), await startSite(), await startSite()] as const;
  const [first, second, third] = processes;
  const owner = await setUp(first);
  for (const service of processes) await expect.poll(() => readHome(service, 0)).toBe(200);
  // 300 visitors, each of whom comes to two of the processes.
  for (let visitor = 0; visitor < 300; visitor += 1)
    for (const offset of [0, 1]) {
      const service = processes[(visitor + offset) % 3];
      if (service) await readHome(service, visitor);
    }
  // More than the 10 seconds, for a busy machine.
  await sleep(13_000);
  const read = async () => (await owner.call(calls.visit.get, { query: { period: 'week' } })).body;
  // Any two of the processes saw every visitor. All three have written if the pages are complete.
  await expect.poll(async () => (await read()).pages.total).toBeGreaterThanOrEqual(600);
  const { visits, pages } = await read();
  expect(visits).toBe(300);
  const before = pages.total;

  await readHome(second, 400);
  await readHome(third, 401);
  await second.signal('SIGKILL');
  await third.signal('SIGTERM');
  // A process that is stopped writes what it has; one that is killed cannot.
  expect(await read()).toMatchObject({ visits: 301, pages: { total: before + 1 } });
});

test('five years of 2,000 paths make the screen at most 15 times slower, by index', async () => {
  const service = await startSite();
  const owner = await setUp(service);
  const fastest = async (period: 'month' | 'year', top: number) => {
    const times: number[] = [];
    for (let run = 0; run < 15; run += 1) {
      const began = performance.now();
      const { body } = await owner.call(calls.visit.get, { query: { period } });
      times.push(performance.now() - began);
      expect(body.pages.top).toHaveLength(top);
    }
    return Math.min(...times);
  };
  const empty = await fastest('year', 0);
  const { DATABASE_URL: url } = services.settings;
  // On a day, as in a month, 500 of them have a row.
  for (const unit of ['day', 'month'])
    await runSql(
      url,
      `insert into visit_count (period, kind, starts_on, name, count)
      select '${unit}', 'page', start,
        '/projects/a-page-with-a-name-' || (number * 4 + extract(doy from start)::integer % 4), number % 7 + 1
      from generate_series(date_trunc('${unit}', current_date - interval '5 years'), current_date,
        interval '1 ${unit}') as start, generate_series(0, 499) as number`,
    );
  await runSql(url, 'vacuum analyze visit_count');
  const db = connect({ url, onConnectionError: () => {} });
  afterEach(() => db.destroy());
  const month = { unit: 'day', from: dayOf(Date.now() - 29 * 86_400_000) } as const;
  const year = { unit: 'month', from: `${new Date().getUTCFullYear() - 1}-12-01` } as const;
  for (const period of [month, year]) {
    const { sql: text, parameters } = rankNames(period, ['page', 'referrer']).compile(db);
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>({
      ...rankNames(period, ['page', 'referrer']).compile(db),
      sql: `explain ${text}`,
      parameters,
    });
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(
      /Index (Only )?Scan using visit_count_pkey|Bitmap Index Scan on visit_count_pkey/,
    );
    expect(plan).not.toContain('Seq Scan');
  }
  const full = [await fastest('month', 8), await fastest('year', 8)];
  // A time alone would depend on the machine.
  expect(Math.max(...full)).toBeLessThan(15 * empty);
});
