import type { FileKind } from '@vitrine/contract/call';
import { limitConcurrency } from '../concurrency.ts';
import type { ImageMetadata, MediaMetadata } from '../db/media-metadata.ts';
import { InvalidMediaError, UNREADABLE } from './media-error.ts';
import { checksumOf } from './media-files.ts';
import { ACCEPTED, ACCEPTED_DESCRIPTIONS, detectType, type MediaType } from './media-type.ts';
import { renderFirstPage } from './pdf-preview.ts';
import { sanitizeSvgInWorker } from './sanitize-svg-in-worker.ts';

/** A processed upload that is safe to serve and not stored yet. */
export interface PreparedMedia {
  readonly name: string;
  readonly metadata: MediaMetadata;
  readonly files: readonly { name: string; bytes: Buffer }[];
}

/** One image can take hundreds of megabytes and all cores. */
const run = limitConcurrency(1);

/** Validates and processes an upload. Every upload goes through this function. */
export async function prepareMedia(bytes: Buffer, kind: FileKind): Promise<PreparedMedia> {
  const type = detectType(bytes);
  if (type === undefined || !ACCEPTED[kind].includes(type)) {
    throw new InvalidMediaError(`must be ${ACCEPTED_DESCRIPTIONS[kind]}.`);
  }
  return run(() => prepareAs(type, bytes));
}

async function prepareAs(type: MediaType, bytes: Buffer): Promise<PreparedMedia> {
  if (type === 'svg') {
    return named(type, { ...(await sanitizeSvgInWorker(bytes)), variants: [], placeholder: '' });
  }
  // Loaded with the first image, because the library is large and few requests need it.
  const raster = await import('./raster.ts');
  if (type !== 'pdf') return named(type, await raster.encodeRaster(bytes, type).catch(unreadable));
  const page = await renderFirstPage(bytes);
  const preview = await named(
    'png',
    await raster.encodePage(page ?? unreadable()).catch(unreadable),
  );
  const file = { name: await nameOf(bytes, 'pdf'), bytes };
  return {
    name: file.name,
    metadata: { preview: { name: preview.name, ...preview.metadata } },
    files: [file, ...preview.files],
  };
}

/** Any decoding error means that the file is unreadable, unless it has its own message. */
function unreadable(cause?: unknown): never {
  throw cause instanceof InvalidMediaError ? cause : new InvalidMediaError(UNREADABLE);
}

interface Encoded {
  bytes: Buffer;
  width: number;
  height: number;
  variants: readonly { bytes: Buffer; width: number; height: number }[];
  placeholder: string;
}

async function named(
  type: MediaType,
  { bytes, width, height, variants, placeholder }: Encoded,
): Promise<PreparedMedia & { metadata: ImageMetadata }> {
  const file = { name: await nameOf(bytes, type), bytes };
  const copies = await Promise.all(
    variants.map(async (copy) => ({ ...copy, name: await nameOf(copy.bytes, 'webp') })),
  );
  return {
    name: file.name,
    metadata: {
      width,
      height,
      variants: copies.map((copy) => ({
        name: copy.name,
        width: copy.width,
        height: copy.height,
      })),
      placeholder,
    },
    files: [file, ...copies],
  };
}

async function nameOf(bytes: Buffer, extension: MediaType): Promise<string> {
  return `${await checksumOf(bytes)}.${extension}`;
}
