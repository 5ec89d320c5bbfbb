import { Worker } from 'node:worker_threads';
import { PDF_WORKER } from '../paths.ts';

export interface Page {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const SECONDS = 5;

/**
 * Paints the first page. PDFium runs in WebAssembly in a thread of its own, which is ended when it
 * takes too long: a bad file can cost some seconds of one core.
 * Returns nothing when the file cannot be read.
 */
export async function renderFirstPage(pdf: Buffer): Promise<Page | undefined> {
  const worker = new Worker(PDF_WORKER, {
    workerData: pdf,
    // It has no business with our settings.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  const { promise, resolve } = Promise.withResolvers<Page | undefined>();
  const timer = setTimeout(() => resolve(undefined), SECONDS * 1000);
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
