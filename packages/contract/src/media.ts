import { z } from 'zod';

/** The URL of a stored file. The service stores a path and adds the origin to each response. */
export const MediaUrl = z.string();

/** The same for URLs that the service serves itself, even if media has another origin. */
export const ServiceUrl = z.string();

/** A page of the site, and the site. Below the dashboard, the service adds the origin to their path. */
export const SiteLink = z.url();
export const SiteUrl = z.string().describe('The address of the site. Empty if there is none.');

const Variant = z.object({ url: MediaUrl, width: z.int(), height: z.int() });

/** In percent of the image, from the left and from the top, as in CSS `object-position`. */
export const FocalPoint = z.object({ x: z.int(), y: z.int() }).meta({ id: 'FocalPoint' });

/**
 * An image, or an empty `url` if there is none. With the other fields a page can reserve space, show a
 * placeholder and load the smallest sufficient file.
 */
export const Image = z
  .object({
    url: MediaUrl,
    width: z.int().optional(),
    height: z.int().optional(),
    variants: z.array(Variant).optional().describe('Narrower copies, for srcset.'),
    placeholder: z.string().optional().describe('A tiny preview as a data: URL.'),
    focalPoint: FocalPoint.optional().describe(
      'The point that stays visible when the image is cropped.',
    ),
  })
  .meta({ id: 'Image' });

/** An image, or a PDF with an image of its first page. */
export const Document = z
  .object({
    ...Image.shape,
    type: z.string().optional().describe('The media type.'),
    viewUrl: ServiceUrl.optional().describe(
      'Opens a PDF in the browser, with the owner’s name in the file name.',
    ),
    preview: Image.optional().describe('The first page of a PDF.'),
  })
  .meta({ id: 'Document' });

export type FocalPoint = z.infer<typeof FocalPoint>;
export type Image = z.infer<typeof Image>;
export type Document = z.infer<typeof Document>;

export const UPLOAD_LIMIT = 10 * 1024 * 1024;
