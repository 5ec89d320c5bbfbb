/** The second half of ops/try-one.sh: tries the container with PostgreSQL inside, and measures it. */
import assert from 'node:assert/strict';
import { chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { median, timed } from '@vitrine/testing/statistics';
import type { Measurement } from './figures/interleave.ts';
import { type Metric, reportMetric } from './figures/metric.ts';
import type { TestRow } from './figures/results.ts';
import {
  addEntry,
  createOwner,
  findProcess,
  killAll,
  killProgram,
  listEntries,
  measureMemory,
  podman,
  query,
  READ_ONLY,
  RESTRICTED,
  readLog,
  runToEnd,
  startAgain,
  startNew,
  stop,
  visitSite,
  waitUntilReady,
} from './one-container.ts';

const KILLS = 100;
const STARTS = 5;
const ENTRIES = 200;
const IDLE_MS = 120_000;
const FOLDER = process.env['FOLDER'] ?? '';
const [BEFORE = '', AFTER = ''] = (process.env['VERSIONS'] ?? '').split(' ');

/** The check finds no row of the other table while a dump is loaded. */
const CANNOT_BE_COPIED = `
  create table z_later as select 1;
  create function has_later() returns boolean language sql as 'select exists (select from public.z_later)';
  create table a_first (id integer check (has_later()));
  insert into a_first values (1);`;

const metrics: Metric[] = [];
const tests: TestRow[] = [];

passed('Version of PostgreSQL', AFTER);
await measureSize();
const owner = await measureStarts();
await measureKills(owner);
await measureRecovery();
await measureIdle();
await refuseSecondContainer();
await runAsOtherUsers();
await tryUpgrade();
await tryFailedUpgrade();
const { FIGURES } = process.env;
if (FIGURES) writeFileSync(FIGURES, JSON.stringify({ metrics, tests }));

function report(
  metric: Pick<Metric, 'id' | 'name' | 'unit' | 'goal'>,
  values: readonly number[],
  ...baselines: readonly Measurement[]
): void {
  metrics.push(reportMetric(metric, [{ name: 'Vitrine', values }, ...baselines]));
}

function passed(test: string, result: string): void {
  console.log(`${test}: ${result}`);
  tests.push({ file: 'ops/try-one.sh', area: '', test, result });
}

async function measureSize(): Promise<void> {
  const [one = 0, vitrine = 0] = await Promise.all(
    ['one', 'vitrine'].map(async (image) =>
      Number(await podman('image', 'inspect', '--format={{.Size}}', image)),
    ),
  );
  report({ id: 'one-image', name: 'Image, unpacked', unit: 'MB' }, [one / 1e6], {
    name: 'the image without PostgreSQL',
    values: [vitrine / 1e6],
  });
}

async function measureStarts(): Promise<Client> {
  const first = await startNew({ volume: 'one' });
  report({ id: 'one-first-start', name: 'First start, until ready', unit: 'ms' }, [first]);
  assert.equal(userOf(await findProcess('bin/postgres')), 10_001);
  const client = await createOwner();
  await addEntry(client, 'first');
  const starts: number[] = [];
  const stops: number[] = [];
  for (let n = 0; n < STARTS; n += 1) {
    stops.push(await stop());
    starts.push(await startAgain());
  }
  report({ id: 'one-start', name: 'Later start, until ready', unit: 'ms' }, starts);
  report({ id: 'one-stop', name: 'Stop, with exit code 0', unit: 'ms' }, stops);
  return client;
}

/** Kills the whole container while four clients write, and then looks for each acknowledged write. */
async function measureKills(client: Client): Promise<void> {
  const acknowledged = new Set<string>();
  const starts: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    let isOver = false;
    const write = async (writer: number) => {
      for (let n = 0; !isOver; n += 1) {
        const title = `${kill}-${writer}-${n}`;
        if (await addEntry(client, title).catch(() => false)) acknowledged.add(title);
        else await sleep(20);
      }
    };
    const writers = [0, 1, 2, 3].map(write);
    await sleep(200 + 1_000 * Math.random());
    await killAll();
    isOver = true;
    await Promise.all(writers);
    starts.push(await startAgain());
  }
  const stored = await listEntries(client);
  const lost = [...acknowledged].filter((title) => !stored.has(title));
  assert.deepEqual(lost, []);
  report({ id: 'one-recovery', name: 'Start after SIGKILL, until ready', unit: 'ms' }, starts);
  passed(
    'SIGKILL of the whole container, while four clients write',
    `${KILLS} kills, ${acknowledged.size} acknowledged writes, 0 lost; ready again after ${seconds(Math.max(...starts))} at most`,
  );
}

async function measureRecovery(): Promise<void> {
  for (const [name, program] of [
    ['PostgreSQL', 'bin/postgres'],
    ['Vitrine', 'dist/main.js'],
  ] as const) {
    const times: number[] = [];
    for (let n = 0; n < STARTS; n += 1) {
      // s6 starts a program once a second at most.
      await sleep(2_000);
      await killProgram(program);
      const { ms } = await timed(async () => {
        await sleep(50);
        if (name === 'PostgreSQL') assert.ok(await visitSite(), 'The site needs the database.');
        await waitUntilReady();
      });
      times.push(ms);
    }
    const site = name === 'PostgreSQL' ? '; pages of the site are served meanwhile' : '';
    passed(
      `SIGKILL of ${name} alone`,
      `${STARTS} kills; ready again after ${seconds(median(times))} (median; ${seconds(Math.max(...times))} at most)${site}`,
    );
  }
}

