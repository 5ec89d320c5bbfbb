import type { HistoryCollection } from '@vitrine/contract/options';
import { slugOf } from '@vitrine/contract/text-format';
import { sql } from 'kysely';
import type { Trx } from '../db/client.ts';
import type { Content } from '../db/content.ts';
import { lock } from '../db/locks.ts';
import { HISTORY } from './collections.ts';
import { InvalidContentError } from './invalid-content-error.ts';
import type { Item } from './revision-store.ts';

/** Whether another item has this slug. No other transaction can take it until this one ends. */
async function isSlugTaken(
  trx: Trx,
  noun: HistoryCollection,
  slug: string,
  id?: string,
): Promise<boolean> {
  await lock(trx, 'slug');
  const { rows } = await sql`
    select from ${sql.table(HISTORY[noun].table)}
    where slug = ${slug} and id is distinct from ${id ?? null}::uuid`.execute(trx);
  return rows.length > 0;
}

/** Returns a free slug for the title of an item, with a number if others have the same. */
async function freeSlug(
  trx: Trx,
  noun: HistoryCollection,
  content: Content,
  id?: string,
): Promise<string> {
  const wanted = slugOf(String(content[HISTORY[noun].title])) || noun;
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? wanted : `${wanted}-${number}`;
    if (!(await isSlugTaken(trx, noun, slug, id))) return slug;
  }
}

/** The slug that the owner wants, or one that is made from the title. */
export async function wantedSlug(
  trx: Trx,
  noun: HistoryCollection,
  content: Content,
  id?: string,
): Promise<string> {
  const wanted = String(content['slug'] ?? '');
  if (wanted === '') return freeSlug(trx, noun, content, id);
  if (!(await isSlugTaken(trx, noun, wanted, id))) return wanted;
  const name = HISTORY[noun].name.toLowerCase();
  throw new InvalidContentError({ slug: `Another ${name} has this address.` });
}

/**
 * Returns the slugs that redirect to an item after a change: those under which visitors saw it. The slug
 * of a draft is private, so it never becomes one of them.
 */
export function oldSlugsAfter(current: SlugState, next: Omit<SlugState, 'oldSlugs'>): string[] {
  const seen = new Set(current.oldSlugs);
  if (current.state === 'published') {
    // The latest one comes last.
    seen.delete(current.slug);
    seen.add(current.slug);
  }
  if (next.state === 'published') seen.delete(next.slug);
  return [...seen];
}

interface SlugState {
  readonly state: unknown;
  readonly slug: string;
  readonly oldSlugs: readonly string[];
}

/** Another item may have taken the slug since. */
export async function slugOfDeleted(
  trx: Trx,
  noun: HistoryCollection,
  item: Content,
): Promise<Content> {
  const { slug, state, old_slugs } = item;
  // A damaged item may have no slug. The table rejects it.
  if (typeof slug !== 'string' || !(await isSlugTaken(trx, noun, slug))) return {};
  const fresh = await freeSlug(trx, noun, item);
  const current = { state, slug, oldSlugs: textsIn(old_slugs) };
  return { slug: fresh, old_slugs: oldSlugsAfter(current, { state, slug: fresh }) };
}

/**
 * Another item may have taken the slug since. Visitors then find the item under the slug that they know,
 * or under one that is made from its title: the slug of a draft stays private.
 */
export async function slugOfVersion(
  trx: Trx,
  { noun, id }: Item,
  before: Content,
  next: Content,
): Promise<Content> {
  const slug = String(next['slug']);
  if (!(await isSlugTaken(trx, noun, slug, id))) return { slug };
  const isKept = before['state'] === 'published' || next['state'] === 'draft';
  if (isKept) return { slug: before['slug'] ?? null };
  return { slug: await freeSlug(trx, noun, next, id) };
}

export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
