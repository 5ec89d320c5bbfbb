import type { CollectionName } from '@vitrine/contract/collections';
import type { TrashCollection } from '@vitrine/contract/options';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../db/client.ts';
import type { Content } from '../db/content.ts';
import { HISTORY, isRecorded, TRASH } from './collections.ts';
import { isOrdered, positionAtEnd, positionAtOrAfter } from './order-store.ts';
import { type Actor, contentOf, type Item, recordCreate, writeRevision } from './revision-store.ts';
import { oldSlugsAfter, slugOfDeleted, textsIn, wantedSlug } from './slug-store.ts';

/**
 * Every write to an item: an edit, an import, a schedule, an item from the trash, and from
 * `version-store.ts` an undo and a restored version. No other code writes content.
 */

/** Adds an item at the end of its list. An empty slug is made from the title. Returns its ID. */
export async function addItem(
  trx: Trx,
  noun: CollectionName | 'view',
  columns: object,
  actor: Actor,
): Promise<string> {
  const { table, labels } = HISTORY[noun];
  // Locks the order before the slugs, as a restore from the trash does.
  const position = isOrdered(noun) ? { position: await positionAtEnd(trx, noun) } : {};
  const row: Content = toContent({ ...columns, ...position });
  const isPublished = row['state'] === 'published';
  const id = await insertRow(trx, table, {
    ...row,
    ...('slug' in labels && { slug: await wantedSlug(trx, noun, row) }),
    // PostgreSQL reads `now` as the time of the transaction.
    ...(isPublished && { published_at: 'now' }),
  });
  await recordCreate(trx, { noun, id }, actor);
  return id;
}

/** Adds a row of the trash with its ID and, if it is free, its place in the list. */
export async function restoreDeleted(
  trx: Trx,
  noun: TrashCollection,
  item: Content & { readonly id: string },
  actor: Actor,
): Promise<void> {
  const { table, labels } = TRASH[noun];
  const { id, position } = item;
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
      and attgenerated = ''`.execute(trx);
  // Columns that were added since the deletion get their defaults.
  const stored = columns.filter(({ name }) => name in item);
  await insertRow(trx, table, {
    ...Object.fromEntries(stored.map(({ name }) => [name, item[name] ?? null])),
    ...(isOrdered(noun) &&
      typeof position === 'string' && { position: await positionAtOrAfter(trx, noun, position) }),
    ...(isRecorded(noun) &&
      'slug' in labels && { ...(await slugOfDeleted(trx, noun, item)), ...futureSchedule(item) }),
  });
  if (isRecorded(noun)) await recordCreate(trx, { noun, id }, actor, 'restore');
}

/** A restored draft must not be public at once, because its time came while it was in the trash. */
function futureSchedule({ publish_at }: Content): Content {
  // PostgreSQL also reads words such as `yesterday`, which a changed backup can contain.
  const isFuture = typeof publish_at === 'string' && Date.parse(publish_at) > Date.now();
  return isFuture ? {} : { publish_at: null };
}

async function insertRow(trx: Trx, table: string, row: Content): Promise<string> {
  const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(table)} (${names}) overriding system value
    select ${names} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)})
    returning id`.execute(trx);
  return rows[0]?.id ?? '';
}

/**
 * Changes the columns that are set. Returns the ID of the revision, or undefined if nothing changed that
 * history holds, or if there is no such item.
 */
export async function editItem(
  trx: Trx,
  item: Item,
  columns: object,
  actor: Actor,
): Promise<string | undefined> {
  const current = await lockItem(trx, item);
  if (!current) return undefined;
  const content: Content = toContent(columns);
  const slug =
    'slug' in content
      ? { slug: await wantedSlug(trx, item.noun, { ...current.content, ...content }, item.id) }
      : {};
  const after = await updateRow(trx, item, current, { ...content, ...slug });
  return writeRevision(trx, item, 'update', actor, { before: current.content, after });
}

export interface LockedItem {
  readonly content: Content;
  readonly oldSlugs: unknown;
  readonly isScheduled: boolean;
}

/** Reads an item and locks it until the transaction ends, so that the recorded versions follow each other. */
export async function lockItem(trx: Trx, { noun, id }: Item): Promise<LockedItem | undefined> {
  const { table, labels } = HISTORY[noun];
  const slugColumns =
    'slug' in labels
      ? sql`old_slugs as "oldSlugs", publish_at is not null as "isScheduled"`
      : sql`null as "oldSlugs", false as "isScheduled"`;
  const { rows } = await sql<LockedItem>`
    select ${contentOf(noun, 'item')} as content, ${slugColumns}
    from ${sql.table(table)} as item where id = ${id} for update`.execute(trx);
  return rows[0];
}

/** Returns the new content. */
export async function updateRow(
  trx: Trx,
  { noun, id }: Item,
  { content: before, oldSlugs }: LockedItem,
  changes: Content,
  assignments: readonly RawBuilder<unknown>[] = [],
): Promise<Content> {
  const { table, labels } = HISTORY[noun];
  const { state, slug } = { ...before, ...changes };
  const columns: Content =
    'slug' in labels
      ? {
          ...changes,
          old_slugs: oldSlugsAfter(
            { state: before['state'], slug: String(before['slug']), oldSlugs: textsIn(oldSlugs) },
            { state, slug: String(slug) },
          ),
        }
      : changes;
  const row = sql.table(table);
  const { rows } = await sql<{ content: Content }>`
    update ${row} as item set ${sql.join([
      ...Object.keys(columns).map((name) => sql`${sql.ref(name)} = ${sql.ref(`next.${name}`)}`),
      ...assignments,
      ...('slug' in labels ? [sql`version = item.version + 1`] : []),
      ...(state === 'published' ? [sql`published_at = coalesce(item.published_at, now())`] : []),
      sql`updated_at = now()`,
    ])}
    from jsonb_populate_record(null::${row}, ${JSON.stringify(columns)}) as next
    where item.id = ${id}
    returning ${contentOf(noun, 'item')} as content`.execute(trx);
  return rows[0]?.content ?? before;
}

/** The values as JSON, without those that are not set. */
function toContent(columns: object): Content {
  return JSON.parse(JSON.stringify(columns));
}
