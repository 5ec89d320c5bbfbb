import { StoredGallery } from '@vitrine/contract/picture-field';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';
import type { MediaMetadata } from '../db/media-metadata.ts';
import { toDocument } from '../media/media-response.ts';
import type { FieldColumn, Images, Row } from './field-columns.ts';
import { InvalidContentError } from './invalid-content-error.ts';

/** A row with the metadata of the files that its columns name. */
export type RowWithFiles = Row & Readonly<Record<`${string} metadata`, MediaMetadata | null>>;

/** SQL: selects columns of a table, with the metadata of the files that they name. */
export function selectWithFiles(
  table: string,
  columns: readonly string[],
  files: readonly FieldColumn[] = [],
  others: readonly RawBuilder<unknown>[] = [],
): RawBuilder<RowWithFiles> {
  const selected = columns.map((column) => sql.ref(`item.${column}`));
  const metadata = files.map(
    ({ name }) => sql`${sql.ref(`${name}.metadata`)} as ${sql.ref(`${name} metadata`)}`,
  );
  const joins = files.map(
    ({ name, column }) => sql`left join media as ${sql.ref(name)}
      on ${sql.ref(`${name}.name`)} = ${sql.ref(`item.${column}`)}`,
  );
  return sql`select ${sql.join([...selected, ...metadata, ...others])}
    from ${sql.table(table)} as item ${sql.join(joins, sql` `)}`;
}

/** The images of a row that was selected with its files. */
export function imagesOf(row: RowWithFiles, files: readonly FieldColumn[]): Images {
  const images = new Map<string, ReturnType<typeof toDocument>>();
  for (const { name, column } of files) {
    const metadata = row[`${name} metadata`];
    if (metadata) images.set(String(row[column]), toDocument(String(row[column]), metadata));
  }
  return images;
}

export async function findImages(db: Db | Trx, names: readonly string[]): Promise<Images> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<{ name: string; metadata: MediaMetadata }>`
    select name, metadata from media
    where name = any(${[...new Set(names)]}) order by name`.execute(db);
  return new Map(rows.map(({ name, metadata }) => [name, toDocument(name, metadata)]));
}

/**
 * Verifies that images exist and do not belong to the author of a testimonial. Marks them as used, so
 * that the cleanup keeps them.
 */
export async function requireImages(
  trx: Trx,
  fields: readonly FieldColumn[],
  columns: Row,
): Promise<void> {
  const named = fields.map((one) => ({ field: one.name, names: imageNames(one, columns) }));
  const names = [...new Set(named.flatMap((one) => one.names))];
  if (names.length === 0) return;
  const { rows } = await sql<{ name: string }>`
    update media set orphaned_at = null
    where name = any(${names}) and metadata ? 'variants' and name not like '%.svg'
      and not is_author_photo
    returning name`.execute(trx);
  const stored = new Set(rows.map(({ name }) => name));
  const gone = named.find((one) => one.names.some((name) => !stored.has(name)));
  if (gone)
    throw new InvalidContentError({
      [gone.field]: 'This image does not exist anymore. Upload it again.',
    });
}

function imageNames({ field, column }: FieldColumn, columns: Row): string[] {
  const value = columns[column] ?? null;
  if (value === null) return [];
  if (field.kind === 'gallery') return StoredGallery.parse(value).map(({ image }) => image);
  return field.kind === 'picture' ? [String(value)] : [];
}
