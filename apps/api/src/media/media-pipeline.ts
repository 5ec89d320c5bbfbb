import type { FileKind } from '@vitrine/contract/call';
import { limitConcurrency } from '../concurrency.ts';
import type { ImageMetadata, MediaMetadata } from '../db/media-metadata.ts';
import { InvalidMediaError, UNREADABLE } from './media-error.ts';
import { checksumOf } from './media-files.ts';
import { ACCEPTED, ACCEPTED_DESCRIPTIONS, detectType, type MediaType } from './media-type.ts';
import { renderFirstPage } from './pdf-preview.ts';
import { sanitizeSvgInWorker } from './sanitize-svg-in-worker.ts';

/** An upload that has passed the gate: safe bytes under their own names, not yet stored. */
export interface PreparedMedia {
  readonly name: string;
  readonly metadata: MediaMetadata;
  readonly files: readonly { name: string; bytes: Buffer }[];
}

/** One alone may take some hundred megabytes, and all cores. */
const run = limitConcurrency(1);

/** The one gate: nothing that a person uploads is stored but through here. */
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
  // Image code is large and few requests need it: it is loaded with the first picture.
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

/** Whatever broke while it was decoded, unless there is something better to say. */
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
