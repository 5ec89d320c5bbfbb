import { z } from 'zod';

/** Where a stored file is served. The service keeps a path, and adds the origin when it answers. */
export const MediaUrl = z.string();

/** The same for what only the service itself serves, also where media are loaded from elsewhere. */
export const ServiceUrl = z.string();

const Variant = z.object({ url: MediaUrl, width: z.int(), height: z.int() });

/** In percent of the picture, from its left and from its top, as in CSS `object-position`. */
export const FocalPoint = z.object({ x: z.int(), y: z.int() }).meta({ id: 'FocalPoint' });

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
    focalPoint: FocalPoint.optional().describe('What stays visible when the image is cropped.'),
  })
  .meta({ id: 'Image' });

/** A document is an image, or a PDF with a picture of its first page. */
export const Document = z
  .object({
    ...Image.shape,
    type: z.string().optional().describe('Its media type.'),
    viewUrl: ServiceUrl.optional().describe(
      'Opens a PDF in the browser, under a name that says whose it is.',
    ),
    preview: Image.optional().describe('The first page, when the document is a PDF.'),
  })
  .meta({ id: 'Document' });

export type FocalPoint = z.infer<typeof FocalPoint>;
export type Image = z.infer<typeof Image>;
export type Document = z.infer<typeof Document>;

export const UPLOAD_LIMIT = 10 * 1024 * 1024;
