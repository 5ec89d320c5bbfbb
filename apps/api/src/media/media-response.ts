import type { Document, Image } from '@vitrine/contract/media';
import type { ImageMetadata, MediaMetadata } from '../db/media-metadata.ts';
import { typeOfName } from './media-type.ts';

/** Describes a stored file in a response. The serializer adds the origin to the paths. */
export function toDocument(name: string, metadata: MediaMetadata): Document {
  const type = typeOfName(name);
  if (!('preview' in metadata)) return { ...imageOf(name, metadata), type };
  const { preview } = metadata;
  return { url: pathOf(name), type, preview: imageOf(preview.name, preview) };
}

function imageOf(name: string, { width, height, variants, placeholder }: ImageMetadata): Image {
  return {
    url: pathOf(name),
    width,
    height,
    variants: variants.map((copy) => ({
      url: pathOf(copy.name),
      width: copy.width,
      height: copy.height,
    })),
    placeholder: placeholder && `data:image/webp;base64,${placeholder}`,
  };
}

function pathOf(name: string): string {
  return `/media/${name}`;
}
