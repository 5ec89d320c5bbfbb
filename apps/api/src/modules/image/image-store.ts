import type { LibraryImage } from '@vitrine/contract/image';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import type { MediaMetadata } from '../../db/media-metadata.ts';
import { toDocument } from '../../media/media-response.ts';

interface Row {
  name: string;
  metadata: MediaMetadata;
  created_at: Date;
  alt: string | null;
}

/** Returns a page of the uploaded pictures, newest first. Icons, files and photos of authors are left out. */
export async function listImages(
  db: Db,
  { limit, before }: { readonly limit: number; readonly before: string | undefined },
): Promise<{ images: LibraryImage[]; next: string | null }> {
  const { rows } = await sql<Row>`
    ${IMAGES}
    where media.metadata ? 'variants' and media.name not like '%.svg' and not media.is_author_photo
      and (${before ?? null}::text is null
        or (created_at, name) < (select created_at, name from media where name = ${before ?? null}))
    order by created_at desc, name desc limit ${limit + 1}`.execute(db);
  const page = rows.slice(0, limit);
  return {
    images: page.map(toLibraryImage),
    next: rows.length > limit ? (page.at(-1)?.name ?? null) : null,
  };
}

export async function findImage(trx: Trx, name: string): Promise<LibraryImage> {
  const { rows } = await sql<Row>`${IMAGES} where media.name = ${name}`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('The image was not stored.');
  return toLibraryImage(row);
}

/** With the alternative text that a project or a post has for the picture. */
const IMAGES = sql`
  select name, metadata, created_at, coalesce((
    select coalesce(
      nullif(case when banner = media.name then banner_alt end, ''),
      jsonb_path_query_first(gallery, '$[*] ? (@.image == $name).alt',
        jsonb_build_object('name', media.name)) #>> '{}')
    from project where project.media @> array[media.name] order by seq desc limit 1
  ), (
    select cover_alt from post where cover = media.name order by seq desc limit 1
  )) as alt
  from media`;

function toLibraryImage({ name, metadata, created_at, alt }: Row): LibraryImage {
  return {
    name,
    image: toDocument(name, metadata),
    uploadedAt: created_at.toISOString(),
    alt: alt ?? '',
  };
}
