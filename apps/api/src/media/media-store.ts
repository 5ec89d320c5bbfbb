import { hasDrafts } from '@vitrine/contract/define-published';
import { ALL_DEFINED } from '@vitrine/contract/defined-collections';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';
import { mediaColumns } from '../db/collection-columns.ts';
import { lock, lockShared } from '../db/locks.ts';
import type { MediaFiles } from './media-files.ts';
import type { PreparedMedia } from './media-pipeline.ts';

/** Days that a file stays after its last use. */
export const MEDIA_GRACE_DAYS = 7;

/** The columns that hold the name of a file. */
const REFERENCES = [
  'owner.avatar',
  'owner.resume',
  ...ALL_DEFINED.flatMap((collection) =>
    mediaColumns(collection).map((column) => `${collection.facts.table}.${column}`),
  ),
];

/** The columns that hold a list of names. */
const LISTS = [
  ...ALL_DEFINED.filter(hasDrafts).map(({ facts }) => `${facts.table}.media`),
  'trash.media',
  'revision.media',
];

export type MediaStore = ReturnType<typeof mediaStore>;

export function mediaStore(files: MediaFiles) {
  return {
    /**
     * Stores the files, then the row, in the transaction that references it. A crash in between
     * leaves unused files, never a row without its files.
     */
    async save(trx: Trx, prepared: PreparedMedia, isAuthorPhoto = false): Promise<string> {
      await lockShared(trx, 'media');
      for (const file of prepared.files) await files.write(file.name, file.bytes);
      await trx
        .insertInto('media')
        .values({
          name: prepared.name,
          metadata: JSON.stringify(prepared.metadata),
          files: prepared.files.map((file) => file.name),
          is_author_photo: isAuthorPhoto,
        })
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet((row) => ({
            metadata: row.ref('excluded.metadata'),
            files: row.ref('excluded.files'),
            orphaned_at: null,
            // The owner has the same image, which a withdrawal must not delete.
            is_author_photo: sql`media.is_author_photo and excluded.is_author_photo`,
          })),
        )
        .execute();
      return prepared.name;
    },

    removeUnreferenced,

    /** Deletes media that was unused for the grace period, then files without a row. */
    async sweep(db: Db): Promise<{ removed: number }> {
      await deleteOrphans(db);
      let removed = 0;
      for await (const batch of splitBatches(files.list(), 200))
        removed += await removeUnreferenced(db, batch);
      return { removed };
    },
  };

  async function deleteOrphans(db: Db): Promise<void> {
    const referred = await isReferenced(db);
    await sql`update media set orphaned_at = null where orphaned_at is not null and ${referred}`.execute(
      db,
    );
    await sql`update media set orphaned_at = now() where orphaned_at is null and not ${referred}`.execute(
      db,
    );
    await sql`delete from media
      where orphaned_at < now() - interval '1 day' * ${MEDIA_GRACE_DAYS} and not ${referred}`.execute(
      db,
    );
  }

  /** Deletes the files that no row has. Takes the lock exclusively: an upload shares it from its first file to its commit. */
  async function removeUnreferenced(db: Db, names: string[]): Promise<number> {
    return db.transaction().execute(async (trx) => {
      await lock(trx, 'media');
      const { rows } = await sql<{ name: string }>`
        select name from unnest(${names}::text[]) as stored (name)
        where not exists (select from media where media.files @> array[stored.name])`.execute(trx);
      for (const { name } of rows) await files.remove(name);
      return rows.length;
    });
  }
}

/** SQL condition: a table references the row of `media`. An older schema has only some of the columns. */
export async function isReferenced(db: Db | Trx): Promise<RawBuilder<boolean>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select relname as table, attname as column
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = current_schema()::regnamespace
      and relname || '.' || attname = any(${[...REFERENCES, ...LISTS]})`.execute(db);
  const conditions = rows.map(({ table, column }) => {
    const value = sql.ref(`${table}.${column}`);
    const isUsed = LISTS.includes(`${table}.${column}`)
      ? sql`${value} @> array[media.name]`
      : sql`${value} = media.name`;
    return sql`exists (select from ${sql.table(table)} where ${isUsed})`;
  });
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

async function* splitBatches(names: AsyncIterable<string>, size: number): AsyncIterable<string[]> {
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
