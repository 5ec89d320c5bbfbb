import { type ChildProcess, spawn } from 'node:child_process';

/** A program of its own, so that what is measured shares no event loop with who measures. */
export function start(program: URL, environment: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [program.pathname], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Settles when the address answers well. */
export async function until(address: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const response = await fetch(address).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${address} does not answer.`);
}

export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
