import { z } from 'zod';

/** Where a stored file is served. The service keeps a path, and adds the origin when it answers. */
export const MediaUrl = z.string();

const Variant = z.object({ url: MediaUrl, width: z.int(), height: z.int() });

/**
 * An image. `url` is empty when there is none; the rest lets a page reserve its place, show
 * something at once and load no more pixels than it needs.
 */
export const Image = z
  .object({
    url: MediaUrl,
    width: z.int().optional(),
    height: z.int().optional(),
    variants: z.array(Variant).optional().describe('Narrower copies, for srcset.'),
    placeholder: z.string().optional().describe('A few pixels of it, as a data: address.'),
  })
  .meta({ id: 'Image' });

/** A document is an image, or a PDF with a picture of its first page. */
export const Document = z
  .object({
    ...Image.shape,
    type: z.string().optional().describe('Its media type.'),
    preview: Image.optional().describe('The first page, when the document is a PDF.'),
  })
  .meta({ id: 'Document' });

export type Image = z.infer<typeof Image>;
export type Document = z.infer<typeof Document>;

export const UPLOAD_LIMIT = 10 * 1024 * 1024;
