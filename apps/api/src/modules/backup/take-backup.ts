import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { appliedMigrations } from '../../db/migrate.ts';
import type { MediaFiles } from '../../media/media-files.ts';
import { isReferenced } from '../../media/media-store.ts';
import { RELEASE } from '../../release.ts';
import {
  archiveSize,
  BackupError,
  CHECKSUMS,
  type Entry,
  MANIFEST,
  type Manifest,
  writeArchive,
} from './archive.ts';
import { digestRows } from './digest-rows.ts';
import { presentTables, readRows, type TableName } from './tables.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/**
 * Takes a consistent backup while the service runs: the rows come from one database snapshot, and
 * the media files they refer to never change and are stored for at least a week.
 */
export async function takeBackup(db: Db, files: MediaFiles) {
  const folder = await makeTemporaryFolder('backup');
  const discard = () => rm(folder, { recursive: true, force: true });
  try {
    const present = await presentTables(db);
    const snapshot = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        await sql`set local statement_timeout = 0`.execute(trx);
        // The text of a time depends on it.
        await sql`set local timezone = 'UTC'`.execute(trx);
        // Locks before the first read sets the snapshot: a restore may be swapping the tables.
        await sql`lock table ${sql.join(present.map((table) => sql.table(table)))} in access share mode`.execute(
          trx,
        );
        return readSnapshot(trx, folder, present);
      });
    if (!snapshot.tables.some(({ table, rows }) => table === 'owner' && rows > 0))
      throw new BackupError('There is no owner yet, so there is nothing to back up.');
    const media = await listMedia(files, snapshot.media);
    const manifest: Manifest = {
      format: 1,
      release: RELEASE,
      takenAt: snapshot.takenAt.toISOString(),
      migrations: snapshot.migrations,
      rows: Object.fromEntries(snapshot.tables.map(({ table, rows }) => [table, rows])),
      digests: Object.fromEntries(snapshot.tables.map(({ table, digest }) => [table, digest])),
      files: media.entries.length,
    };
    const sums = [
      ...snapshot.tables.map(({ entry, checksum }) => `${checksum}  ${entry.name}\n`),
      ...media.entries.map(({ name }) => `${name.slice('media/'.length).split('.')[0]}  ${name}\n`),
    ];
    const entries = [
      textEntry(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`),
      textEntry(CHECKSUMS, sums.join('')),
      ...snapshot.tables.map(({ entry }) => entry),
      ...media.entries,
    ];
    return {
      takenAt: snapshot.takenAt,
      size: archiveSize(entries),
      /** Files that the database refers to but storage does not have. The backup lacks them. */
      missing: media.missing,
      /** Streams the archive. Call it once. */
      open: () => writeArchive(entries, snapshot.takenAt),
      /** Removes the temporary files. */
      discard,
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Counts the files that a backup would lack. */
export async function countMissing(db: Db, files: MediaFiles): Promise<number> {
  return (await listMedia(files, await usedFiles(db))).missing.length;
}

async function readSnapshot(trx: Trx, folder: string, present: readonly TableName[]) {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(trx);
  const migrations = await appliedMigrations(trx);
  const tables = [];
  for (const table of present) {
    // The sweep may delete an unreferenced file before the backup reads it.
    const isIncluded = table === 'media' ? await isReferenced(trx) : undefined;
    tables.push(await writeTable(table, folder, readRows(trx, table, isIncluded)));
  }
  return {
    takenAt: rows[0]?.now ?? new Date(),
    migrations,
    tables,
    media: await usedFiles(trx),
  };
}

async function usedFiles(db: Db | Trx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct unnest(files) as name from media where ${await isReferenced(db)} order by 1`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Writes a table to a file, since the archive needs its size and checksum in advance. */
async function writeTable(table: TableName, folder: string, lines: AsyncIterable<string>) {
  const path = join(folder, `${table}.jsonl.gz`);
  const digest = digestRows();
  async function* readDigested() {
    for await (const line of lines) {
      digest.add(line);
      yield line;
    }
  }
  await pipeline(Readable.from(readDigested()), createGzip(), createWriteStream(path));
  const checksum = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  const { size } = await stat(path);
  const entry = { name: `data/${table}.jsonl.gz`, size, read: () => createReadStream(path) };
  return { table, ...digest.read(), entry, checksum };
}

async function listMedia(files: MediaFiles, names: readonly string[]) {
  const entries: Entry[] = [];
  const missing: string[] = [];
  for (const name of names) {
    const size = await files.size(name);
    if (size === undefined) missing.push(name);
    else entries.push({ name: `media/${name}`, size, read: () => files.read(name) });
  }
  return { entries, missing };
}

function textEntry(name: string, text: string): Entry {
  const bytes = Buffer.from(text);
  return { name, size: bytes.length, read: () => Readable.from([bytes]) };
}
