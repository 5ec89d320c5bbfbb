import { rm, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { endLinksInTrash } from '../../content/ended-links.ts';
import type { Db, Trx } from '../../db/client.ts';
import { lock, lockShared } from '../../db/locks.ts';
import { appliedMigrations, knownMigrations } from '../../db/migrate.ts';
import type { MediaFiles } from '../../media/media-files.ts';
import { BackupError, readArchive } from './archive.ts';
import { type CheckedArchive, checkArchive, MEDIA } from './check-archive.ts';
import { explainBadRows, fillTables, rejectNewerBackup } from './fill-tables.ts';
import { keepAnswers, readAnswers } from './keep-answers.ts';
import { keepReplies, readReplies } from './keep-replies.ts';
import { buildTables } from './swap-tables.ts';
import { KEPT_TABLES, UNCHANGED_TABLES } from './tables.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

export interface RestoreOptions {
  readonly db: Db;
  readonly files: MediaFiles;
  /** The archive's file. */
  readonly path: string;
  /** Whether an existing portfolio may be replaced. */
  readonly replace: boolean;
  /** Runs once the archive is known to be valid and no other restore runs, before anything changes. */
  readonly beforeChange?: () => Promise<void>;
  /** Runs at the end of the same transaction, with the login of the previous owner. */
  readonly finish?: (trx: Trx, before: Login | undefined) => Promise<void>;
  readonly onProgress?: (done: number, of: number) => void;
}

interface Login {
  readonly email: string;
  readonly password_hash: string;
}

/**
 * Checks the whole archive first. Then fills new tables in a schema of their own and writes the media
 * files, while the service keeps using the old tables. Finally swaps the tables in one transaction.
 */
export async function restoreBackup(options: RestoreOptions): Promise<CheckedArchive> {
  const { db, files, path, replace, beforeChange, finish, onProgress = () => {} } = options;
  const folder = await makeTemporaryFolder('restore');
  try {
    const { size } = await stat(path);
    const archive = await checkArchive(path, folder, (done) => onProgress(done, 2 * size));
    const known = await knownMigrations();
    rejectNewerBackup(archive.manifest, known);
    await db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      await lock(trx, 'migration');
      await beforeChange?.();
      if (!replace && (await findLogin(trx)))
        throw new BackupError('There is already a portfolio here. Use --replace to replace it.');
      // Keeps the sweep from deleting files that no row refers to yet.
      await lockShared(trx, 'media');
      const tables = await buildTables(trx, () =>
        fillTables(trx, folder, archive.manifest).catch(explainBadRows),
      );
      const applied = (await hasTable(trx, 'schema_migration')) ? await appliedMigrations(trx) : [];
      if (applied.some((name) => !known.includes(name)))
        rejectUnknownObjects(await tables.listUnknownObjects());
      await writeFiles(files, path, archive.damaged, (done) => onProgress(size + done, 2 * size));
      await tables.lock();
      // The tables are locked, so the login can no longer change.
      const before = await findLogin(trx);
      const isCurrent = applied.join() === known.join();
      // Messages that arrived during the restore were acknowledged, so they are added.
      if (isCurrent) await tables.copyRecentRows('message');
      // The same is true for what authors of testimonials did, and a withdrawal is final.
      const answers = isCurrent ? await readAnswers(trx) : [];
      const replies = isCurrent ? await readReplies(trx) : [];
      // A view in the trash must not come back with a link that works.
      if (isCurrent) await endLinksInTrash(trx, sql`true`);
      // A restore must not remove the traces of what happened before it.
      if (await hasTable(trx, 'audit_event')) await tables.keepEvents();
      await tables.swap(isCurrent ? UNCHANGED_TABLES : KEPT_TABLES);
      await keepAnswers(trx, answers);
      await keepReplies(trx, replies);
      await finish?.(trx, before);
    });
    onProgress(2 * size, 2 * size);
    return archive;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeFiles(
  files: MediaFiles,
  path: string,
  damaged: ReadonlySet<string>,
  onProgress: (done: number) => void,
): Promise<void> {
  let done = 0;
  for await (const { name, size, body } of readArchive(path)) {
    const file = MEDIA.exec(name)?.[1];
    if (!file || damaged.has(file)) body.resume();
    else await files.write(file, await buffer(body));
    done += size;
    onProgress(done);
  }
}

function rejectUnknownObjects(names: readonly string[]): void {
  if (names.length > 0)
    throw new BackupError(
      `This database was used by a newer version of Vitrine and contains ${names.join(', ')}. Restore into an empty database.`,
    );
}

async function findLogin(trx: Trx): Promise<Login | undefined> {
  if (!(await hasTable(trx, 'owner'))) return undefined;
  return trx.selectFrom('owner').select(['email', 'password_hash']).executeTakeFirst();
}

async function hasTable(trx: Trx, name: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass(${name}) is not null as exists`.execute(trx);
  return rows[0]?.exists ?? false;
}
