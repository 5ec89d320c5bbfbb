import { sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';
import { lock, lockShared } from '../db/locks.ts';
import type { MediaFiles } from './media-files.ts';
import type { PreparedMedia } from './media-pipeline.ts';

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

export function mediaStore(files: MediaFiles) {
  return {
    /**
     * Stores the files, then the row, in the transaction that will refer to it: a crash in between
     * leaves files that nobody names, never a name without its file.
     */
    async save(trx: Trx, prepared: PreparedMedia): Promise<string> {
      await lockShared(trx, 'media');
      for (const file of prepared.files) await files.write(file.name, file.bytes);
      await trx
        .insertInto('media')
        .values({
          name: prepared.name,
          metadata: JSON.stringify(prepared.metadata),
          files: prepared.files.map((file) => file.name),
        })
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet((row) => ({
            metadata: row.ref('excluded.metadata'),
            files: row.ref('excluded.files'),
            orphaned_at: null,
          })),
        )
        .execute();
      return prepared.name;
    },

    /** Forgets media that nothing has shown for the grace time, then removes files that nobody names. */
    async sweep(db: Db): Promise<{ removed: number }> {
      await deleteOrphans(db);
      let removed = 0;
      for await (const batch of batchesOf(files.list(), 200))
        removed += await removeUnreferenced(db, batch);
      return { removed };
    },
  };

  async function deleteOrphans(db: Db): Promise<void> {
    const referred = isReferenced();
    await sql`update media set orphaned_at = null where orphaned_at is not null and ${referred}`.execute(
      db,
    );
    await sql`update media set orphaned_at = now() where orphaned_at is null and not ${referred}`.execute(
      db,
    );
    await sql`delete from media
      where orphaned_at < now() - interval '1 day' * ${GRACE_DAYS} and not ${referred}`.execute(db);
  }

  /** Alone with the files: an upload holds the same lock from its first file to its commit. */
  async function removeUnreferenced(db: Db, names: string[]): Promise<number> {
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

/** Whether a row of media is shown by something. */
export function isReferenced() {
  return sql<boolean>`(${sql.join(
    REFERENCES.map(
      ([table, column]) =>
        sql`exists (select from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = media.name)`,
    ),
    sql` or `,
  )})`;
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
