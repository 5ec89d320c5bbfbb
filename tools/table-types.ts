/**
 * `npm run db:types` migrates a temporary database and writes the types of its tables. With --verify it
 * writes nothing and fails if the file is out of date.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { connect, type Db } from '@vitrine/api/db/client';
import { migrate } from '@vitrine/api/db/migrate';
import { startPostgres } from '@vitrine/testing/postgres';
import { sql } from 'kysely';

const FILE = new URL('../apps/api/src/db/tables.ts', import.meta.url);

/** The JavaScript type that pg returns for each PostgreSQL type. A domain counts as its base type. */
const TYPES: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  inet: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'string',
  text: 'string',
  _text: 'string[]',
  timestamptz: 'Date',
  tsvector: 'string',
  uuid: 'string',
};

/** Types of jsonb columns: the value when reading, JSON text when writing. */
const JSON_TYPES: Record<string, string> = {
  'idempotency.response': 'ColumnType<unknown, string | null, string | null>',
  'media.metadata': 'ColumnType<MediaMetadata, string, string>',
};

const postgres = await startPostgres({ forget: true });
const db = connect({ url: postgres.url('postgres'), onConnectionError: () => {} });
await migrate(db);
const text = await describe(db);
await db.destroy();
await postgres.stop();

if (process.argv.includes('--verify')) {
  const isStale = text !== (await readFile(FILE, 'utf8'));
  if (isStale) console.error('The table types are out of date. Run: npm run db:types');
  process.exitCode = isStale ? 1 : 0;
} else {
  await writeFile(FILE, text);
}

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly labels: string[] | null;
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
}

async function describe(db: Db): Promise<string> {
  const { rows } = await sql<Column>`
    select
      class.relname as table,
      attribute.attname as name,
      coalesce(base.typname, type.typname) as type,
      (select array_agg(enumlabel::text order by enumsortorder) from pg_enum
        where enumtypid = type.oid) as labels,
      not attribute.attnotnull as "isNullable",
      attribute.atthasdef or attribute.attidentity <> '' as "hasDefault"
    from pg_attribute as attribute
    join pg_class as class on class.oid = attribute.attrelid and class.relkind = 'r'
    join pg_namespace as namespace on namespace.oid = class.relnamespace
    join pg_type as type on type.oid = attribute.atttypid
    left join pg_type as base on base.oid = type.typbasetype
    where namespace.nspname = 'public' and class.relname <> 'schema_migration'
      and attribute.attnum > 0 and not attribute.attisdropped
    order by class.relname, attribute.attnum`.execute(db);
  const tables = [...Map.groupBy(rows, (column) => column.table)];
  const fields = tables.map(
    ([table, columns]) => `  ${table}: {\n${columns.map(fieldOf).join('')}  };\n`,
  );
  return `/** Written by \`npm run db:types\` from the migrated database: change a migration, not this. */
import type { ColumnType, Generated } from 'kysely';
import type { MediaMetadata } from './media-metadata.ts';

export interface DB {
${fields.join('')}}
`;
}

function fieldOf({ table, name, type, labels, isNullable, hasDefault }: Column): string {
  const known =
    labels?.map((label) => `'${label}'`).join(' | ') ??
    TYPES[type] ??
    JSON_TYPES[`${table}.${name}`];
  if (known === undefined)
    throw new Error(`Add the type of ${table}.${name} (${type}) to tools/table-types.ts.`);
  const whole = isNullable && type !== 'jsonb' ? `${known} | null` : known;
  return `    ${name}: ${hasDefault ? `Generated<${whole}>` : whole};\n`;
}
