import type {
  NewSoftwareApplication,
  SoftwareApplication,
  SoftwareApplicationUpdate,
} from '@vitrine/contract/software-application';
import type { Actor } from '../../content/revision-store.ts';
import { addItem, editItem } from '../../content/write-store.ts';
import type { Db, Trx } from '../../db/client.ts';
import type { ColumnsOf } from '../../db/columns-of.ts';
import type { MediaMetadata } from '../../db/media-metadata.ts';
import { toDocument } from '../../media/media-response.ts';

export async function listSoftwareApplications(db: Db): Promise<SoftwareApplication[]> {
  const rows = await softwareApplications(db).orderBy('software_application.position').execute();
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
  { name, link, svg, icon }: SoftwareApplicationInput,
  actor: Actor,
): Promise<string> {
  const columns = { name, link, svg, icon } satisfies ColumnsOf<SoftwareApplicationInput>;
  return addItem(trx, 'software-application', columns, actor);
}

interface SoftwareApplicationChanges extends SoftwareApplicationUpdate {
  readonly svg?: string;
}

/** Updates the fields that are set. Returns the ID of the revision, if there is one. */
export async function updateSoftwareApplication(
  trx: Trx,
  id: string,
  { name, link, svg, icon }: SoftwareApplicationChanges,
  actor: Actor,
): Promise<string | undefined> {
  const columns = { name, link, svg, icon } satisfies ColumnsOf<SoftwareApplicationChanges>;
  return editItem(trx, { noun: 'software-application', id }, columns, actor);
}

function softwareApplications(db: Db | Trx) {
  return db
    .selectFrom('software_application')
    .innerJoin('media', 'media.name', 'software_application.svg')
    .select([
      'software_application.id as _id',
      'software_application.name',
      'software_application.link',
      'software_application.icon',
      'media.name as file',
      'media.metadata',
    ]);
}

type Row = Required<Omit<SoftwareApplication, 'svg'>> & { file: string; metadata: MediaMetadata };

function toSoftwareApplication({ file, metadata, ...row }: Row): SoftwareApplication {
  return { ...row, svg: toDocument(file, metadata) };
}
