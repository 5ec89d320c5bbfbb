import { Worker } from 'node:worker_threads';
import { limitConcurrency } from '../concurrency.ts';
import { SVG_WORKER } from '../paths.ts';
import { InvalidMediaError, UNREADABLE } from './media-error.ts';
import type { SanitizedSvg } from './sanitize-svg.ts';

const TIMEOUT_SECONDS = 10;
/** A restore processes many icons in a row. After this pause, the worker's memory is released. */
const IDLE_MS = 5_000;

type Result = { bytes: Uint8Array; width: number; height: number } | { reason: string };

const run = limitConcurrency(1);
let idle: { worker: Worker; timer: NodeJS.Timeout } | undefined;

/**
 * Sanitizes an SVG in a worker, because 1 MB of XML takes seconds and would block all requests. The
 * worker is terminated if it takes too long, or if it was idle for a while.
 */
export function sanitizeSvgInWorker(bytes: Buffer): Promise<SanitizedSvg> {
  return run(async () => {
    const worker = takeWorker();
    const result = await resultOf(worker, bytes);
    if (!result) {
      await worker.terminate();
      throw new InvalidMediaError(UNREADABLE);
    }
    idle = { worker, timer: setTimeout(terminateIdle, IDLE_MS).unref() };
    if ('reason' in result) throw new InvalidMediaError(result.reason);
    return { ...result, bytes: Buffer.from(result.bytes) };
  });
}

function takeWorker(): Worker {
  const idleWorker = idle?.worker;
  clearTimeout(idle?.timer);
  idle = undefined;
  if (idleWorker) return idleWorker;
  const worker = new Worker(SVG_WORKER, {
    // The worker must not see the settings.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  // An idle worker must not keep the process running. While it works, the timer does.
  worker.unref();
  // Without a listener, a failing idle worker would end the process.
  worker.on('error', () => forget(worker)).on('exit', () => forget(worker));
  return worker;
}

function forget(worker: Worker): void {
  if (idle?.worker !== worker) return;
  clearTimeout(idle.timer);
  idle = undefined;
}

function terminateIdle(): void {
  void idle?.worker.terminate();
  idle = undefined;
}

/** Resolves with undefined if the worker fails or takes too long. */
async function resultOf(worker: Worker, bytes: Buffer): Promise<Result | undefined> {
  const { promise, resolve } = Promise.withResolvers<Result | undefined>();
  const timer = setTimeout(() => resolve(undefined), TIMEOUT_SECONDS * 1000);
  const fail = () => resolve(undefined);
  worker.once('message', resolve).once('error', fail).once('exit', fail);
  worker.postMessage(bytes);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.off('message', resolve).off('error', fail).off('exit', fail);
  }
}
