import type { SoftwareApplication } from '@vitrine/contract/software-application';
import type { Db, Trx } from '../db/client.ts';
import { MEDIA_COLUMNS, type MediaRow, type MediaStore } from '../media/media-store.ts';

export async function listSoftwareApplications(
  db: Db,
  media: MediaStore,
): Promise<SoftwareApplication[]> {
  const rows = await softwareApplications(db).orderBy('software_application.seq').execute();
  return rows.map((row) => toSoftwareApplication(row, media));
}

export async function findSoftwareApplication(
  trx: Trx,
  media: MediaStore,
  id: string,
): Promise<SoftwareApplication | undefined> {
  const row = await softwareApplications(trx)
    .where('software_application.id', '=', id)
    .executeTakeFirst();
  return row && toSoftwareApplication(row, media);
}

export async function addSoftwareApplication(
  trx: Trx,
  softwareApplication: { name: string; svg: string },
): Promise<string> {
  const { id } = await trx
    .insertInto('software_application')
    .values({ name: softwareApplication.name, svg: softwareApplication.svg })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteSoftwareApplication(db: Db, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('software_application')
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

function softwareApplications(db: Db | Trx) {
  return db
    .selectFrom('software_application')
    .innerJoin('media', 'media.name', 'software_application.svg')
    .select(['software_application.id as _id', 'software_application.name', ...MEDIA_COLUMNS]);
}

function toSoftwareApplication(
  row: Omit<SoftwareApplication, 'svg'> & MediaRow,
  media: MediaStore,
): SoftwareApplication {
  return { _id: row._id, name: row.name, svg: media.imageOf(row) };
}
