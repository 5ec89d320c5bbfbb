import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Runs the seed in its own process, with these settings and no others. */
export async function runSeed(settings: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'seed.ts')], {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The demo portfolio could not be added.');
}
