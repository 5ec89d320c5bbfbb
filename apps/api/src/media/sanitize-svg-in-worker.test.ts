import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';

const ICON = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"/>');

test('replaces an idle worker that fails', async () => {
  // Another test file may have left an idle worker, which would not be noticed below.
  vi.resetModules();
  const { sanitizeSvgInWorker } = await import('./sanitize-svg-in-worker.ts');
  const workers: Worker[] = [];
  const note = (worker: Worker) => workers.push(worker);
  process.on('worker', note);
  onTestFinished(() => {
    process.off('worker', note);
  });
  const uncaught: unknown[] = [];
  const catchError = (error: unknown) => uncaught.push(error);
  process.on('uncaughtException', catchError);
  onTestFinished(() => {
    process.off('uncaughtException', catchError);
  });

  await sanitizeSvgInWorker(ICON);
  const exited = new Promise((resolve) => workers[0]?.once('exit', resolve));
  // Invalid input makes the idle worker throw.
  workers[0]?.postMessage(null);
  await exited;
  expect(uncaught).toEqual([]);

  expect(await sanitizeSvgInWorker(ICON)).toMatchObject({ width: 4, height: 2 });
  expect(workers).toHaveLength(2);
});
