/**
 * Writes apps/api/src/db/tables.ts from a database that was migrated a moment ago.
 * With --verify it writes nothing and fails when the file is stale.
 */
import { spawnSync } from 'node:child_process';
import { connect } from '../apps/api/src/db/client.ts';
import { migrate } from '../apps/api/src/db/migrate.ts';
import { startPostgres } from './postgres.ts';

/** What is inside a jsonb column: read as this, written as JSON text. */
const JSON_COLUMNS = {
  'media.shown': 'ColumnType<import("@vitrine/contract/media").Document, string, string>',
};

const postgres = await startPostgres({ forget: true });
const url = postgres.url('postgres');
const db = connect({ url, onConnectionError: () => {} });
await migrate(db);
await db.destroy();

const { status } = spawnSync(
  'npx',
  [
    'kysely-codegen',
    '--dialect=postgres',
    `--url=${url}`,
    '--out-file=apps/api/src/db/tables.ts',
    '--exclude-pattern=schema_migration',
    `--overrides=${JSON.stringify({ columns: JSON_COLUMNS })}`,
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
);
await postgres.stop();
process.exitCode = status ?? 1;
