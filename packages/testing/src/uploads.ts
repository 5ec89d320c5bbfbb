import { crc32, deflateSync } from 'node:zlib';
import { icon, paint, pdf } from './pictures.ts';

const picture = (width: number, height: number) =>
  paint({ width, height, from: [200, 120, 80], to: [40, 60, 90], seed: 7 });

/** Files of every accepted type. */
export const uploads = {
  png: async (width = 640, height = 360) =>
    file(await picture(width, height).png().toBuffer(), 'a.png'),
  jpg: async (width = 640, height = 360) =>
    file(await picture(width, height).jpeg().toBuffer(), 'a.jpg'),
  webp: async () => file(await picture(640, 360).webp().toBuffer(), 'a.webp'),
  avif: async () => file(await picture(320, 180).avif({ effort: 0 }).toBuffer(), 'a.avif'),
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
