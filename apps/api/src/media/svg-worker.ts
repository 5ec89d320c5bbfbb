import { parentPort } from 'node:worker_threads';
import { InvalidMediaError } from './media-error.ts';
import { sanitizeSvg } from './sanitize-svg.ts';

parentPort?.on('message', (bytes: Uint8Array) => {
  try {
    parentPort?.postMessage(sanitizeSvg(Buffer.from(bytes)));
  } catch (error) {
    if (!(error instanceof InvalidMediaError)) throw error;
    parentPort?.postMessage({ reason: error.message });
  }
});
