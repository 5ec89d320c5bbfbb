import { imageCalls } from '@vitrine/contract/image';
import type { Db } from '../../db/client.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { MediaStore } from '../../media/media-store.ts';
import { findImage, listImages } from './image-store.ts';

/** The library of pictures that case studies and galleries use. */
export function imageRoutes(registerRoute: RegisterRoute, db: Db, media: MediaStore): void {
  registerRoute(imageCalls.list, ({ query }) =>
    listImages(db, { limit: query.limit, before: query.before }),
  );

  registerRoute(imageCalls.add, ({ files, runIdempotently }) =>
    runIdempotently(async (trx) => ({
      image: await findImage(trx, await media.save(trx, files.image)),
    })),
  );
}
