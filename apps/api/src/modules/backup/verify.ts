import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { isIntact, type MediaFiles } from '../../media/media-files.ts';

/** What does not fit between the database and the stored files. */
export interface Integrity {
  readonly checked: number;
  /** Named by the database, and not there. */
  readonly missing: string[];
  /** There, and named by nothing; the next sweep removes them. */
  readonly extra: string[];
  /** There, with other bytes than it was stored with. */
  readonly wrong: string[];
}

/** Reads every file: its name is the checksum of what must be in it. */
export async function verify(
  db: Db,
  files: MediaFiles,
  onProgress: (done: number, of: number) => void = () => {},
): Promise<Integrity> {
  const { rows } = await sql<{ name: string }>`
    select distinct unnest(files) as name from media order by 1`.execute(db);
  const named = new Set(rows.map(({ name }) => name));
  const stored: string[] = [];
  for await (const name of files.list()) stored.push(name);
  const there = new Set(stored);
  const missing = rows.map(({ name }) => name).filter((name) => !there.has(name));
  const wrong: string[] = [];
  for (const [done, name] of stored.entries()) {
    onProgress(done, stored.length);
    if (named.has(name) && !(await isIntact(name, await buffer(files.read(name)))))
      wrong.push(name);
  }
  onProgress(stored.length, stored.length);
  const extra = stored.filter((name) => !named.has(name));
  return { checked: stored.length, missing, extra, wrong };
}
