import { crc32, deflateSync } from 'node:zlib';
import { icon, paint, pdf } from './pictures.ts';

const picture = (width: number, height: number) =>
  paint({ width, height, from: [200, 120, 80], to: [40, 60, 90], seed: 7 });

/** Painting and encoding take up to seconds, so each picture is made once. */
const encoded = new Map<string, Promise<Buffer>>();

async function encode(
  format: 'png' | 'jpeg' | 'webp' | 'avif',
  width: number,
  height: number,
): Promise<Buffer> {
  const key = `${format} ${width} ${height}`;
  const options = format === 'avif' ? { effort: 0 } : {};
  const bytes = encoded.get(key) ?? picture(width, height).toFormat(format, options).toBuffer();
  encoded.set(key, bytes);
  return bytes;
}

/** Files of every accepted type. */
export const uploads = {
  png: async (width = 64, height = 36) => file(await encode('png', width, height), 'a.png'),
  jpg: async (width = 64, height = 36) => file(await encode('jpeg', width, height), 'a.jpg'),
  webp: async () => file(await encode('webp', 640, 360), 'a.webp'),
  avif: async () => file(await encode('avif', 320, 180), 'a.avif'),
  svg: () => file(icon('Ada Lovelace', '#1f6f5c'), 'a.svg'),
  pdf: () => file(pdf(['Ada Lovelace', 'First programmer', 'London']), 'resume.pdf'),
};

export function file(
  content: Buffer | string,
  name: string,
  type = 'application/octet-stream',
): File {
  return new File([new Uint8Array(Buffer.from(content))], name, { type });
}

/** A black image with one bit per pixel: 30 KB can hold 250 million pixels. */
export function blankPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
