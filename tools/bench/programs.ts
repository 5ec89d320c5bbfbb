import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@vitrine/testing/postgres';

/** A program of its own, so that what is measured shares no event loop with who measures. */
export interface Program {
  readonly origin: string;
  /** From its start to its first good answer, in milliseconds. */
  readonly startMs: number;
  /** What it holds in memory now, in megabytes. */
  memory(): Promise<number>;
  /** The most that it ever held. */
  mostMemory(): Promise<number>;
  stop(): Promise<void>;
}

export function bare(name: string): URL {
  return new URL(`baseline/${name}.js`, import.meta.url);
}

export interface StartOptions {
  readonly env?: Record<string, string>;
  /** What is asked until it answers well. */
  readonly path?: string;
  readonly port?: number;
}

export async function startProgram(
  program: URL,
  { env = {}, path = '/', port }: StartOptions = {},
): Promise<Program> {
  const listensAt = port ?? (await freePort());
  const origin = `http://127.0.0.1:${listensAt}`;
  const began = performance.now();
  const child = spawn(process.execPath, [program.pathname], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      // As in the image and in the unit.
      MALLOC_ARENA_MAX: '2',
      PORT: String(listensAt),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const megabytes = async (field: 'VmRSS' | 'VmHWM') => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  };
  await answer(child, `${origin}${path}`);
  const startMs = performance.now() - began;
  return {
    origin,
    startMs,
    memory: () => megabytes('VmRSS'),
    mostMemory: () => megabytes('VmHWM'),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function answer(child: ChildProcess, address: string): Promise<void> {
  for (const end = performance.now() + 30_000; performance.now() < end; await sleep(5)) {
    const response = await fetch(address, { method: 'HEAD' }).catch(() => undefined);
    if (response?.ok) return;
    if (child.exitCode !== null) break;
  }
  throw new Error(`${address} does not answer.`);
}
