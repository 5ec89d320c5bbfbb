import { z } from 'zod';
import { call } from './call.ts';
import { mediaName, wholeNumber } from './field.ts';
import { Image } from './media.ts';
import { routes } from './routes.ts';

/** An uploaded image that projects can use by its name. */
export const LibraryImage = z
  .object({
    name: z.string(),
    image: Image,
    uploadedAt: z.iso.datetime(),
    alt: z.string().describe('The alternative text that a project has for it, or empty.'),
  })
  .meta({ id: 'LibraryImage' });

export const imageCalls = {
  list: call(routes.image.list, {
    about: 'Lists the uploaded images, newest first.',
    query: z.strictObject({
      limit: wholeNumber('limit', 1, 100).default(40),
      before: mediaName('image').optional().describe('The `next` value of the previous page.'),
    }),
    response: { images: z.array(LibraryImage), next: z.string().nullable() },
  }),
  add: call(routes.image.add, {
    about: 'Uploads an image. It is deleted after a week in which nothing uses it.',
    files: { image: { kind: 'image', label: 'image', required: true } },
    response: { image: LibraryImage },
    status: 201,
  }),
};

export type LibraryImage = z.infer<typeof LibraryImage>;