async function measureIdle(): Promise<void> {
  await stop();
  await startAgain();
  assert.ok(await visitSite());
  await podman('healthcheck', 'run', 'one');
  await sleep(IDLE_MS);
  report(
    {
      id: 'one-idle-memory',
      name: 'Memory, two minutes after the last request',
      unit: 'MB',
      goal: { atMost: 250 },
    },
    [await measureMemory()],
  );
  assert.ok((await measureMemory()) <= 250);
}

async function refuseSecondContainer(): Promise<void> {
  const { code, output } = await runToEnd({ volume: 'one', env: { PORT: '4079' } });
  assert.equal(code, 75);
  assert.match(output, /another container uses this volume/);
  passed('A second container on the volume', 'refused, with exit code 75');
}

async function runAsOtherUsers(): Promise<void> {
  const folder = join(FOLDER, 'bind');
  mkdirSync(folder);
  chownSync(folder, 568, 568);
  await startNew({ volume: folder, flags: [...RESTRICTED, '--user=568:568'] });
  assert.equal(userOf(await findProcess('bin/postgres')), 568);
  await createOwner();
  await stop();
  passed('`--user 568:568` with a folder of the host', 'starts');

  // With the capabilities that an engine gives by default.
  const flags = [...READ_ONLY, '--user=0'];
  await startNew({ volume: folder, flags, env: { PUID: '1000', PGID: '1001' } });
  for (const program of ['s6-svscan', 'bin/postgres', 'dist/main.js'])
    assert.equal(userOf(await findProcess(program)), 1_000);
  const { uid, gid } = statSync(join(folder, 'media'));
  assert.deepEqual([uid, gid], [1_000, 1_001]);
  await stop();
  passed(
    'As root with `PUID` and `PGID`, on the same folder',
    'owns the files, and runs as that user',
  );
}

function userOf(pid: number): number {
  return statSync(`/proc/${pid}`).uid;
}

async function tryUpgrade(): Promise<void> {
  const volume = 'upgrade';
  await startNew({ image: 'one-before', volume });
  const client = await createOwner();
  for (let n = 0; n < ENTRIES; n += 1) await addEntry(client, `entry ${n}`);
  await query(
    `insert into passkey (credential_id, public_key, counter, name, host, is_synced)
     values ('abc', 'key', 3, 'MacBook Air', 'localhost', false)`,
  );
  await client.call(calls.user.forgotPassword, { json: { email: 'ada@example.com' } });
  const [entries, rows] = [await listEntries(client), await countRows()];
  await stop();

  const ms = await startNew({ image: 'one-upgrade', volume });
  assert.match(await readLog(), new RegExp(`PostgreSQL ${BEFORE} was upgraded to ${AFTER}`));
  await expectData(client, AFTER, entries);
  assert.equal(await countRows(), rows);
  report({ id: 'one-upgrade', name: 'Start with an upgrade, until ready', unit: 'ms' }, [ms]);
  const count = rows.split('\n').length;
  passed(
    `Upgrade of PostgreSQL ${BEFORE} to ${AFTER}`,
    `all ${entries.size} entries, the same number of rows in ${count} tables, the session still valid`,
  );

  assert.ok(await addEntry(client, 'after the upgrade'));
  await stop();
  const POSTGRES_ROLLBACK = BEFORE;
  await startNew({ image: 'one-upgrade', volume, env: { POSTGRES_ROLLBACK } });
  await expectData(client, BEFORE, entries);
  await stop();
  await startNew({ image: 'one-upgrade', volume });
  await expectData(client, AFTER, entries);
  await stop();
  const { code, output } = await runToEnd({ image: 'one-before', volume });
  assert.equal(code, 1);
  assert.match(output, new RegExp(`set POSTGRES_ROLLBACK=${BEFORE}`));
  await startNew({ image: 'one-before', volume, env: { POSTGRES_ROLLBACK } });
  await expectData(client, BEFORE, entries);
  await stop();
  passed(
    `Back to PostgreSQL ${BEFORE}, with the newer and the older image`,
    'the same entries and session; the older image refuses without the setting',
  );
}

/** Also proves that the session is valid. */
async function expectData(client: Client, version: string, entries: Set<string>): Promise<void> {
  assert.equal((await query('show server_version')).split('.')[0], version);
  assert.deepEqual(await listEntries(client), entries);
}

/** One line for each table of Vitrine. */
function countRows(): Promise<string> {
  return query(
    `select relname, (xpath('/row/count/text()', query_to_xml('select count(*) from ' || relname, true, true, '')))[1]
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
}

async function tryFailedUpgrade(): Promise<void> {
  const volume = 'broken';
  await startNew({ image: 'one-before', volume });
  const client = await createOwner();
  await addEntry(client, 'first');
  await query(CANNOT_BE_COPIED);
  await stop();
  await startNew({ image: 'one-upgrade', volume });
  assert.match(await readLog(), new RegExp(`PostgreSQL ${BEFORE} stays in use`));
  await expectData(client, BEFORE, new Set(['first']));
  await query('drop table a_first');
  await stop();
  await startNew({ image: 'one-upgrade', volume });
  await expectData(client, AFTER, new Set(['first']));
  await stop();
  passed(
    'An upgrade that fails',
    `PostgreSQL ${BEFORE} stays in use, the log says so, and the next start tries again`,
  );
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
