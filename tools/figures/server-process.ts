import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@vitrine/testing/postgres';

/** A statement as the service sends it. */
export interface Statement {
  readonly text: string;
  readonly values: readonly string[];
}

/** A server in its own process, so that it shares no event loop with the load generator. */
export interface ServerProcess {
  readonly origin: string;
  /** From spawn to the first successful response, in milliseconds. */
  readonly startMs: number;
  /** The memory of the process and its helpers, in megabytes. */
  memory(): Promise<number>;
  /** The most that it took while the work was done. */
  peakMemory(work: () => Promise<unknown>): Promise<number>;
  stop(): Promise<void>;
}

interface StartOptions {
  readonly env?: Record<string, string>;
  /** Requested until it succeeds. */
  readonly path?: string;
}

/** Starts a bare server from the folder `baseline`. */
export function startBaseline(name: string, env: Record<string, string> = {}) {
  return startServer(new URL(`baseline/${name}.js`, import.meta.url), { env });
}

/** Starts a bare server that runs these statements for each request and serializes the response in a file. */
export function startQueryBaseline(
  name: 'http-pg' | 'fastify-pg',
  { databaseUrl }: { readonly databaseUrl: string },
  statements: readonly Statement[],
  response?: string,
) {
  return startBaseline(name, {
    DATABASE_URL: databaseUrl,
    STATEMENTS: JSON.stringify(statements),
    ...(response && { RESPONSE: response }),
  });
}

export async function startServer(
  program: URL,
  { env = {}, path = '/' }: StartOptions = {},
): Promise<ServerProcess> {
  const port = env['PORT'] ?? (await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = spawn(process.execPath, [program.pathname], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      // The image and the systemd unit set them, too.
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '131072',
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await waitForSuccess(child, `${origin}${path}`);
  const startMs = performance.now() - began;
  const memory = () => memoryOfTree(Number(child.pid));
  return {
    origin,
    startMs,
    memory,
    async peakMemory(work) {
      let peak = await memory();
      let isDone = false;
      const sampling = (async () => {
        for (; !isDone; await sleep(50)) peak = Math.max(peak, await memory());
      })();
      await work().finally(() => {
        isDone = true;
      });
      await sampling;
      return peak;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Counts the program's own file, which all processes of the tree share, once. */
async function memoryOfTree(pid: number): Promise<number> {
  const processes = await Promise.all((await treeOf(pid)).map(readMemory));
  const own = processes.reduce((sum, { anonymous }) => sum + anonymous, 0);
  return (own + Math.max(...processes.map(({ file }) => file))) / 1024;
}

/** The process and all that it started, directly or not. */
export async function treeOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const trees = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(treeOf));
  return [pid, ...trees.flat()];
}

/** In kilobytes. A helper may end at any time. */
async function readMemory(pid: number): Promise<{ anonymous: number; file: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const read = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  return { anonymous: read('RssAnon') + read('RssShmem'), file: read('RssFile') };
}

async function waitForSuccess(child: ChildProcess, url: string): Promise<void> {
  for (const end = performance.now() + 30_000; performance.now() < end; await sleep(5)) {
    const response = await fetch(url).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok) return;
    if (child.exitCode !== null) break;
  }
  throw new Error(`${url} does not respond.`);
}
