import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from './api-client.ts';

const API = new URL('../../../apps/api/', import.meta.url);

/** The result of `npm run build`, which runs in production. */
export const BUILT = new URL('dist/main.js', API);

/** CI sets TEST_BUILD after a build, because built programs start in a fraction of the time. */
const BUILT_PROGRAMS = new Map(
  process.env['TEST_BUILD']
    ? [
        ['main.ts', BUILT],
        ['vitrine.ts', new URL('dist/vitrine.js', API)],
      ]
    : [],
);

/** Where to find a program of the service, given its path in `src`. */
export function locateProgram(path: string): URL {
  return BUILT_PROGRAMS.get(path) ?? new URL(`src/${path}`, API);
}

export interface Run {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program of the service until it exits, with this text as its input. A URL is that of a copy. */
export async function run(
  program: string | URL,
  args: string[],
  env: Record<string, string>,
  input = '',
  folder?: string,
): Promise<Run> {
  const url = typeof program === 'string' ? locateProgram(program) : program;
  const child = start(url, args, env, folder);
  const output = collect(child);
  child.stdin?.end(input);
  const [code] = await once(child, 'close');
  return { code, output: output() };
}

export interface ServiceProcess {
  readonly origin: string;
  readonly pid: number;
  readonly client: () => Client;
  readonly output: () => string;
  /** The output, after waiting for buffered log lines. */
  log(): Promise<string>;
  /** Waits until the path returns this status. */
  waitForStatus(path: string, status: number): Promise<void>;
  signal(name: NodeJS.Signals): Promise<number | null>;
  /** Resolves with the exit code. */
  readonly exited: Promise<number | null>;
}

const START_TIMEOUT_MS = 60_000;

/** Starts the service as a process, on a port that the system chooses unless PORT is set. */
export async function startProcess(
  env: Record<string, string>,
  program = locateProgram('main.ts'),
): Promise<ServiceProcess> {
  const child = start(program, [], { PORT: '0', LOG_LEVEL: 'error', ...env });
  const output = collect(child);
  const exited = once(child, 'close').then(([code]) => code);
  const port = env['PORT'] ?? (await portOf(child, output));
  const origin = `http://127.0.0.1:${port}`;
  const service: ServiceProcess = {
    origin,
    pid: child.pid ?? 0,
    output,
    async log() {
      await sleep(700);
      return output();
    },
    client: () => new Client(origin),
    async waitForStatus(path, status) {
      for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end; await sleep(50)) {
        const response = await fetch(`${origin}${path}`).catch(() => undefined);
        if (response?.status === status) return;
        if (child.exitCode !== null) break;
      }
      throw new Error(`${path} did not return ${status}. ${output()}`);
    },
    async signal(name) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      child.kill(name);
      return exited;
    },
    exited,
  };
  await service.waitForStatus('/healthz', 200);
  return service;
}

/** Waits for the line in which the service reports its port. */
async function portOf(child: ChildProcess, output: () => string): Promise<string> {
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end; await sleep(20)) {
    const port = /^Listening on \S+:(\d+)$/m.exec(output())?.[1];
    if (port) return port;
    if (child.exitCode !== null || child.signalCode !== null) break;
  }
  child.kill('SIGKILL');
  throw new Error(`The service did not start. ${output()}`);
}

/** Shared by all processes, so that each module is compiled once. */
const COMPILE_CACHE = new URL('../../../node_modules/.cache/vitrine', import.meta.url).pathname;

function start(
  program: URL,
  args: string[],
  env: Record<string, string>,
  cwd?: string,
): ChildProcess {
  return spawn(process.execPath, [program.pathname, ...args], {
    ...(cwd && { cwd }),
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
    stdio: 'pipe',
  });
}

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk));
  return () => text;
}

/** Forwards connections to a server until they are cut, as when the network fails. */
export async function startTcpProxy(url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((incoming) => {
    // Still listening, so that no other process can take the port.
    if (isCut) return incoming.resetAndDestroy();
    const outgoing = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    // Without the folder of the socket.
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port), search: '' })
      .href,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    restore() {
      isCut = false;
    },
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
