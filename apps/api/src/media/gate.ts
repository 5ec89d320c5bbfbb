import type { FileKind } from '@vitrine/contract/call';
import type { ImageMetadata, MediaMetadata } from '../db/media-metadata.ts';
import { fewAtATime } from '../few-at-a-time.ts';
import { checksumOf } from './media-files.ts';
import { ACCEPTED, ACCEPTED_WORDS, detectType, type MediaType } from './media-type.ts';
import { paintFirstPage } from './pdf.ts';
import { UNREADABLE, UnusableMedia } from './unusable-media.ts';

/** An upload that has passed the gate: safe bytes under their own names, not yet stored. */
export interface PreparedMedia {
  readonly name: string;
  readonly metadata: MediaMetadata;
  readonly files: readonly { name: string; bytes: Buffer }[];
}

/** One alone may take some hundred megabytes, and all cores. */
const run = fewAtATime(1);

/** The one gate: nothing that a person uploads is stored but through here. */
export async function prepareMedia(bytes: Buffer, kind: FileKind): Promise<PreparedMedia> {
  const type = detectType(bytes);
  if (type === undefined || !ACCEPTED[kind].includes(type)) {
    throw new UnusableMedia(`must be ${ACCEPTED_WORDS[kind]}.`);
  }
  return run(() => prepareAs(type, bytes));
}

async function prepareAs(type: MediaType, bytes: Buffer): Promise<PreparedMedia> {
  // Image code is large and few requests need it: it is loaded with the first picture.
  if (type === 'svg') {
    const { cleanSvg } = await import('./svg.ts');
    return named(type, { ...cleanSvg(bytes), variants: [], placeholder: '' });
  }
  const raster = await import('./raster.ts');
  if (type !== 'pdf') return named(type, await raster.encodeRaster(bytes, type).catch(unreadable));
  const page = await paintFirstPage(bytes);
  const preview = named('png', await raster.encodePage(page ?? unreadable()).catch(unreadable));
  const file = { name: nameOf(bytes, 'pdf'), bytes };
  return {
    name: file.name,
    metadata: { preview: { name: preview.name, ...preview.metadata } },
    files: [file, ...preview.files],
  };
}

/** Whatever broke while it was decoded, unless there is something better to say. */
function unreadable(cause?: unknown): never {
  throw cause instanceof UnusableMedia ? cause : new UnusableMedia(UNREADABLE);
}

interface Encoded {
  bytes: Buffer;
  width: number;
  height: number;
  variants: readonly { bytes: Buffer; width: number; height: number }[];
  placeholder: string;
}

function named(
  type: MediaType,
  { bytes, width, height, variants, placeholder }: Encoded,
): PreparedMedia & { metadata: ImageMetadata } {
  const file = { name: nameOf(bytes, type), bytes };
  const copies = variants.map((copy) => ({ ...copy, name: nameOf(copy.bytes, 'webp') }));
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

function nameOf(bytes: Buffer, extension: MediaType): string {
  return `${checksumOf(bytes)}.${extension}`;
}
