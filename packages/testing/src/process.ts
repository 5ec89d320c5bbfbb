import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from './api-client.ts';
import { freePort } from './postgres.ts';

const SOURCE = new URL('../../../apps/api/src/', import.meta.url);

export interface Run {
  readonly code: number | null;
  readonly output: string;
}

/** Runs one of the programs to its end, with lines for it to read, in the folder that is named. */
export async function run(
  program: string,
  args: string[],
  env: Record<string, string>,
  input = '',
  folder?: string,
): Promise<Run> {
  const child = start(new URL(program, SOURCE), args, env, folder);
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
  /** The same, with the lines of its log that were still to be written: they go out together. */
  log(): Promise<string>;
  /** Settles when the path answers with this status. */
  until(path: string, status: number): Promise<void>;
  signal(name: NodeJS.Signals): Promise<number | null>;
}

/** What `npm run build` makes of it, and what runs in production. */
export const BUILT = new URL('../../../apps/api/dist/main.js', import.meta.url);

/** The service as a process of its own. */
export async function startProcess(
  env: Record<string, string>,
  program = new URL('main.ts', SOURCE),
): Promise<ServiceProcess> {
  const port = env['PORT'] ?? String(await freePort());
  const settings = { PORT: port, LOG_LEVEL: 'error', PUBLIC_URL: `http://localhost:${port}` };
  const child = start(program, [], { ...settings, ...env });
  const output = collect(child);
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
    async until(path, status) {
      for (const end = Date.now() + 20_000; Date.now() < end; await sleep(50)) {
        const response = await fetch(`${origin}${path}`).catch(() => undefined);
        if (response?.status === status) return;
        if (child.exitCode !== null) break;
      }
      throw new Error(`${path} did not become ${status}. ${output()}`);
    },
    async signal(name) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      child.kill(name);
      const [code] = await once(child, 'close');
      return code;
    },
  };
  await service.until('/healthz', 200);
  return service;
}

/** What one process compiled, the next need not. */
const COMPILED = new URL('../../../node_modules/.cache/vitrine', import.meta.url).pathname;

function start(
  program: URL,
  args: string[],
  env: Record<string, string>,
  cwd?: string,
): ChildProcess {
  return spawn(process.execPath, [program.pathname, ...args], {
    ...(cwd && { cwd }),
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: 'pipe',
  });
}

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk));
  return () => text;
}

/** A way to the database that can be cut and mended, as when it restarts or the network goes. */
export async function startTcpProxy(url: string) {
  const target = new URL(url);
  const port = await freePort();
  const sockets = new Set<Socket>();
  let server = listen();

  function listen() {
    return createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one);
        one.pipe(other);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
      }
    }).listen(port, '127.0.0.1');
  }

  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    async cut() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    restore() {
      server = listen();
    },
  };
}
