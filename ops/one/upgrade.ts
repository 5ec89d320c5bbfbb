import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { clusterOf, copyTemplate, type Place, useCluster } from './volume.ts';

const run = promisify(execFile);

const CONFIG = join(import.meta.dirname, 'postgresql.conf');

/** The disk may be slow. A server reads the log of a crash before it is ready, and writes its memory before it stops. */
const LIMIT_MS = 600_000;

interface Versions {
  readonly from: number;
  readonly to: number;
}

interface Server {
  readonly major: number;
  /** The folder of its socket. */
  readonly host: string;
  readonly process: ChildProcess;
}

/**
 * Copies the whole database into a cluster of the newer version, and uses that if it has the same rows.
 * The cluster of the older version is only read.
 */
export async function upgrade(place: Place, { from, to }: Versions): Promise<void> {
  const program = (name: string) => join(place.servers, String(to), 'bin', name);
  const folder = copyTemplate(place, to);
  const old = startServer(place, from, clusterOf(place, from), [
    'default_transaction_read_only=on',
  ]);
  const next = startServer(place, to, folder);
  try {
    await Promise.all([waitFor(old, program), waitFor(next, program)]);
    await copyDatabase(old, next, program);
    const [before, after] = [await countRows(old, program), await countRows(next, program)];
    if (before !== after) throw new Error(`the copy has other rows:\n${before}\n${after}`);
  } finally {
    await Promise.all([stop(old), stop(next)]);
  }
  await syncFiles(place);
  useCluster(place, to);
}

/** Waits until the files are on the disk. */
export function syncFiles({ data }: Place): Promise<unknown> {
  return run('sync', ['-f', data]);
}

type Program = (name: string) => string;

function startServer(
  place: Place,
  major: number,
  folder: string,
  settings: readonly string[] = [],
): Server {
  const host = `/run/vitrine/${major}`;
  mkdirSync(host, { recursive: true });
  rmSync(join(folder, 'postmaster.pid'), { force: true });
  const values = [
    ...[`config_file=${CONFIG}`, `unix_socket_directories=${host}`, 'autovacuum=off'],
    ...settings,
  ];
  const args = ['-D', folder, ...values.flatMap((value) => ['-c', value])];
  const command = join(place.servers, String(major), 'bin/postgres');
  return {
    major,
    host,
    process: spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] }),
  };
}

/** Waits until a server accepts connections. */
export async function waitFor(
  { major, host, process }: Server,
  program: Program,
  limit = LIMIT_MS,
): Promise<void> {
  const isReady = () =>
    run(program('pg_isready'), ['-q', '-h', host]).then(
      () => true,
      () => false,
    );
  for (const end = performance.now() + limit; !(await isReady()); await sleep(50)) {
    if (hasEnded(process)) throw new Error(`PostgreSQL ${major} does not start`);
    if (performance.now() > end)
      throw new Error(`PostgreSQL ${major} is not ready after ${limit / 1000} seconds`);
  }
}

/** Fails if the server does not stop in time, and ends it: nothing else would, and the container could not start. */
export async function stop({ major, process }: Server, limit = LIMIT_MS): Promise<void> {
  if (hasEnded(process)) return;
  const exited = once(process, 'exit', { signal: AbortSignal.timeout(limit) });
  process.kill('SIGINT');
  await exited.catch(() => {
    process.kill('SIGKILL');
    throw new Error(`PostgreSQL ${major} has not stopped after ${limit / 1000} seconds`);
  });
}

/** A process that was killed has no exit code. */
function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

const DATABASE = ['-U', 'vitrine', '-d', 'vitrine'];

/** With the programs of the newer version, as PostgreSQL recommends. */
async function copyDatabase(old: Server, next: Server, program: Program): Promise<void> {
  const dump = spawn(program('pg_dump'), ['-h', old.host, ...DATABASE], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const restore = spawn(
    program('psql'),
    ['-X', '-q', '-1', '-v', 'ON_ERROR_STOP=1', '-h', next.host, ...DATABASE],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  );
  const exits = Promise.all([once(dump, 'exit'), once(restore, 'exit')]);
  // If psql fails, the pipe breaks, and the exit codes say so.
  await pipeline(dump.stdout, restore.stdin).catch(() => {});
  for (const [code] of await exits) if (code !== 0) throw new Error('the copy failed');
  await query(next, program, 'analyze');
}

/** One line for each table, with the number of its rows. */
async function countRows(server: Server, program: Program): Promise<string> {
  const counts = await query(
    server,
    program,
    `select string_agg(format('select %L, count(*) from %I.%I', nspname || '.' || relname, nspname, relname),
       ' union all ' order by nspname, relname)
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p', 'm') and nspname !~ '^pg_' and nspname <> 'information_schema'`,
  );
  return query(server, program, counts);
}

/** Columns are separated by `|`. */
async function query({ host }: Server, program: Program, sql: string): Promise<string> {
  const { stdout } = await run(program('psql'), [
    '-X',
    '-A',
    '-t',
    '-h',
    host,
    ...DATABASE,
    '-c',
    sql,
  ]);
  return stdout.trim();
}
