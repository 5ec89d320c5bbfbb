import { Worker } from 'node:worker_threads';
import { PDF_WORKER } from '../paths.ts';

export interface Page {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A page takes less than a second. On a busy machine, starting the worker alone can take several. */
const TIMEOUT_SECONDS = 20;

/**
 * Renders the first page, or returns undefined if the file cannot be read. PDFium runs as WebAssembly
 * in a worker with a time limit.
 */
export async function renderFirstPage(pdf: Buffer): Promise<Page | undefined> {
  const worker = new Worker(PDF_WORKER, {
    workerData: pdf,
    // The worker must not see the settings.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  const { promise, resolve } = Promise.withResolvers<Page | undefined>();
  const timer = setTimeout(() => resolve(undefined), TIMEOUT_SECONDS * 1000);
  worker.once('message', resolve);
  worker.once('error', () => resolve(undefined));
  worker.once('exit', () => resolve(undefined));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
