import { z } from 'zod';
import { capitalized } from './collection-field.ts';
import { jsonList, mediaName, optionalMediaName, optionalText, wholeNumber } from './field.ts';
import { Image } from './media.ts';

/**
 * A picture: a file, or the name of an image that is stored already. An empty name removes it. `focus`
 * names the fields of its focal point.
 */
export function picture<const N extends string, const F extends readonly [x: string, y: string]>(
  file: string,
  { name, focus }: { readonly name: N; readonly focus: F },
) {
  return {
    kind: 'picture',
    label: capitalized(name),
    input: optionalMediaName(name)
      .optional()
      .describe(
        `The name of an image from image/add, instead of the file ${file}. Empty to remove it.`,
      ),
    sentAs: name,
    output: Image,
    column: name,
    stored: z.string().nullable(),
    file: { kind: 'image', label: name, focus },
  } as const;
}

/** A part of the focal point of a picture. */
export function focus(name: string, direction: 'horizontal' | 'vertical') {
  const side = direction === 'horizontal' ? 'left' : 'top';
  return {
    kind: 'focus',
    label: `${capitalized(direction)} focus`,
    input: wholeNumber(`${direction} focus`, 0, 100)
      .optional()
      .describe(`The focal point of the ${name}, in percent from the ${side}.`),
    stored: z.int(),
  } as const;
}

const GalleryImage = z
  .object({
    name: z.string().describe('The name of the image, as image/add returned it.'),
    image: Image,
    alt: z.string(),
    caption: z.string(),
    decorative: z.boolean(),
  })
  .meta({ id: 'GalleryImage' });

const GalleryInput = z.strictObject({
  image: mediaName('image'),
  alt: optionalText('alternative text', 300).default(''),
  caption: optionalText('caption', 300).default(''),
  decorative: z.boolean().default(false),
  focalX: wholeNumber('horizontal focus', 0, 100).default(50),
  focalY: wholeNumber('vertical focus', 0, 100).default(50),
});

/** As the column holds it. A changed backup can contain any JSON. */
export const StoredGallery = z.array(
  z.object({
    image: z.string(),
    alt: z.string(),
    caption: z.string(),
    decorative: z.boolean(),
    focalX: z.int(),
    focalY: z.int(),
  }),
);

/** Images with their texts, each with its own focal point. */
export function gallery(maxCount: number) {
  return {
    kind: 'gallery',
    label: 'Gallery',
    input: jsonList('gallery', GalleryInput, maxCount),
    output: z.array(GalleryImage),
    empty: [],
    stored: StoredGallery,
    isDetail: true,
  } as const;
}
