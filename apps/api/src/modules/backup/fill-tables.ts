import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { hasDrafts } from '@vitrine/contract/define-published';
import { ALL_DEFINED } from '@vitrine/contract/defined-collections';
import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';
import { applyMigrations } from '../../db/migrate.ts';
import { BackupError, type Manifest } from './archive.ts';
import { tablePath } from './check-archive.ts';
import { limitUnpacked, readLines } from './read-rows.ts';
import { continueSequences, derive, TABLES, writeRows } from './tables.ts';

interface FillOptions {
  readonly signal?: AbortSignal | undefined;
  /** Runs while the tables have the schema and the rows of the backup. */
  readonly onLoaded?: () => Promise<void>;
}

/** Creates the schema of the backup, fills it, then migrates it to the current schema. */
export async function fillTables(
  trx: Trx,
  folder: string,
  manifest: Manifest,
  { signal, onLoaded }: FillOptions = {},
): Promise<void> {
  await applyMigrations(trx, manifest.migrations.at(-1));
  const withinLimit = limitUnpacked();
  for (const table of TABLES.filter((name) => manifest.rows[name] !== undefined)) {
    let written = 0;
    await pipeline(
      createReadStream(tablePath(folder, table)),
      createGunzip(),
      withinLimit,
      async (bytes: AsyncIterable<Buffer>) => {
        for await (const lines of readLines(bytes)) written += await writeRows(trx, table, lines);
      },
      { ...(signal && { signal }) },
    );
    if (written !== manifest.rows[table])
      throw new BackupError(`This backup is incomplete: ${table} has ${written} rows.`);
  }
  await onLoaded?.();
  await continueSequences(trx);
  await applyMigrations(trx);
  await derive(trx);
  // As from the trash: what was scheduled then must not be public at once.
  for (const { facts } of ALL_DEFINED.filter(hasDrafts))
    await sql`update ${sql.table(facts.table)} set publish_at = null
      where publish_at <= now()`.execute(trx);
  await sql`analyze ${sql.join(TABLES.map((table) => sql.table(table)))}`.execute(trx);
}

/** Reports rows that violate a constraint, and malformed data, as a backup error. */
export function explainBadRows(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof SyntaxError || /^(22|23|42|54|Z_)/.test(code))
    throw new BackupError('This backup contains invalid rows.', { cause: error });
  throw error;
}

export function rejectNewerBackup(
  { migrations, release }: Manifest,
  known: readonly string[],
): void {
  if (migrations.some((name) => !known.includes(name)))
    throw new BackupError(
      `The backup is from a newer version of Vitrine (${release}). Upgrade this installation, then restore again.`,
    );
}
