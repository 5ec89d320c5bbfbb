/**
 * `npm run bench:growth`: whether what grows stays flat: the first and the 10,000th page of
 * 1,000,000 messages, and a list of 10,000 projects.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readConfig } from '../../apps/api/src/config.ts';
import { connect } from '../../apps/api/src/db/client.ts';
import { startService } from '../../apps/api/src/service.ts';
import { freePort, startPostgres } from '../postgres.ts';

const MESSAGES = 1_000_000;
const PROJECTS = 10_000;
const PAGE = 10_000;
const LIMIT = 50;
const ROUNDS = 200;

const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
const postgres = await startPostgres();
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
await explain(
  `select seq, id, sender_name, subject, email, message, created_at from message where seq < ${rows[0]?.seq} order by seq desc limit ${LIMIT + 1}`,
);

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
    await sql`insert into message (sender_name, subject, email, message)
      select 'Visitor ' || n, 'Subject ' || n, 'v' || n || '@example.com', repeat('Hello there. ', 20)
      from generate_series(1, ${MESSAGES}) as n`.execute(trx);
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

async function explain(statement: string): Promise<void> {
  const { rows: plan } = await sql<Record<string, string>>`explain ${sql.raw(statement)}`.execute(
    db,
  );
  console.log(plan.map((row) => `  ${row['QUERY PLAN']}`).join('\n'));
}
