import type { FileKind } from '@vitrine/contract/call';
import type { ImageMetadata, MediaMetadata } from '../db/media-metadata.ts';
import { type EncodedMedia, encodeMedia } from './encode-media.ts';
import { InvalidMediaError } from './media-error.ts';
import { hashContent } from './media-files.ts';
import { ACCEPTED, ACCEPTED_DESCRIPTIONS, detectType, type MediaType } from './media-type.ts';

/** A processed upload that is safe to serve and not stored yet. */
export interface PreparedMedia {
  readonly name: string;
  readonly metadata: MediaMetadata;
  readonly files: readonly { name: string; bytes: Buffer }[];
}

/** Validates and processes an upload. Every upload goes through this function. */
export async function prepareMedia(bytes: Buffer, kind: FileKind): Promise<PreparedMedia> {
  const type = detectType(bytes);
  if (type === undefined || !ACCEPTED[kind].includes(type)) {
    throw new InvalidMediaError(`must be ${ACCEPTED_DESCRIPTIONS[kind]}.`);
  }
  const encoded = await encodeMedia(type, bytes);
  if (type !== 'pdf') return named(type, encoded);
  const preview = named('png', encoded);
  const file = { name: makeName(bytes, 'pdf'), bytes };
  return {
    name: file.name,
    metadata: { preview: { name: preview.name, ...preview.metadata } },
    files: [file, ...preview.files],
  };
}

function named(
  type: MediaType,
  { bytes, width, height, variants, placeholder }: EncodedMedia,
): PreparedMedia & { metadata: ImageMetadata } {
  const file = { name: makeName(bytes, type), bytes };
  const copies = variants.map((copy) => ({ ...copy, name: makeName(copy.bytes, 'webp') }));
  return {
    name: file.name,
    metadata: {
      width,
      height,
      variants: copies.map(({ name, ...copy }) => ({
        name,
        width: copy.width,
        height: copy.height,
      })),
      placeholder,
    },
    files: [file, ...copies],
  };
}

function makeName(bytes: Buffer, extension: MediaType): string {
  return `${hashContent(bytes)}.${extension}`;
}
