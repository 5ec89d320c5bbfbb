import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@vitrine/api/db/client';
import { median } from '@vitrine/testing/statistics';
import { sql } from 'kysely';
import { type BenchEnvironment, PORTFOLIO, setProjects } from './bench-environment.ts';
import { measureInterleaved } from './interleave.ts';
import type { Chart } from './line-chart.ts';
import { measureThroughput } from './load-generator.ts';
import { type ServerProcess, startQueryBaseline } from './server-process.ts';

const PROJECTS = [10, 100, 1_000];
const MESSAGES = [1_000, 10_000, 100_000];
const PROCESSES = [1, 2, 3];
const ROUNDS = 60;
const LIST = '/api/v1/project/getall';
const BASELINE = 'bare node:http + pg, same statements';

/** How Vitrine behaves with more processes, projects and messages. */
export async function measureScaling(bench: BenchEnvironment): Promise<Chart[]> {
  return [await scaleProcesses(bench), await scaleProjects(bench), await scaleMessages(bench)];
}

async function scaleProcesses(bench: BenchEnvironment): Promise<Chart> {
  const services = [bench.service, await bench.startService(), await bench.startService()];
  const baselines: ServerProcess[] = [];
  for (const _ of PROCESSES)
    baselines.push(await startQueryBaseline('http-pg', bench, bench.statements.list));
  const headers = { cookie: bench.cookie };
  const throughputOf = async (servers: readonly ServerProcess[], path: string) => {
    const rates = servers.map(({ origin }) =>
      measureThroughput(origin, { path, connections: 12, headers }),
    );
    return (await Promise.all(rates)).reduce((sum, one) => sum + one, 0);
  };
  const lines = ['Vitrine, list of 50 projects', 'Vitrine, public document', `${BASELINE}, list`];
  const values: number[][] = lines.map(() => []);
  for (const count of PROCESSES) {
    const [unit, ...measurements] = await measureInterleaved([
      { name: 'unit', measure: () => throughputOf(baselines.slice(0, 1), '/') },
      { name: 'list', measure: () => throughputOf(services.slice(0, count), LIST) },
      { name: 'document', measure: () => throughputOf(services.slice(0, count), PORTFOLIO) },
      { name: 'baseline', measure: () => throughputOf(baselines.slice(0, count), '/') },
    ]);
    for (const [index, measurement] of measurements.entries()) {
      const shares = measurement.values.map(
        (value, round) => value / (unit?.values[round] ?? Number.NaN),
      );
      values[index]?.push(median(shares));
    }
  }
  for (const server of [...services.slice(1), ...baselines]) await server.stop();
  return printed({
    name: 'processes',
    title: 'Throughput by number of processes',
    x: { label: 'processes', values: PROCESSES },
    y: 'one bare process serving lists of 50 = 1',
    lines: lines.map((name, index) => ({ name, values: values[index] ?? [] })),
  });
}

async function scaleProjects(bench: BenchEnvironment): Promise<Chart> {
  const baseline = await startQueryBaseline('http-pg', bench, bench.statements.list);
  const lines = [
    { name: 'Vitrine, list', url: `${bench.service.origin}${LIST}` },
    { name: 'Vitrine, public document', url: `${bench.service.origin}${PORTFOLIO}` },
    { name: `${BASELINE}, list`, url: baseline.origin },
  ].map((line) => ({ ...line, values: [] as number[] }));
  for (const count of PROJECTS) {
    await setProjects(bench.db, count);
    await waitForDocument(bench, count);
    const urls = lines.map(({ url }) => url);
    const times = await responseTimes(urls, bench.cookie, ROUNDS);
    for (const [index, { values }] of lines.entries()) values.push(times[index] ?? Number.NaN);
  }
  await baseline.stop();
  return printed({
    name: 'projects',
    title: 'Response time by number of projects',
    x: { label: 'projects', values: PROJECTS },
    y: 'milliseconds',
    isLogarithmic: true,
    lines: lines.map(({ name, values }) => ({ name, values })),
  });
}

