import { parentPort } from 'node:worker_threads';
import { UnusableMedia } from './media-error.ts';
import { cleanSvg } from './svg.ts';

parentPort?.on('message', (bytes: Uint8Array) => {
  try {
    parentPort?.postMessage(cleanSvg(Buffer.from(bytes)));
  } catch (error) {
    if (!(error instanceof UnusableMedia)) throw error;
    parentPort?.postMessage({ reason: error.message });
  }
});
