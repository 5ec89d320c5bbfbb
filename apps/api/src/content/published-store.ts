import { COLLECTIONS, type CollectionName } from '@vitrine/contract/collections';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Trx } from '../db/client.ts';
import { type Change, publish, type Stored } from './publishing.ts';
import { type Actor, SERVICE } from './revision-store.ts';
import { addItem, editItem, InvalidContentError } from './write-store.ts';

/** A collection whose items are drafts until the owner publishes them. */
export interface Published<Content extends object> {
  readonly name: CollectionName;
  /** The columns that the owner writes, and that a draft can change. A changed backup can contain any JSON. */
  readonly schema: z.ZodType<Content>;
  readonly draftSchema: z.ZodType<Draft<Content>>;
  readonly empty: Content;
  /** What must be there before visitors see it, with the messages of the form. */
  readonly missing: (content: Content) => Readonly<Record<string, string>>;
}

type Draft<Content> = { readonly [Column in keyof Content]?: Content[Column] | undefined };

/** The columns that hold the state of an item. */
export interface StateColumns {
  readonly state: 'draft' | 'published';
  readonly draft: unknown;
  readonly publish_at: Date | null;
}

export function readStored<Content extends object>(
  { schema, draftSchema }: Published<Content>,
  { state, draft, publish_at, ...row }: StateColumns,
): Stored<Content> {
  const changes = draft === null ? undefined : draftSchema.safeParse(draft);
  return {
    state,
    // The schema also gives the keys of lists the order in which they are compared.
    content: schema.parse(row),
    draft: changes?.success ? withoutUndefined(changes.data) : null,
    publishAt: publish_at,
  };
}

/** Drops undefined columns, which would replace stored ones when merged. */
export function withoutUndefined<Content>(columns: Draft<Content>): Partial<Content>;
export function withoutUndefined(columns: object) {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** Adds an item: a change to an empty draft. Returns its ID. */
export function addPublished<Content extends object>(
  trx: Trx,
  collection: Published<Content>,
  change: Change<Content>,
  actor: Actor,
): Promise<string> {
  const empty = {
    state: 'draft',
    content: collection.empty,
    draft: null,
    publishAt: null,
  } as const;
  return addItem(trx, collection.name, toRow(collection, change(empty)), actor);
}

export interface Target {
  readonly id: string;
  readonly version?: number | undefined;
}

export type Changed =
  | { readonly isChanged: true; readonly revision: string | undefined }
  | { readonly isChanged: false; readonly reason: 'missing' | 'outdated' };

/** Changes an item. With a version, only if it is still the current one. */
export async function changePublished<Content extends object>(
  trx: Trx,
  collection: Published<Content>,
  { id, version }: Target,
  change: Change<Content>,
  actor: Actor,
): Promise<Changed> {
  const { name } = collection;
  const { rows } = await sql<StateColumns & { readonly version: number }>`
    select * from ${sql.table(COLLECTIONS[name].table)} where id = ${id} for update`.execute(trx);
  const [row] = rows;
  if (!row) return { isChanged: false, reason: 'missing' };
  if (version !== undefined && version !== row.version)
    return { isChanged: false, reason: 'outdated' };
  const columns = toRow(collection, change(readStored(collection, row)));
  const revision = await editItem(trx, { noun: name, id }, columns, actor);
  return { isChanged: true, revision };
}

function toRow<Content extends object>(
  { missing }: Published<Content>,
  { state, content, draft, publishAt }: Stored<Content>,
): object {
  if (state === 'published' || publishAt) {
    const fields = missing({ ...content, ...(publishAt && draft) });
    if (Object.keys(fields).length > 0) throw new InvalidContentError(fields);
  }
  return { ...content, state, draft, publish_at: publishAt };
}

/**
 * Publishes the items whose time has come. Rejects after the last one if one could not be published:
 * another item has its address by now, or an old version was restored that is incomplete.
 */
export async function publishDue<Content extends object>(
  db: Db,
  collection: Published<Content>,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(COLLECTIONS[collection.name].table)}
    where publish_at <= now()`.execute(db);
  const errors: unknown[] = [];
  for (const { id } of rows)
    try {
      const invalid = await db.transaction().execute((trx) => publishIfDue(trx, collection, id));
      if (invalid) errors.push(invalid);
    } catch (error) {
      errors.push(error);
    }
  if (errors.length > 0) throw errors[0];
}

/** Returns the error of an item that is invalid. It loses its schedule and stays a draft. */
async function publishIfDue<Content extends object>(
  trx: Trx,
  collection: Published<Content>,
  id: string,
): Promise<InvalidContentError | undefined> {
  // Another process may have published it in the meantime.
  const { rows } = await sql`
    select from ${sql.table(COLLECTIONS[collection.name].table)}
    where id = ${id} and publish_at <= now() for update`.execute(trx);
  if (rows.length === 0) return undefined;
  try {
    await changePublished(trx, collection, { id }, publish, SERVICE);
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidContentError)) throw error;
    const unscheduled = (item: Stored<Content>) => ({ ...item, publishAt: null });
    await changePublished(trx, collection, { id }, unscheduled, SERVICE);
    return error;
  }
}
