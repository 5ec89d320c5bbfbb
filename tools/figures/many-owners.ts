import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runSeed } from '@vitrine/demo/run-seed';
import { type Postgres, startPostgres } from '@vitrine/testing/postgres';
import { BUILT } from '@vitrine/testing/process';
import { runSql } from '@vitrine/testing/query';
import {
  type HeldSocket,
  holdSockets,
  type SocketHolder,
  type Started,
} from '@vitrine/testing/socket-holder';
import { timed } from '@vitrine/testing/statistics';
import type { Measurement } from './interleave.ts';
import { type Metric, reportMetric } from './metric.ts';
import { treeOf } from './server-process.ts';

const OWNERS = 200;
/** Only these have a database. */
const WOKEN = 20;
/** By then, the renderers of pages have ended. */
const IDLE_MS = 120_000;

export async function measureManyOwners(): Promise<Metric[]> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-many-'));
  const postgres = await startPostgres({ durable: false });
  const holder = await holdSockets(OWNERS, BUILT);
  try {
    await runSql(postgres.url('postgres'), 'create database owner_0');
    await runSeed({ DATABASE_URL: postgres.url('owner_0'), MEDIA_DIR: folder });
    for (let n = 1; n < WOKEN; n += 1)
      await runSql(
        postgres.url('postgres'),
        `create database owner_${n} template owner_0 strategy file_copy`,
      );
    return await measure(postgres, holder, folder);
  } finally {
    await holder.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  postgres: Postgres,
  holder: SocketHolder,
  folder: string,
): Promise<Metric[]> {
  const [server] = await runSql(
    postgres.url('owner_0'),
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid,
       pg_database_size(current_database()) / 1024 / 1024 as megabytes`,
  );
  const measurePostgres = () => measurePss(Number(server?.['pid']));
  const owners = holder.sockets.slice(0, WOKEN);
  const settings = (n: number) => ({ DATABASE_URL: postgres.url(`owner_${n}`), MEDIA_DIR: folder });

  const alone = await measurePostgres();
  const asleep = alone + (await measurePss(holder.pid));
  const wakes: number[] = [];
  const reads: number[] = [];
  const processes: Started[] = [];
  for (const [n, socket] of owners.entries()) {
    const { result, ms } = await timed(() => wake(socket, settings(n)));
    wakes.push(ms);
    processes.push(result);
    reads.push((await timed(() => read(socket))).ms);
  }
  await sleep(IDLE_MS);
  const awake = await Promise.all(processes.map(async ({ pid }) => measurePss(await pid)));
  const awakePostgres = ((await measurePostgres()) - alone) / WOKEN;
  for (const { pid, exitCode } of processes) {
    process.kill(await pid, 'SIGTERM');
    await exitCode;
  }
  const together = await timed(() =>
    Promise.all(owners.map((socket, n) => wake(socket, settings(n)))),
  );

  const metric = (
    id: string,
    name: string,
    unit: 'MB' | 'ms',
    values: readonly number[],
    ...baselines: readonly Measurement[]
  ) => reportMetric({ id, name, unit }, [{ name: 'Vitrine', values }, ...baselines]);
  return [
    metric(
      'sleeping-memory',
      `Memory of ${OWNERS} sleeping owners, with PostgreSQL`,
      'MB',
      [asleep],
      { name: 'PostgreSQL alone', values: [alone] },
    ),
    metric('awake-memory', 'Memory of an awake owner', 'MB', awake),
    metric('awake-postgres', 'Memory of PostgreSQL for an awake owner', 'MB', [awakePostgres]),
    metric('owner-database', 'Database of an owner', 'MB', [Number(server?.['megabytes'])]),
    metric('wake', 'First page after sleep', 'ms', wakes, {
      name: 'the same page, awake',
      values: reads,
    }),
    metric('wake-max', `First page after sleep, slowest of ${WOKEN}`, 'ms', [Math.max(...wakes)]),
    metric('wake-together', `${WOKEN} owners woken at once, until the last page`, 'ms', [
      together.ms,
    ]),
  ];
}

/** Starts the service as the first request arrives, and waits for the home page of the site. */
async function wake(socket: HeldSocket, settings: Record<string, string>) {
  const started = socket.start({
    ...settings,
    // As in the units of owners.
    NODE_ENV: 'production',
    DATABASE_POOL: '3',
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    LOG_LEVEL: 'error',
    PUBLIC_URL: socket.origin.replace('127.0.0.1', 'localhost'),
    SITE_URL: socket.origin,
  });
  await read(socket);
  return started;
}

async function read({ origin }: HeldSocket): Promise<void> {
  const response = await fetch(origin);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${origin}: ${response.status}`);
}

/** The proportional set size of a process and its children, which divides shared memory among its users. */
async function measurePss(root: number): Promise<number> {
  let kilobytes = 0;
  for (const pid of await treeOf(root)) {
    // A child may end at any time.
    const memory = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(memory)?.[1] ?? 0);
  }
  if (kilobytes === 0) throw new Error(`The memory of process ${root} cannot be read.`);
  return kilobytes / 1024;
}
