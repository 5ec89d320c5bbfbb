import { parentPort, workerData } from 'node:worker_threads';
import { PDFiumLibrary } from '@hyzyla/pdfium';

const MAX_SIDE = 1600;

// Worker resource limits cover only the JavaScript heap, not the memory of WebAssembly.
const MEMORY_LIMIT = 256 * 1024 * 1024;
const PAGE = 64 * 1024;
declare const WebAssembly: {
  Memory: { prototype: { buffer: ArrayBuffer; grow(pages: number): number } };
};
const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function limited(pages) {
  if (this.buffer.byteLength + pages * PAGE > MEMORY_LIMIT) throw new RangeError('Too large.');
  return grow.call(this, pages);
};

const library = await PDFiumLibrary.init();
const document = await library.loadDocument(workerData);
const page = document.getPage(0);
const { originalWidth, originalHeight } = page.getOriginalSize();
const { data, width, height } = await page.render({
  scale: Math.min(4, MAX_SIDE / Math.max(originalWidth, originalHeight, 1)),
  render: 'bitmap',
});
parentPort?.postMessage({ bytes: Uint8Array.from(data), width, height });
