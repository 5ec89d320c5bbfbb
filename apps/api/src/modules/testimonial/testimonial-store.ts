import { createHash } from 'node:crypto';
import { LINK_DAYS, type TestimonialState } from '@vitrine/contract/options';
import type { Answer, LinkedTestimonial } from '@vitrine/contract/testimonial';
import { sql } from 'kysely';
import { forgetItem } from '../../content/forget-store.ts';
import { InvalidContentError } from '../../content/invalid-content-error.ts';
import { type Actor, SERVICE } from '../../content/revision-store.ts';
import { editItem } from '../../content/write-store.ts';
import type { Db, Trx } from '../../db/client.ts';

const NOUN = 'testimonial';
/** Every new link after an answer adds one. None is dropped, since its author withdraws with it. */
const MAX_LINKS = 100;

/** Only the hash of a token is stored. */
function hashLink(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The owner may have deleted what an author wrote, who can still withdraw it. */
export async function findByLink(
  db: Db | Trx,
  token: string,
): Promise<LinkedTestimonial | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined;
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

/** Before an answer, the link replaces the earlier one. Returns false if there are too many links. */
export async function addLink(trx: Trx, id: string, token: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update testimonial set
      link_hashes = case when state = 'asked' then array[${hashLink(token)}]
        else array[${hashLink(token)}] || link_hashes end,
      expires_at = now() + interval '1 day' * ${LINK_DAYS}, updated_at = now()
    where id = ${id} and (state = 'asked' or cardinality(link_hashes) < ${MAX_LINKS})`.execute(trx);
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
): Promise<void> {
  if (photo && !(await isAuthorPhoto(trx, photo)))
    throw new InvalidContentError({ photo: 'This photo does not exist anymore. Upload it again.' });
  await changeTestimonial(trx, id, {
    ...words,
    photo: photo || null,
    state: 'received',
    answered_at: 'now',
  });
}

/** Whether this is the name of an author's photo. The owner's images are none. */
export async function isAuthorPhoto(db: Db | Trx, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from media where name = ${name} and is_author_photo for key share`.execute(db);
  return rows.length === 1;
}

/** Deletes photos of authors, unless another testimonial has the same. Returns their files. */
export async function deletePhotos(trx: Db | Trx, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    with gone as (
      delete from media where name = any(${names}) and is_author_photo
        and not exists (select from testimonial where photo = media.name)
        and not exists (
          select from trash where noun = ${NOUN} and trash.media @> array[media.name])
        and not exists (
          select from revision where noun = ${NOUN} and revision.media @> array[media.name])
      returning files)
    select unnest(files) as file from gone`.execute(trx);
  return rows.map(({ file }) => file);
}

/** Erases the words of an author, also those in the trash and in the history. Returns the names of the photos. */
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
