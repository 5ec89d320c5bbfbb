import { createHash } from 'node:crypto';
import type { FileField } from '@vitrine/contract/call';
import type { Document } from '@vitrine/contract/media';
import { fewAtATime } from '../few-at-a-time.ts';
import { addressOf } from './media-address.ts';
import {
  ACCEPTED,
  ACCEPTED_WORDS,
  CONTENT_TYPES,
  detectType,
  type MediaType,
} from './media-type.ts';
import { paintFirstPage } from './pdf.ts';
import { cleanSvg } from './svg.ts';

/** An upload that has passed the gate: safe bytes under their own names, not yet stored. */
export interface PreparedMedia {
  readonly name: string;
  readonly shown: Document;
  readonly files: readonly { name: string; bytes: Buffer }[];
}

/** Why an upload was turned away, in words for the person. */
export class UnusableMedia extends Error {}

const run = fewAtATime(2);

/** The one gate: nothing that a person uploads is stored but through here. */
export async function prepareMedia(
  bytes: Buffer,
  { kind, label }: FileField,
): Promise<PreparedMedia> {
  const type = detectType(bytes);
  if (type === undefined || !ACCEPTED[kind].includes(type)) {
    throw new UnusableMedia(`The ${label} must be ${ACCEPTED_WORDS[kind]}.`);
  }
  const prepared = await run(() => prepareAs(type, bytes));
  if (prepared === undefined) {
    throw new UnusableMedia(`The ${label} cannot be read. Try another file, or save it again.`);
  }
  return prepared;
}

async function prepareAs(type: MediaType, bytes: Buffer): Promise<PreparedMedia | undefined> {
  if (type === 'svg') return prepareSvg(bytes);
  // Image code is large and few requests need it: it is loaded with the first picture.
  const raster = await import('./raster.ts');
  if (type !== 'pdf') {
    const encoded = await raster.encodeRaster(bytes, type).catch(() => undefined);
    return encoded && named(type, encoded);
  }
  const page = await paintFirstPage(bytes);
  if (page === undefined) return undefined;
  const preview = named('png', await raster.encodePage(page));
  const file = { name: nameOf(bytes, 'pdf'), bytes };
  return {
    name: file.name,
    shown: { url: addressOf(file.name), type: CONTENT_TYPES.pdf, preview: preview.shown },
    files: [file, ...preview.files],
  };
}

function prepareSvg(bytes: Buffer): PreparedMedia | undefined {
  const clean = cleanSvg(bytes);
  return clean && named('svg', { ...clean, variants: [], placeholder: '' });
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
): PreparedMedia {
  const file = { name: nameOf(bytes, type), bytes };
  const copies = variants.map((copy) => ({ ...copy, name: nameOf(copy.bytes, 'webp') }));
  return {
    name: file.name,
    shown: {
      url: addressOf(file.name),
      type: CONTENT_TYPES[type],
      width,
      height,
      variants: copies.map((copy) => ({
        url: addressOf(copy.name),
        width: copy.width,
        height: copy.height,
      })),
      placeholder,
    },
    files: [file, ...copies],
  };
}

function nameOf(bytes: Buffer, extension: MediaType): string {
  return `${createHash('sha256').update(bytes).digest('hex')}.${extension}`;
}
