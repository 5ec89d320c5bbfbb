import { createHash } from 'node:crypto';
import { LINK_DAYS, type TestimonialState } from '@vitrine/contract/options';
import { type Answer, testimonial } from '@vitrine/contract/testimonial';
import { sql } from 'kysely';
import { columnsOf } from '../../content/field-columns.ts';
import { forgetItem } from '../../content/forget-store.ts';
import { requireImages } from '../../content/item-images.ts';
import { type Actor, SERVICE } from '../../content/revision-store.ts';
import { editItem } from '../../content/write-store.ts';
import type { Db, Trx } from '../../db/client.ts';

const NOUN = 'testimonial';
/** Every new link after an answer adds one. */
const MAX_LINKS = 100;

/** What an author finds behind a link. */
export interface LinkedTestimonial {
  readonly id: string;
  /** `deleted` is in the trash, and `expired` takes no answer anymore. */
  readonly state: TestimonialState | 'deleted' | 'expired';
  readonly person: string;
  readonly note: string;
  readonly quote: string;
  readonly name: string;
  readonly role: string;
  readonly organization: string;
  readonly photo: string | null;
  readonly suggestion: string;
  readonly suggestionNote: string;
}

/** Only the hash of a token is stored. */
function hashLink(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The owner may have deleted what an author wrote, who can still withdraw it. */
export async function findByLink(
  db: Db | Trx,
  token: string,
): Promise<LinkedTestimonial | undefined> {
  const hash = hashLink(token);
  const { rows } = await sql<LinkedTestimonial>`
    select id, case when item.state = 'asked' and expires_at <= now() then 'expired'
        else item.state::text end as state,
      person, note, quote, name, role, organization, photo, suggestion,
      suggestion_note as "suggestionNote"
    from testimonial as item where link_hashes @> array[${hash}]
    union all
    select id, 'deleted', '', '', '', '', '', '', null, '', '' from (
      select id, noun, item from trash union all select id, noun, item from purged_item) as gone
    where noun = ${NOUN} and item -> 'link_hashes' ? ${hash}
    limit 1`.execute(db);
  return rows[0];
}

/** Before an answer, the link replaces the earlier one. Returns false if there is nothing to link to. */
export async function addLink(trx: Trx, id: string, token: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update testimonial set
      link_hashes = case when state = 'asked' then array[${hashLink(token)}]
        else (array[${hashLink(token)}] || link_hashes)[1:${MAX_LINKS}] end,
      expires_at = now() + interval '1 day' * ${LINK_DAYS}
    where id = ${id} and state <> 'withdrawn'`.execute(trx);
  return numAffectedRows === 1n;
}

/** Whether the owner wants emails about what visitors send. */
export async function isMailWanted(trx: Trx): Promise<boolean> {
  const owner = await trx.selectFrom('owner').select('mail_messages').executeTakeFirst();
  return owner?.mail_messages ?? false;
}

/** Locks a testimonial until the transaction ends. */
export async function lockTestimonial(trx: Trx, id: string) {
  return trx
    .selectFrom('testimonial')
    .select(['state', 'quote', 'suggestion', 'person'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

interface Columns {
  readonly state: TestimonialState;
  readonly quote: string;
  readonly name: string;
  readonly role: string;
  readonly organization: string;
  readonly photo: string | null;
  readonly person: string;
  readonly suggestion: string;
  readonly suggestion_note: string;
  readonly answered_at: 'now';
}

export async function changeTestimonial(
  trx: Trx,
  id: string,
  columns: Partial<Columns>,
  actor: Actor = SERVICE,
): Promise<void> {
  await editItem(trx, { noun: NOUN, id }, columns, actor);
}

/** Stores what an author agreed to show. Fails if the photo was deleted in the meantime. */
export async function storeAnswer(
  trx: Trx,
  id: string,
  { photo, ...words }: Answer,
  person: string,
): Promise<void> {
  const columns = { ...words, photo: photo || null };
  await requireImages(trx, columnsOf(testimonial.fields), columns);
  await changeTestimonial(trx, id, {
    ...columns,
    state: 'received',
    person: person || words.name,
    answered_at: 'now',
  });
}

/** Erases the words of an author, also those in the trash and in the history. Returns their files. */
export async function eraseWords(trx: Trx, id: string): Promise<string[]> {
  const { rows } = await sql<{ photo: string | null }>`
    with item as (select id, photo from testimonial where id = ${id} for update)
    update testimonial set state = 'withdrawn', quote = '', name = '', role = '',
      organization = '', photo = null, suggestion = '', suggestion_note = '', updated_at = now()
    from item where testimonial.id = item.id
    returning item.photo`.execute(trx);
  const names = await forgetItem(trx, NOUN, id);
  return [...new Set([...names, ...rows.flatMap(({ photo }) => photo ?? [])])];
}
