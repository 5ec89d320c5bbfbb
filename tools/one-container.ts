import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { calls } from '@vitrine/contract/calls';
import { Client } from '@vitrine/testing/api-client';
import { timed } from '@vitrine/testing/statistics';
import { treeOf } from './figures/server-process.ts';

const run = promisify(execFile);
const [PODMAN = 'podman', ...STORE] = (process.env['PODMAN'] ?? 'podman').split(' ');

const PORT = 4078;
const ORIGIN = `http://localhost:${PORT}`;
const SETUP_CODE = 'a-code-for-trying';
const NAME = 'one';

/** Works where this runs in a container itself. */
const HOST = ['--network=host', '--ulimit=nofile=1024:1024', '--ulimit=nproc=1024:1024'];
/** Docker forbids to execute what is in memory, too. */
export const READ_ONLY = [
  ...['--read-only', '--read-only-tmpfs=false', '--tmpfs=/run:mode=1777,noexec'],
  '--security-opt=no-new-privileges',
];
export const RESTRICTED = [...READ_ONLY, '--cap-drop=ALL'];

interface Options {
  readonly image?: string;
  readonly volume: string;
  readonly flags?: readonly string[];
  readonly env?: Record<string, string>;
}

export async function podman(...args: string[]): Promise<string> {
  const { stdout } = await run(PODMAN, [...STORE, ...args]);
  return stdout.trim();
}

/** Starts a container, and waits until it is ready. Returns the milliseconds. */
export async function startNew(options: Options): Promise<number> {
  await podman('rm', '--force', '--time=0', '--ignore', NAME);
  const { ms } = await timed(async () => {
    await podman('run', '--detach', `--name=${NAME}`, ...argsOf(options));
    await waitUntilReady();
  });
  return ms;
}

/** Runs a container that is to end by itself. */
export async function runToEnd(options: Options): Promise<{ code: number; output: string }> {
  return run(PODMAN, [...STORE, 'run', '--rm', ...argsOf(options)]).then(
    ({ stderr }) => ({ code: 0, output: stderr }),
    ({ code, stderr }) => ({ code, output: stderr }),
  );
}

function argsOf({ image = 'one', volume, flags = RESTRICTED, env = {} }: Options): string[] {
  const settings = {
    PORT: String(PORT),
    PUBLIC_URL: ORIGIN,
    SITE_URL: `http://127.0.0.1:${PORT}`,
    SETUP_CODE,
    LOG_LEVEL: 'warn',
    ...env,
  };
  const variables = Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`);
  return [...HOST, ...flags, `--volume=${volume}:/data`, ...variables, image];
}

/** Starts the container again. Returns the milliseconds until it is ready. */
export async function startAgain(): Promise<number> {
  const { ms } = await timed(async () => {
    await podman('start', NAME);
    await waitUntilReady();
  });
  return ms;
}

export async function waitUntilReady(): Promise<void> {
  for (const end = performance.now() + 120_000; performance.now() < end; await sleep(10))
    if (await responds('/readyz')) return;
  throw new Error(`Not ready after 2 minutes:\n${await readLog()}`);
}

export async function responds(path: string, origin = ORIGIN): Promise<boolean> {
  const response = await fetch(`${origin}${path}`).catch(() => undefined);
  await response?.arrayBuffer();
  return response?.ok ?? false;
}

export const visitSite = () => responds('/', `http://127.0.0.1:${PORT}`);

/** Stops the container as an engine does. Returns the milliseconds. */
export async function stop(): Promise<number> {
  const { ms } = await timed(() => podman('stop', '--time=10', NAME));
  const code = await podman('inspect', '--format={{.State.ExitCode}}', NAME);
  if (code !== '0') throw new Error(`The container ended with ${code}:\n${await readLog()}`);
  return ms;
}

/** Kills all processes of the container at once. */
export async function killAll(): Promise<void> {
  process.kill(await mainProcess(), 'SIGKILL');
  await podman('wait', NAME);
}

/** Kills one program of the container: that with this text in its command line, which is the outermost. */
export async function killProgram(text: string): Promise<void> {
  const pid = await findProcess(text);
  process.kill(pid, 'SIGKILL');
}

export async function findProcess(text: string): Promise<number> {
  for (const pid of await treeOf(await mainProcess())) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(text)) return pid;
  }
  throw new Error(`No process in the container is ${text}.`);
}

export function userOf(pid: number): number {
  return statSync(`/proc/${pid}`).uid;
}

/** The proportional set size of all processes, in megabytes. */
export async function measureMemory(): Promise<number> {
  let kilobytes = 0;
  for (const pid of await treeOf(await mainProcess())) {
    const memory = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(memory)?.[1] ?? 0);
  }
  return kilobytes / 1024;
}

async function mainProcess(): Promise<number> {
  return Number(await podman('inspect', '--format={{.State.Pid}}', NAME));
}

export async function readLog(): Promise<string> {
  const { stdout, stderr } = await run(PODMAN, [...STORE, 'logs', NAME]);
  return stdout + stderr;
}

/** Runs a statement in the container's database. */
export function query(sql: string): Promise<string> {
  const script = `read -r major </data/postgres/current; exec /usr/lib/postgresql/$major/bin/psql -h /run/vitrine -U vitrine -XAt -v ON_ERROR_STOP=1 -c "$0"`;
  return podman('exec', NAME, '/bin/sh', '-c', script, sql);
}

/** The paths in the folder of PostgreSQL. The image has a shell, but no ls. */
export async function listFolders(): Promise<string[]> {
  return (await podman('exec', NAME, '/bin/sh', '-c', 'echo /data/postgres/*')).split(' ');
}

/** Creates the owner, and returns a client with the session. */
export async function createOwner(): Promise<Client> {
  const owner = new Client(ORIGIN);
  const { status } = await owner.call(calls.setup.create, {
    json: {
      code: SETUP_CODE,
      fullName: 'Ada Lovelace',
      email: 'ada@example.com',
      password: 'a long one for trying',
    },
  });
  if (status !== 201) throw new Error(`The owner cannot be created: ${status}`);
  // Before that, the site is not there.
  await owner.call(calls.site.publish);
  return owner;
}

export async function addEntry(owner: Client, title: string): Promise<boolean> {
  const json = { title, description: 'x'.repeat(500), from: 2020 };
  const { status } = await owner.call(calls.timeline.add, { json });
  return status === 201;
}

export async function listEntries(owner: Client): Promise<Set<string>> {
  const { status, body } = await owner.call(calls.timeline.list);
  if (status !== 200) throw new Error(`The session is not valid: ${status}`);
  return new Set(body.timelines.map(({ title }) => title));
}
