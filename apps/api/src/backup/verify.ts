import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { MediaFiles } from '../media/media-files.ts';

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
    if (named.has(name) && (await checksumOf(files, name)) !== name.split('.')[0]) wrong.push(name);
  }
  onProgress(stored.length, stored.length);
  const extra = stored.filter((name) => !named.has(name));
  return { checked: stored.length, missing, extra, wrong };
}

async function checksumOf(files: MediaFiles, name: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(files.read(name), hash);
  return hash.digest('hex');
}
