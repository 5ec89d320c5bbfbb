import { PDFiumLibrary } from '@hyzyla/pdfium';

const MAX_SIDE = 1600;

// The limit of the process covers only the JavaScript heap, not the memory of WebAssembly.
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

export interface Page {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Renders the first page of a PDF as RGBA pixels. PDFium runs as WebAssembly. */
export async function renderFirstPage(pdf: Buffer): Promise<Page> {
  // A new one for each file, because after a failure the library keeps its memory.
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const page = document.getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const { data, width, height } = await page.render({
    scale: Math.min(4, MAX_SIDE / Math.max(originalWidth, originalHeight, 1)),
    render: 'bitmap',
  });
  return { bytes: Uint8Array.from(data), width, height };
}
