/**
 * `npm run bench:growth`: whether what grows stays flat: pages, searches and the count of unread
 * ones among 1,000,000 messages, and a list of 10,000 projects.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { readConfig } from '../../apps/api/src/config.ts';
import { connect, type Db } from '../../apps/api/src/db/client.ts';
import type { DB } from '../../apps/api/src/db/tables.ts';
import { countUnread, listMessages } from '../../apps/api/src/message/message-store.ts';
import { startService } from '../../apps/api/src/service.ts';
import { freePort, startPostgres } from '../postgres.ts';

const MESSAGES = 1_000_000;
const PROJECTS = 10_000;
const PAGE = 10_000;
const LIMIT = 50;
const ROUNDS = 200;

const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
const postgres = await startPostgres({ forget: true });
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const config = readConfig({
  DATABASE_URL: postgres.url('postgres'),
  PORT: String(port),
  PUBLIC_URL: origin,
  MEDIA_DIR: folder,
  SETUP_CODE: 'set-up-code',
  LOG_LEVEL: 'error',
});
const service = await startService(config);
await service.ready;
const db = connect({ url: config.databaseUrl, onConnectionError: () => {} });
await fill();
const cookie = await signIn();

const { rows } = await sql<{ seq: string }>`
  select seq from message order by seq desc offset ${(PAGE - 1) * LIMIT - 1} limit 1`.execute(db);
const first = '/api/v1/message/getall';
const far = `${first}?before=${rows[0]?.seq}`;
await medianOf(first, far);
const [firstMs, farMs] = await medianOf(first, far);
console.log(
  `message/getall, ${MESSAGES} messages: page 1 in ${firstMs.toFixed(2)} ms, page ${PAGE} in ${farMs.toFixed(2)} ms, factor ${(farMs / firstMs).toFixed(2)}`,
);

console.log('In the database, median of 21, with the plan of the last:');
const page = { folder: 'inbox', search: '', limit: LIMIT, before: undefined } as const;
await tell('first page', (at) => listMessages(at, page));
await tell('next page', (at) => listMessages(at, { ...page, before: rows[0]?.seq }));
await tell('unread count', countUnread);
for (const [frequency, word] of [
  ['in every second message', 'w1'],
  ['in one of ten', 'w20'],
  ['in one of a hundred', 'w250'],
  ['in one of a thousand', 'w2500'],
  ['in one message', 'needle'],
  ['in none', 'nothing'],
  ['two common ones together', 'w3 w7'],
  ['a common and a rare one', 'w2 w19999'],
] as const)
  await tell(`search, ${frequency}`, (at) => listMessages(at, { ...page, search: word }));

const started = performance.now();
const { projects } = await get<{ projects: unknown[] }>('/api/v1/project/getall');
console.log(
  `project/getall, ${projects.length} projects: ${(performance.now() - started).toFixed(0)} ms`,
);

await db.destroy();
await service.stop();
await postgres.stop();
await rm(folder, { recursive: true, force: true });

async function fill(): Promise<void> {
  const name = `${'a'.repeat(64)}.png`;
  const shown = JSON.stringify({
    url: `${origin}/media/${name}`,
    width: 16,
    height: 9,
    variants: [],
    placeholder: '',
  });
  await db.transaction().execute(async (trx) => {
    // It takes longer than a request ever may.
    await sql`set local statement_timeout = 0`.execute(trx);
    // An index is made faster at the end than a row at a time.
    const { rows: indexes } = await sql<{ definition: string }>`
      select indexdef as definition from pg_indexes where indexname = 'message_words'`.execute(trx);
    await sql`drop index message_words`.execute(trx);
    // Twenty thousand words, some in every second message and some in hardly any, as in a language.
    await sql`insert into message (sender_name, subject, email, message, unread)
      select 'Visitor ' || n, 'Subject ' || n, 'v' || n || '@example.com',
        (select string_agg('w' || floor(power(20000, random())), ' ') from generate_series(1, 25) where n > 0)
          || case when n = ${MESSAGES / 2} then ' needle' else '' end,
        n % 3 = 0
      from generate_series(1, ${MESSAGES}) as n`.execute(trx);
    for (const { definition } of indexes) await sql.raw(definition).execute(trx);
    await sql`insert into media (name, shown, files) values (${name}, ${shown}, array[${name}])`.execute(
      trx,
    );
    await sql`insert into project (title, description, technologies, stack, deployed, banner)
      select 'Project ' || n, 'Does one thing. Does it well.', 'TypeScript', 'Mern', 'Yes', ${name}
      from generate_series(1, ${PROJECTS}) as n`.execute(trx);
  });
  await sql`analyze`.execute(db);
}

async function signIn(): Promise<string> {
  const response = await fetch(`${origin}/api/v1/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      code: 'set-up-code',
      fullName: 'Ada',
      email: 'ada@example.com',
      password: 'a long password',
    }),
  });
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

async function get<T>(path: string): Promise<T> {
  const response = await fetch(`${origin}${path}`, { headers: { cookie } });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return JSON.parse(await response.text());
}

/** Both in turns, so that whatever else the machine does happens to both. */
async function medianOf(one: string, other: string): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, path] of [one, other].entries()) {
      const start = performance.now();
      await get(path);
      times[index]?.push(performance.now() - start);
    }
  }
  const [a, b] = times.map((list) => list.sort((x, y) => x - y)[ROUNDS / 2] ?? 0);
  return [a ?? 0, b ?? 0];
}

/** What a function of the store costs in the database alone, and by which plans. */
async function tell(what: string, ask: (at: Db) => Promise<unknown>): Promise<void> {
  const asked: CompiledQuery[] = [];
  const pool = new pg.Pool({ connectionString: config.databaseUrl, max: 1 });
  const watched: Db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      asked.push(query);
    },
  });
  await ask(watched);
  const times: number[] = [];
  const scans = new Set<string>();
  for (let round = 0; round < 21; round += 1) {
    let time = 0;
    for (const { sql: text, parameters } of asked) {
      const { rows: plan } = await pool.query(`explain (analyze) ${text}`, [...parameters]);
      const lines = plan.map((line) => String(line['QUERY PLAN'])).join('\n');
      time += Number(/Execution Time: ([\d.]+)/.exec(lines)?.[1]);
      for (const [scan] of lines.matchAll(/\w[\w ]* Scan( Backward)? (using|on) \w+/g))
        scans.add(scan);
    }
    times.push(time);
  }
  await watched.destroy();
  times.sort((a, b) => a - b);
  console.log(
    `  ${what}: ${times[10]?.toFixed(2)} ms, at most ${times.at(-1)?.toFixed(2)} (${[...scans].join(', ')})`,
  );
}
