import type { Document, Image } from '@vitrine/contract/media';
import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';
import { lock, lockShared } from '../db/locks.ts';
import type { Media } from '../db/tables.ts';
import type { PreparedMedia } from './gate.ts';
import type { MediaFiles } from './media-files.ts';

/** What a list selects of `media` beside its own columns, to show a picture with each item. */
export const MEDIA_COLUMNS = [
  'media.name as mediaName',
  'media.type as mediaType',
  'media.width as mediaWidth',
  'media.height as mediaHeight',
  'media.placeholder as mediaPlaceholder',
  'media.variants as mediaVariants',
  'media.preview as mediaPreview',
] as const;

export interface MediaRow {
  readonly mediaName: string;
  readonly mediaType: string;
  readonly mediaWidth: number | null;
  readonly mediaHeight: number | null;
  readonly mediaPlaceholder: string;
  readonly mediaVariants: Selectable<Media>['variants'];
  readonly mediaPreview: string | null;
}

/** How long a file stays after the last item that showed it has gone. */
const GRACE_DAYS = 7;

/** The tables that refer to media, and by which column. */
const REFERENCES = [
  ['owner', 'avatar'],
  ['owner', 'resume'],
  ['project', 'banner'],
  ['skill', 'svg'],
  ['software_application', 'svg'],
] as const;

export type MediaStore = ReturnType<typeof mediaStore>;

export function mediaStore(files: MediaFiles, publicUrl: string) {
  const urlOf = (name: string) => `${publicUrl}/media/${name}`;

  function imageOf(row: MediaRow): Image {
    return {
      url: urlOf(row.mediaName),
      ...(row.mediaWidth !== null && { width: row.mediaWidth }),
      ...(row.mediaHeight !== null && { height: row.mediaHeight }),
      variants: row.mediaVariants.map(({ name, width, height }) => ({
        url: urlOf(name),
        width,
        height,
      })),
      placeholder: row.mediaPlaceholder,
    };
  }

  return {
    imageOf,

    documentOf(row: MediaRow): Document {
      if (row.mediaPreview === null) return { type: row.mediaType, ...imageOf(row) };
      return {
        type: row.mediaType,
        url: urlOf(row.mediaName),
        preview: imageOf({ ...row, mediaName: row.mediaPreview }),
      };
    },

    /**
     * Stores the files, then the row, in the transaction that will refer to it: a crash in between
     * leaves files that nobody names, never a name without its file.
     */
    async keep(trx: Trx, prepared: PreparedMedia): Promise<string> {
      await lockShared(trx, 'media');
      for (const file of prepared.files) await files.write(file.name, file.bytes);
      await trx
        .insertInto('media')
        .values({
          name: prepared.name,
          type: prepared.type,
          width: prepared.width,
          height: prepared.height,
          placeholder: prepared.placeholder,
          variants: JSON.stringify(prepared.variants),
          preview: prepared.preview,
          files: prepared.files.map((file) => file.name),
        })
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet((row) => ({
            type: row.ref('excluded.type'),
            width: row.ref('excluded.width'),
            height: row.ref('excluded.height'),
            placeholder: row.ref('excluded.placeholder'),
            variants: row.ref('excluded.variants'),
            preview: row.ref('excluded.preview'),
            files: row.ref('excluded.files'),
            orphaned_at: null,
          })),
        )
        .execute();
      return prepared.name;
    },

    async find(db: Db | Trx, names: string[]): Promise<Map<string, MediaRow>> {
      if (names.length === 0) return new Map();
      const rows = await db
        .selectFrom('media')
        .select(MEDIA_COLUMNS)
        .where('name', 'in', names)
        .execute();
      return new Map(rows.map((row) => [row.mediaName, row]));
    },

    /** Forgets media that nothing has shown for the grace time, then removes files that nobody names. */
    async sweep(db: Db): Promise<{ removed: number }> {
      await forgetOrphans(db);
      let removed = 0;
      for await (const batch of batchesOf(files.list(), 200))
        removed += await removeUnnamed(db, batch);
      return { removed };
    },
  };

  async function forgetOrphans(db: Db): Promise<void> {
    const referred = sql.join(
      REFERENCES.map(
        ([table, column]) =>
          sql`exists (select from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = media.name)`,
      ),
      sql` or `,
    );
    await sql`update media set orphaned_at = null where orphaned_at is not null and (${referred})`.execute(
      db,
    );
    await sql`update media set orphaned_at = now() where orphaned_at is null and not (${referred})`.execute(
      db,
    );
    await sql`delete from media
      where orphaned_at < now() - interval '1 day' * ${GRACE_DAYS} and not (${referred})`.execute(
      db,
    );
  }

  /** Alone with the files: an upload holds the same lock from its first file to its commit. */
  async function removeUnnamed(db: Db, names: string[]): Promise<number> {
    return db.transaction().execute(async (trx) => {
      await lock(trx, 'media');
      const { rows } = await sql<{ name: string }>`
        select name from unnest(${names}::text[]) as given (name)
        where not exists (select from media where media.files @> array[given.name])`.execute(trx);
      for (const { name } of rows) await files.remove(name);
      return rows.length;
    });
  }
}

async function* batchesOf(names: AsyncIterable<string>, size: number): AsyncIterable<string[]> {
  let batch: string[] = [];
  for await (const name of names) {
    batch.push(name);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
