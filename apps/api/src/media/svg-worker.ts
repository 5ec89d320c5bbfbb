import { parentPort } from 'node:worker_threads';
import { cleanSvg } from './svg.ts';
import { UnusableMedia } from './unusable-media.ts';

parentPort?.on('message', (bytes: Uint8Array) => {
  try {
    parentPort?.postMessage(cleanSvg(Buffer.from(bytes)));
  } catch (error) {
    if (!(error instanceof UnusableMedia)) throw error;
    parentPort?.postMessage({ reason: error.message });
  }
});
