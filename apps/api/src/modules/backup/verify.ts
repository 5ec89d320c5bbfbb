import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { isIntact, type MediaFiles } from '../../media/media-files.ts';

/** Reads every stored file and compares it with the checksum in its name. */
export async function verify(
  db: Db,
  files: MediaFiles,
  onProgress: (done: number, of: number) => void = () => {},
) {
  const { rows } = await sql<{ name: string }>`
    select distinct unnest(files) as name from media order by 1`.execute(db);
  const named = new Set(rows.map(({ name }) => name));
  const stored: string[] = [];
  for await (const name of files.list()) stored.push(name);
  const storedNames = new Set(stored);
  const missing = rows.map(({ name }) => name).filter((name) => !storedNames.has(name));
  const damaged: string[] = [];
  for (const [done, name] of stored.entries()) {
    onProgress(done, stored.length);
    if (named.has(name) && !isIntact(name, await buffer(files.read(name)))) damaged.push(name);
  }
  onProgress(stored.length, stored.length);
  const extra = stored.filter((name) => !named.has(name));
  return {
    checked: stored.length,
    /** Files that the database refers to but storage does not have. */
    missing,
    /** Stored files that nothing refers to. The next sweep removes them. */
    extra,
    /** Stored files whose bytes changed. */
    damaged,
  };
}
