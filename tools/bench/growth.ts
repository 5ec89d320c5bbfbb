import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@vitrine/api/db/client';
import { median } from '@vitrine/testing/statistics';
import { sql } from 'kysely';
import { requestsPerSecond } from './load.ts';
import type { Curve } from './plot.ts';
import { bare, type Program, startProgram } from './programs.ts';
import { PORTFOLIO, type Rig, setProjects } from './rig.ts';
import { takeTurns } from './turns.ts';

const PROJECTS = [10, 100, 1_000, 10_000];
const MESSAGES = [1_000, 10_000, 100_000, 1_000_000];
const PROCESSES = [1, 2, 3];
const ROUNDS = 60;

/** What becomes of it as a portfolio, a mailbox or a crowd grows. */
export async function growthCurves(rig: Rig): Promise<Curve[]> {
  return [await moreProcesses(rig), await moreProjects(rig), await moreMessages(rig)];
}

/** The same work for one, two and three processes, against as many bare ones. */
async function moreProcesses(rig: Rig): Promise<Curve> {
  const env = { DATABASE_URL: rig.databaseUrl, STATEMENT: rig.statements.list.text };
  const services = [rig.service, await rig.startService(), await rig.startService()];
  const bares: Program[] = [];
  for (const _ of PROCESSES) bares.push(await startProgram(bare('http-pg'), { env }));
  const headers = { cookie: rig.cookie };
  const together = async (programs: readonly Program[], path: string) => {
    const shares = programs.map(({ origin }) =>
      requestsPerSecond(origin, { path, connections: 12, headers }),
    );
    return (await Promise.all(shares)).reduce((sum, one) => sum + one, 0);
  };
  const lists: number[] = [];
  const documents: number[] = [];
  const baselines: number[] = [];
  for (const count of PROCESSES) {
    const [list, document, baseline, unit] = await takeTurns([
      {
        name: 'list',
        measure: () => together(services.slice(0, count), '/api/v1/project/getall'),
      },
      { name: 'document', measure: () => together(services.slice(0, count), PORTFOLIO) },
      { name: 'bare', measure: () => together(bares.slice(0, count), '/') },
      { name: 'unit', measure: () => together(bares.slice(0, 1), '/') },
    ]);
    const share = (values: readonly number[] = []) =>
      median(values.map((value, turn) => value / (unit?.values[turn] ?? Number.NaN)));
    lists.push(share(list?.values));
    documents.push(share(document?.values));
    baselines.push(share(baseline?.values));
  }
  for (const program of [...services.slice(1), ...bares]) await program.stop();
  return told({
    name: 'processes',
    title: 'Requests a second by processes, on this machine',
    x: { label: 'processes', values: PROCESSES },
    y: 'lists of 50 of one bare process = 1',
    lines: [
      { name: 'Vitrine, list of 50 projects', values: lists },
      { name: 'Vitrine, public document', values: documents },
      { name: 'bare node:http + pg, list', values: baselines },
    ],
  });
}

async function moreProjects(rig: Rig): Promise<Curve> {
  const env = { DATABASE_URL: rig.databaseUrl, STATEMENT: rig.statements.list.text };
  const baseline = await startProgram(bare('http-pg'), { env });
  const ours: number[] = [];
  const theirs: number[] = [];
  const documents: number[] = [];
  for (const count of PROJECTS) {
    await setProjects(rig.db, count);
    await untilDocumentHas(rig, count);
    const times = await timesOf(
      [
        `${rig.service.origin}/api/v1/project/getall`,
        `${rig.service.origin}${PORTFOLIO}`,
        baseline.origin,
      ],
      rig.cookie,
      count < 10_000 ? ROUNDS : 15,
    );
    ours.push(times[0] ?? Number.NaN);
    documents.push(times[1] ?? Number.NaN);
    theirs.push(times[2] ?? Number.NaN);
  }
  await baseline.stop();
  return told({
    name: 'projects',
    title: 'One answer by projects',
    x: { label: 'projects', values: PROJECTS },
    y: 'milliseconds',
    isLogarithmic: true,
    lines: [
      { name: 'Vitrine, list', values: ours },
      { name: 'Vitrine, public document', values: documents },
      { name: 'bare node:http + pg, list', values: theirs },
    ],
  });
}

async function untilDocumentHas({ service }: Rig, count: number): Promise<void> {
  for (const end = performance.now() + 30_000; performance.now() < end; await sleep(100)) {
    const response = await fetch(`${service.origin}${PORTFOLIO}`);
    const { projects } = JSON.parse(await response.text());
    if (projects.length === count) return;
  }
  throw new Error(`The public document does not come to ${count} projects.`);
}

/** The calls of the owner's screens, each as a multiple of a bare server's answer without a table. */
async function moreMessages(rig: Rig): Promise<Curve> {
  const env = { DATABASE_URL: rig.databaseUrl, STATEMENT: 'select 1' };
  const unit = await startProgram(bare('http-pg'), { env });
  const inbox = '/api/v1/message/getall';
  const calls: [string, (next: string) => string][] = [
    ['first page', () => inbox],
    ['a page in the middle', (next) => `${inbox}?before=${next}`],
    ['a word in every second message', () => `${inbox}?search=w1`],
    ['a word in one message', () => `${inbox}?search=needle`],
    ['a word in none', () => `${inbox}?search=nothing`],
    ['the owner', () => '/api/v1/user/me'],
  ];
  const values: number[][] = calls.map(() => []);
  for (const count of MESSAGES) {
    await setMessages(rig.db, count);
    const middle = await sql<{ seq: string }>`
      select seq from message order by seq offset ${count / 2} limit 1`.execute(rig.db);
    const urls = calls.map(([, path]) => `${rig.service.origin}${path(middle.rows[0]?.seq ?? '')}`);
    const [one = Number.NaN, ...times] = await timesOf([unit.origin, ...urls], rig.cookie, ROUNDS);
    for (const [index, time] of times.entries()) values[index]?.push(time / one);
  }
  await unit.stop();
  return told({
    name: 'messages',
    title: "The owner's calls by messages",
    x: { label: 'messages', values: MESSAGES },
    y: "a bare server's select 1 = 1",
    lines: calls.map(([name], index) => ({ name, values: values[index] ?? [] })),
  });
}

/** Twenty thousand words, some in every second message and some in hardly any, as in a language. */
async function setMessages(db: Db, count: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // It takes longer than a request ever may.
    await sql`set local statement_timeout = 0`.execute(trx);
    // An index is made faster at the end than a row at a time.
    const { rows } = await sql<{ definition: string }>`
      select indexdef as definition from pg_indexes where indexname = 'message_words'`.execute(trx);
    await sql`drop index message_words`.execute(trx);
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

/** The middle of many, in milliseconds, all in turns, so that noise happens to each. */
async function timesOf(urls: readonly string[], cookie: string, rounds: number): Promise<number[]> {
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

function told(curve: Curve): Curve {
  console.log(`${curve.title} (${curve.y}), ${curve.x.label} ${curve.x.values.join(', ')}:`);
  for (const { name, values } of curve.lines)
    console.log(`  ${name}: ${values.map((value) => value.toFixed(2)).join(', ')}`);
  return curve;
}
