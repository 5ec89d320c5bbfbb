import { VIEW_DAYS, type ViewState } from '@vitrine/contract/options';
import {
  DEFAULT_VIEW,
  type NewView,
  ShownView,
  type View,
  type ViewChanges,
} from '@vitrine/contract/view';
import { sql } from 'kysely';
import { openSealed, seal } from '../../auth/seal.ts';
import type { Actor } from '../../content/revision-store.ts';
import { addItem, editItem } from '../../content/write-store.ts';
import type { Db, Trx } from '../../db/client.ts';
import { readSettings } from '../../db/read-settings.ts';
import { hashViewToken, isViewToken, newViewToken } from './view-link.ts';

const NOUN = 'view';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly headline: string;
  readonly note: string;
  readonly sections: unknown;
  readonly drafts: string[];
  readonly resume: unknown;
  readonly state: ViewState;
  readonly link: Buffer | null;
  readonly expires_at: Date | null;
  readonly published_at: Date | null;
  readonly revoked_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly about: number;
  readonly last_on: string | null;
}

/** A restored backup can bring back a link that was revoked since. */
const STATE = sql<ViewState>`case
  when link_hash is null and revoked_at is null then 'draft'
  when link_hash is null or link_hash in (select link_hash from ended_view_link) then 'revoked'
  when expires_at <= now() then 'expired' else 'active' end`;

/** What a reader of a view sees. A changed backup can contain any JSON. */
function toShown({
  headline,
  note,
  sections,
  drafts,
  resume,
}: Pick<Row, 'headline' | 'note' | 'sections' | 'drafts' | 'resume'>): ShownView {
  return {
    ...readSettings(ShownView, DEFAULT_VIEW, { sections, headline, note, drafts }),
    resume: readSettings(ShownView.shape.resume, DEFAULT_VIEW.resume, resume),
  };
}

/** Reads views, those whose link has ended last. */
async function readViews(
  db: Db | Trx,
  siteUrl: string | undefined,
  condition = sql`true`,
): Promise<View[]> {
  const { rows } = await sql<Row & { key: Buffer }>`
    with opens as (
      select name as id, sum(count) filter (where period = 'month')::integer as about,
        max(starts_on) filter (where period = 'day')::text as last_on
      from visit_count where kind = 'view' group by name)
    select view.*, ${STATE} as state, coalesce(about, 0) as about, last_on, view_key.key
    from view cross join view_key left join opens on opens.id = view.id::text
    where ${condition}
    order by ${STATE} in ('expired', 'revoked'), seq desc`.execute(db);
  return rows.map(({ key, ...row }) => {
    const isLinked = row.state === 'active' || row.state === 'expired';
    const token = isLinked && row.link ? openSealed(key, row.id, row.link) : undefined;
    return {
      _id: row.id,
      name: row.name,
      ...toShown(row),
      state: row.state,
      link: siteUrl === undefined || token === undefined ? null : `${siteUrl}/v/${token}`,
      expiresAt: row.expires_at?.toISOString() ?? null,
      publishedAt: row.published_at?.toISOString() ?? null,
      revokedAt: row.revoked_at?.toISOString() ?? null,
      opens: { about: row.about, lastOn: row.last_on },
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    };
  });
}

export function listViews(db: Db, siteUrl: string | undefined): Promise<View[]> {
  return readViews(db, siteUrl);
}

export async function findView(
  db: Db | Trx,
  siteUrl: string | undefined,
  id: string,
): Promise<View | undefined> {
  return (await readViews(db, siteUrl, sql`view.id = ${id}`))[0];
}

/** Whether the owner wants opens counted. */
export async function findIsCounting(db: Db): Promise<boolean> {
  const owner = await db.selectFrom('owner').select('count_visits').executeTakeFirst();
  return owner?.count_visits ?? false;
}

/** Returns the ID of the new view. */
export async function addView(
  trx: Trx,
  { expiresAt, ...view }: NewView,
  actor: Actor,
): Promise<string> {
  const expiry = expiresAt === undefined ? inDays(VIEW_DAYS) : expiresAt;
  return addItem(trx, NOUN, { ...view, expires_at: expiry }, actor);
}

/** Returns the ID of the revision, if there is one. */
export async function updateView(
  trx: Trx,
  id: string,
  { expiresAt, ...changes }: ViewChanges,
  actor: Actor,
): Promise<string | undefined> {
  return editItem(trx, { noun: NOUN, id }, { ...changes, expires_at: expiresAt }, actor);
}

/** Locks a view until the transaction ends. Returns its state. */
export async function lockView(trx: Trx, id: string): Promise<ViewState | undefined> {
  const { rows } = await sql<{ state: ViewState }>`
    select ${STATE} as state from view where id = ${id} for update`.execute(trx);
  return rows[0]?.state;
}

/** Gives a view a new link. An earlier one never works again. */
export async function createLink(trx: Trx, id: string, actor: Actor): Promise<void> {
  await endLink(trx, id);
  const { key } = await trx.selectFrom('view_key').select('key').executeTakeFirstOrThrow();
  const token = newViewToken();
  const { rows } = await sql<{ isOver: boolean }>`
    update view set link_hash = ${hashViewToken(token)}, link = ${seal(key, id, token)},
      published_at = now(), revoked_at = null, updated_at = now()
    where id = ${id} returning coalesce(expires_at <= now(), false) as "isOver"`.execute(trx);
  if (rows[0]?.isOver) await updateView(trx, id, { expiresAt: inDays(VIEW_DAYS) }, actor);
}

export async function revokeLink(trx: Trx, id: string): Promise<void> {
  await endLink(trx, id);
  await sql`update view set link_hash = null, link = null, revoked_at = now(), updated_at = now()
    where id = ${id}`.execute(trx);
}

async function endLink(trx: Trx, id: string): Promise<void> {
  await sql`insert into ended_view_link (link_hash)
    select link_hash from view where id = ${id} and link_hash is not null
    on conflict do nothing`.execute(trx);
}

export function inDays(days: number, from = Date.now()): string {
  return new Date(from + days * 24 * 60 * 60 * 1000).toISOString();
}

/** What is behind a link. */
export type LinkedView =
  | { readonly state: 'active'; readonly id: string; readonly shown: ShownView }
  | { readonly state: 'ended' };

/** Asks the database each time, so that a link ends on all processes at once. */
export async function findByLink(db: Db, token: string): Promise<LinkedView | undefined> {
  if (!isViewToken(token)) return undefined;
  const hash = hashViewToken(token);
  const { rows } = await sql<Row & { hasEnded: boolean }>`
    select view.*, ${STATE} <> 'active' as "hasEnded" from view where link_hash = ${hash}`.execute(
    db,
  );
  const [row] = rows;
  if (row && !row.hasEnded) return { state: 'active', id: row.id, shown: toShown(row) };
  const { rows: ended } = await sql`
    select from ended_view_link where link_hash = ${hash}
    union all select from trash
    where noun = ${NOUN} and item ->> 'link_hash' = ${`\\x${hash.toString('hex')}`}`.execute(db);
  return row || ended.length > 0 ? { state: 'ended' } : undefined;
}
