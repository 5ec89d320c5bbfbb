import type { FileKind } from '@vitrine/contract/call';

/** The accepted types, detected by content. The names are the extensions of stored files. */
export type MediaType = keyof typeof CONTENT_TYPES;

export const CONTENT_TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
} as const;

/** The content type of a stored file. */
export function typeOfName(name: string): string | undefined {
  return Object.entries(CONTENT_TYPES).find(([extension]) => name.endsWith(`.${extension}`))?.[1];
}

const RASTERS = ['png', 'jpg', 'gif', 'webp', 'avif'] as const;

export const ACCEPTED: Record<FileKind, readonly MediaType[]> = {
  image: RASTERS,
  icon: ['svg', ...RASTERS],
  document: ['pdf', ...RASTERS],
};

export const ACCEPTED_DESCRIPTIONS: Record<FileKind, string> = {
  image: 'a PNG, JPG, GIF, WebP or AVIF image',
  icon: 'an SVG, PNG, JPG, GIF, WebP or AVIF image',
  document: 'a PDF, or a PNG, JPG, GIF, WebP or AVIF image',
};

/** Detects the type by the first bytes. The file name and the declared type are ignored. */
export function detectType(bytes: Buffer): MediaType | undefined {
  if (bytes.subarray(0, 8).equals(PNG)) return 'png';
  if (bytes.subarray(0, 3).equals(JPG)) return 'jpg';
  const start = bytes.subarray(0, 16).toString('latin1');
  if (/^GIF8[79]a/.test(start)) return 'gif';
  if (/^RIFF.{4}WEBP/s.test(start)) return 'webp';
  if (/^.{4}ftypavi[fs]/s.test(start)) return 'avif';
  if (start.startsWith('%PDF-')) return 'pdf';
  const text = bytes
    .subarray(0, 64 * 1024)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  return text.startsWith('<') && /<([\w-]+:)?svg[\s>]/.test(text) ? 'svg' : undefined;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPG = Buffer.from([0xff, 0xd8, 0xff]);