async function waitForDocument({ service }: BenchEnvironment, count: number): Promise<void> {
  for (const end = performance.now() + 30_000; performance.now() < end; await sleep(100)) {
    const response = await fetch(`${service.origin}${PORTFOLIO}`);
    const { projects } = JSON.parse(await response.text());
    if (projects.length === count) return;
  }
  throw new Error(`The public document does not contain ${count} projects.`);
}

/** Compares with a bare server that runs `select 1`. */
async function scaleMessages(bench: BenchEnvironment): Promise<Chart> {
  const baseline = await startQueryBaseline('http-pg', bench, [{ text: 'select 1', values: [] }]);
  const inbox = '/api/v1/message/getall';
  const calls: [string, (middle: string) => string][] = [
    ['first page', () => inbox],
    ['a page in the middle', (middle) => `${inbox}?before=${middle}`],
    ['search for a word in half of the messages', () => `${inbox}?search=w1`],
    ['search for a word in one message', () => `${inbox}?search=needle`],
    ['search for a word in no message', () => `${inbox}?search=nothing`],
    ['the owner', () => '/api/v1/user/me'],
  ];
  const values: number[][] = calls.map(() => []);
  for (const count of MESSAGES) {
    await setMessages(bench.db, count);
    const { rows } = await sql<{ seq: string }>`
      select seq from message order by seq offset ${count / 2} limit 1`.execute(bench.db);
    const urls = calls.map(([, path]) => `${bench.service.origin}${path(rows[0]?.seq ?? '')}`);
    const [unit = Number.NaN, ...times] = await responseTimes(
      [baseline.origin, ...urls],
      bench.cookie,
      ROUNDS,
    );
    for (const [index, time] of times.entries()) values[index]?.push(time / unit);
  }
  await baseline.stop();
  return printed({
    name: 'messages',
    title: 'Response time by number of messages',
    x: { label: 'messages', values: MESSAGES },
    y: "a bare server's select 1 = 1",
    lines: calls.map(([name], index) => ({ name, values: values[index] ?? [] })),
  });
}

/** Messages of 25 words out of 20,000, with the frequencies of a natural language. */
async function setMessages(db: Db, count: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // This takes longer than the limit for requests.
    await sql`set local statement_timeout = 0`.execute(trx);
    // Creating the search index afterwards is faster than updating it for each row.
    const { rows } = await sql<{ name: string; definition: string }>`
      select indexname as name, indexdef as definition from pg_indexes
      where tablename = 'message' and indexdef ilike '%using gin%'`.execute(trx);
    for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(trx);
    await sql`truncate message`.execute(trx);
    await sql`insert into message (sender_name, subject, email, message, unread)
      select 'Visitor ' || n, 'Subject ' || n, 'v' || n || '@example.com',
        (select string_agg('w' || floor(power(20000, random())), ' ') from generate_series(1, 25) where n > 0)
          || case when n = ${count / 2} then ' needle' else '' end,
        n % 3 = 0
      from generate_series(1, ${count}::int) as n`.execute(trx);
    for (const { definition } of rows) await sql.raw(definition).execute(trx);
  });
  await sql`vacuum analyze message`.execute(db);
}

/** Medians in milliseconds. Each round requests every URL, so that other load affects all of them. */
async function responseTimes(
  urls: readonly string[],
  cookie: string,
  rounds: number,
): Promise<number[]> {
  const times = urls.map((): number[] => []);
  for (let round = -5; round < rounds; round += 1) {
    for (const [index, url] of urls.entries()) {
      const began = performance.now();
      const response = await fetch(url, { headers: { cookie } });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      if (round >= 0) times[index]?.push(performance.now() - began);
    }
  }
  return times.map(median);
}

function printed(chart: Chart): Chart {
  console.log(`${chart.title} (${chart.y}), ${chart.x.label} ${chart.x.values.join(', ')}:`);
  for (const { name, values } of chart.lines)
    console.log(`  ${name}: ${values.map((value) => value.toFixed(2)).join(', ')}`);
  return chart;
}
