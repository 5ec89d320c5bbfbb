import { generateKeyBetween } from 'fractional-indexing';
import { sql } from 'kysely';
import { forgetItem } from '../../content/forget-store.ts';
import type { Trx } from '../../db/client.ts';
import type { Content } from '../../db/content.ts';
import { isReferenced } from '../../media/media-store.ts';

/** A testimonial that stays as it is live, with the row of its photo. */
interface KeptAnswer {
  readonly id: string;
  readonly item: Content;
  readonly photo: Content | null;
}

/** Reads the testimonials that changed since the restore began, and those that are withdrawn. */
export async function readAnswers(trx: Trx): Promise<KeptAnswer[]> {
  const { rows } = await sql<KeptAnswer>`
    select id, to_jsonb(item) - 'seq' as item, to_jsonb(media) as photo
    from testimonial as item left join media on media.name = item.photo
    where item.updated_at >= now() or item.state = 'withdrawn'
    order by item.seq`.execute(trx);
  return rows;
}

/** Writes them over the restored ones, and erases in the restored tables what authors have withdrawn. */
export async function keepAnswers(trx: Trx, answers: readonly KeptAnswer[]): Promise<void> {
  const kept = answers.map(({ id }) => id);
  const { rows: withdrawn } = await sql<{ id: string }>`select id from forgotten_item`.execute(trx);
  const { rows: erased } = await sql<{ photo: string }>`
    with gone as (
      delete from testimonial where id in (select id from forgotten_item) and id <> all(${kept}::uuid[])
      returning photo)
    select photo from gone where photo is not null
    union select photo from testimonial where id = any(${kept}::uuid[]) and photo is not null`.execute(
    trx,
  );
  const photos = erased.map(({ photo }) => photo);
  for (const { id } of withdrawn) photos.push(...(await forgetItem(trx, 'testimonial', id)));
  for (const answer of answers) await writeAnswer(trx, answer);
  // The cleanup deletes their files.
  await sql`delete from media
    where name = any(${photos}) and not ${await isReferenced(trx)}`.execute(trx);
  // The backup may be from another server, whose withdrawals are not recorded here.
  await sql`insert into forgotten_item (id)
    select id from testimonial where state = 'withdrawn' on conflict do nothing`.execute(trx);
}

async function writeAnswer(trx: Trx, { id, item, photo }: KeptAnswer): Promise<void> {
  if (photo)
    await sql`insert into media
      select * from jsonb_populate_record(null::media, ${JSON.stringify(photo)})
      on conflict do nothing`.execute(trx);
  await sql`delete from trash where noun = 'testimonial' and id = ${id}`.execute(trx);
  const { rows } = await sql<{ position: string }>`
    delete from testimonial where id = ${id} returning position`.execute(trx);
  const position = rows[0]?.position ?? (await positionAtEnd(trx));
  const columns = sql.join(Object.keys(item).map((name) => sql.ref(name)));
  await sql`insert into testimonial (${columns}) select ${columns}
    from jsonb_populate_record(null::testimonial, ${JSON.stringify({ ...item, position })})`.execute(
    trx,
  );
}

/** Without the lock of other moves, whose holders may wait for the tables that the restore has locked. */
async function positionAtEnd(trx: Trx): Promise<string> {
  const { rows } = await sql<{ last: string | null }>`
    select max(position) as last from testimonial`.execute(trx);
  return generateKeyBetween(rows[0]?.last ?? null, null);
}
