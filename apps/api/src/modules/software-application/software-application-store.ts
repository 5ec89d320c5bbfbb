import type {
  NewSoftwareApplication,
  SoftwareApplication,
} from '@vitrine/contract/software-application';
import type { Db, Trx } from '../../db/client.ts';
import type { ColumnsOf } from '../../db/columns-of.ts';
import type { MediaMetadata } from '../../db/media-metadata.ts';
import { toDocument } from '../../media/media-response.ts';

export async function listSoftwareApplications(db: Db): Promise<SoftwareApplication[]> {
  const rows = await softwareApplications(db).orderBy('software_application.seq').execute();
  return rows.map(toSoftwareApplication);
}

export async function findSoftwareApplication(
  trx: Trx,
  id: string,
): Promise<SoftwareApplication | undefined> {
  const found = await softwareApplications(trx)
    .where('software_application.id', '=', id)
    .executeTakeFirst();
  return found && toSoftwareApplication(found);
}

interface SoftwareApplicationInput extends NewSoftwareApplication {
  /** The name of the stored icon. */
  readonly svg: string;
}

export async function addSoftwareApplication(
  trx: Trx,
  { name, svg }: SoftwareApplicationInput,
): Promise<string> {
  const columns = { name, svg } satisfies ColumnsOf<SoftwareApplicationInput>;
  const { id } = await trx
    .insertInto('software_application')
    .values(columns)
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
    .select([
      'software_application.id as _id',
      'software_application.name',
      'media.name as icon',
      'media.metadata',
    ]);
}

type Row = Required<Omit<SoftwareApplication, 'svg'>> & { icon: string; metadata: MediaMetadata };

function toSoftwareApplication({ icon, metadata, ...row }: Row): SoftwareApplication {
  return { ...row, svg: toDocument(icon, metadata) };
}
