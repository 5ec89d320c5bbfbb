import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { BUILT } from '@vitrine/testing/process';
import { expect, onTestFinished, test } from 'vitest';

test('a build that was moved starts with the code that the build compiled', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-moved-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const dist = join(folder, 'apps/api/dist');
  await cp(dirname(BUILT.pathname), dist, { recursive: true });
  // Without settings, the service loads all of its code and exits.
  const started = promisify(execFile)(process.execPath, [join(dist, 'main.js')], {
    env: { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  const { code, stdout, stderr } = await started.catch((error) => error);
  expect(code).toBe(1);
  expect(`${stdout}${stderr}`).toMatch(/dist\/run-\S+\.js was accepted/);
});
