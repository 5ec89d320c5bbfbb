import { parentPort, workerData } from 'node:worker_threads';
import { PDFiumLibrary } from '@hyzyla/pdfium';

const LARGEST_SIDE = 1600;

const library = await PDFiumLibrary.init();
const document = await library.loadDocument(workerData);
const page = document.getPage(0);
const { originalWidth, originalHeight } = page.getOriginalSize();
const { data, width, height } = await page.render({
  scale: Math.min(4, LARGEST_SIDE / Math.max(originalWidth, originalHeight, 1)),
  render: 'bitmap',
});
parentPort?.postMessage({ bytes: Uint8Array.from(data), width, height });
