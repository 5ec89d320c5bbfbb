import { randomBytes } from 'node:crypto';
import type { CopyStep } from '@vitrine/contract/copy';
import { COPY_STEPS, type CopyStepName } from '@vitrine/contract/options';
import { CopyError } from './copy-error.ts';
import type { Destination } from './destination.ts';

/** Does what an update needs, with a file of its own. The steps after a failure are skipped. */
export async function testDestination(destination: Destination): Promise<CopyStep[]> {
  const bytes = Buffer.from(`A test of Vitrine: ${randomBytes(8).toString('hex')}\n`);
  let written: Awaited<ReturnType<Destination['tryWrite']>> | undefined;
  const run: Readonly<Record<CopyStepName, () => Promise<string>>> = {
    reach: () => destination.reach(),
    async write() {
      written = await destination.tryWrite(bytes);
      return 'Wrote a small file.';
    },
    async read() {
      const found = await written?.read();
      await written?.remove();
      if (!found?.equals(bytes))
        throw new CopyError('Another file was read than the one that was written.');
      return 'Read the file back, and deleted it.';
    },
  };
  const steps: CopyStep[] = [];
  for (const name of COPY_STEPS)
    if (steps.some(({ state }) => state === 'failed'))
      steps.push({ name, state: 'skipped', message: '' });
    else
      steps.push(
        await run[name]().then(
          (message): CopyStep => ({ name, state: 'passed', message }),
          (error): CopyStep => ({ name, state: 'failed', message: reasonOf(error) }),
        ),
      );
  return steps;
}

function reasonOf(error: unknown): string {
  if (error instanceof CopyError) return error.message;
  throw error;
}
