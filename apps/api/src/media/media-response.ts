import type { Document, Image } from '@vitrine/contract/media';
import type { ImageMetadata, MediaMetadata } from '../db/media-metadata.ts';
import { typeOfName } from './media-type.ts';

/** Describes a stored file in a response. The serializer adds the origin to the paths. */
export function toDocument(name: string, metadata: MediaMetadata): Document {
  const type = typeOfName(name);
  if (!('preview' in metadata)) return { ...toImage(name, metadata), type };
  const { preview } = metadata;
  return { url: toPath(name), type, preview: toImage(preview.name, preview) };
}

function toImage(name: string, { width, height, variants, placeholder }: ImageMetadata): Image {
  return {
    url: toPath(name),
    width,
    height,
    variants: variants.map((copy) => ({
      url: toPath(copy.name),
      width: copy.width,
      height: copy.height,
    })),
    placeholder: placeholder && `data:image/webp;base64,${placeholder}`,
  };
}

function toPath(name: string): string {
  return `/media/${name}`;
}
