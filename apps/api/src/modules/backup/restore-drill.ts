import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { knownMigrations } from '../../db/migrate.ts';
import { BackupError, type Manifest } from './archive.ts';
import { countMedia } from './backup-status.ts';
import { checkArchive } from './check-archive.ts';
import { digestRows } from './digest-rows.ts';
import { explainBadRows, fillTables, rejectNewerBackup } from './fill-tables.ts';
import { readRows, TABLES } from './tables.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

interface DrillOptions {
  readonly db: Db;
  /** The archive's file. */
  readonly path: string;
  /** The SHA-256 of what was written to it, if it is known. */
  readonly checksum: string | null;
  readonly signal?: AbortSignal | undefined;
}

/** The schema in which a drill builds its tables. No other connection sees it. */
const SCRATCH = 'vitrine_drill';

/**
 * Checks the archive, restores its rows beside the live tables, and compares them with what was backed
 * up. Fails with a backup error that names the difference. Media files are compared with their checksums.
 */
export async function drillRestore({ db, path, checksum, signal }: DrillOptions) {
  const folder = await makeTemporaryFolder('restore');
  try {
    const isChanged = checksum !== null && (await hashFile(path, signal)) !== checksum;
    const manifest = await checkFile(path, folder, isChanged, signal);
    rejectNewerBackup(manifest, await knownMigrations());
    await restoreRows(db, folder, manifest, signal);
    const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
    return { rows, files: manifest.files };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function hashFile(path: string, signal: AbortSignal | undefined): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { signal })) hash.update(chunk);
  return hash.digest('hex');
}

/** Extracts the tables to the folder. If the file is damaged, says where, and what to do. */
async function checkFile(
  path: string,
  folder: string,
  isChanged: boolean,
  signal: AbortSignal | undefined,
): Promise<Manifest> {
  try {
    const { manifest, damaged } = await checkArchive(path, folder, () => signal?.throwIfAborted());
    if (damaged.size > 0) throw new BackupError(`${countMedia(damaged.size)} damaged.`);
    if (isChanged)
      throw new BackupError('Its content matches its checksums, but the rest does not.');
    return manifest;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    const advice = isChanged
      ? 'The file changed after it was written. Check its disk, and download a backup.'
      : 'Run vitrine verify on the server, and download a backup.';
    throw new BackupError(`${error.message} ${advice}`, { cause: error });
  }
}

/** Rolls everything back. If this process or PostgreSQL dies, PostgreSQL does so. */
async function restoreRows(
  db: Db,
  folder: string,
  manifest: Manifest,
  signal: AbortSignal | undefined,
): Promise<void> {
  const trx = await db.startTransaction().execute();
  try {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    // As in the backup, because the text of a time depends on it.
    await sql`set local timezone = 'UTC'`.execute(trx);
    await sql`create schema ${sql.id(SCRATCH)}`.execute(trx);
    await sql`set local search_path = ${sql.id(SCRATCH)}`.execute(trx);
    const onLoaded = () => compareRows(trx, manifest, signal);
    await fillTables(trx, folder, manifest, { signal, onLoaded }).catch(explainBadRows);
  } finally {
    await trx.rollback().execute();
  }
}

async function compareRows(
  trx: Trx,
  { rows, digests }: Manifest,
  signal: AbortSignal | undefined,
): Promise<void> {
  const different: string[] = [];
  for (const table of TABLES.filter((name) => rows[name] !== undefined)) {
    const restored = digestRows();
    for await (const line of readRows(trx, table)) {
      signal?.throwIfAborted();
      restored.add(line);
    }
    const { rows: count, digest } = restored.read();
    // Backups of earlier versions have no digests.
    if (count !== rows[table] || digest !== (digests?.[table] ?? digest)) different.push(table);
  }
  if (different.length > 0)
    throw new BackupError(
      `After a restore, these tables differ from what was backed up: ${different.join(', ')}. Keep an older backup, and report this problem.`,
    );
}
