import { Worker } from 'node:worker_threads';
import { limitConcurrency } from '../concurrency.ts';
import { SVG_WORKER } from '../paths.ts';
import { InvalidMediaError, UNREADABLE } from './media-error.ts';
import type { SanitizedSvg } from './sanitize-svg.ts';

const SECONDS = 10;
/** A restore brings many icons one after the other. Afterwards the memory is given back. */
const IDLE_MS = 5_000;

type Result = { bytes: Uint8Array; width: number; height: number } | { reason: string };

const run = limitConcurrency(1);
let idle: { worker: Worker; timer: NodeJS.Timeout } | undefined;

/**
 * Cleans an icon in a thread of its own: a megabyte of XML takes seconds, in which nobody else would
 * be answered. The thread is ended when it takes too long, and when there has been no work for a while.
 */
export function sanitizeSvgInWorker(bytes: Buffer): Promise<SanitizedSvg> {
  return run(async () => {
    const worker = takeWorker();
    const result = await resultOf(worker, bytes);
    if (!result) {
      await worker.terminate();
      throw new InvalidMediaError(UNREADABLE);
    }
    idle = { worker, timer: setTimeout(endIdle, IDLE_MS).unref() };
    if ('reason' in result) throw new InvalidMediaError(result.reason);
    return { ...result, bytes: Buffer.from(result.bytes) };
  });
}

function takeWorker(): Worker {
  const kept = idle?.worker;
  clearTimeout(idle?.timer);
  idle = undefined;
  if (kept) return kept;
  const worker = new Worker(SVG_WORKER, {
    // It has no business with our settings.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  // While there is work, the time limit keeps the process; an idle thread must not.
  worker.unref();
  // Without a listener, a thread that fails when nobody waits for it would end the process.
  worker.on('error', () => forget(worker)).on('exit', () => forget(worker));
  return worker;
}

function forget(worker: Worker): void {
  if (idle?.worker !== worker) return;
  clearTimeout(idle.timer);
  idle = undefined;
}

function endIdle(): void {
  void idle?.worker.terminate();
  idle = undefined;
}

/** Nothing, when the thread takes too long or fails. */
async function resultOf(worker: Worker, bytes: Buffer): Promise<Result | undefined> {
  const { promise, resolve } = Promise.withResolvers<Result | undefined>();
  const timer = setTimeout(() => resolve(undefined), SECONDS * 1000);
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
