import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { mapInParts } from '../concurrency.ts';
import type { Db } from '../db/client.ts';
import type { Images } from './field-columns.ts';

/** Increase it when the same Markdown renders to other HTML. */
const RENDERER = 3;

interface Written {
  readonly _id: string;
  /** Markdown. */
  readonly body: string;
  readonly images: Images;
}

/**
 * Adds the texts of items as HTML. Each is rendered once after it was written, since highlighting code
 * takes a large library. The HTML of a table is in another one, like `project_html`.
 */
export async function renderBodies<Item extends Written>(
  db: Db,
  table: string,
  items: readonly Item[],
  mediaOrigin: string,
) {
  const { rows } = await sql<{ item_id: string; key: string; html: string }>`
    select * from ${sql.table(`${table}_html`)}`.execute(db);
  const rendered = new Map(rows.map((row) => [`${row.item_id} ${row.key}`, row.html]));
  return mapInParts(items, async ({ images, ...item }) => {
    const { _id, body } = item;
    const key = keyOf(body, mediaOrigin);
    const bodyHtml =
      body === ''
        ? ''
        : (rendered.get(`${_id} ${key}`) ??
          (await renderBody(db, table, { _id, body, images }, { key, mediaOrigin })));
    return { ...item, bodyHtml };
  });
}

function keyOf(body: string, mediaOrigin: string): string {
  return createHash('sha256')
    .update(JSON.stringify([RENDERER, mediaOrigin, body]))
    .digest('hex');
}

interface RenderOptions {
  readonly key: string;
  readonly mediaOrigin: string;
}

async function renderBody(
  db: Db,
  table: string,
  { _id, body, images }: Written,
  { key, mediaOrigin }: RenderOptions,
): Promise<string> {
  const { renderMarkdown } = await import('./render-markdown.ts');
  const html = await renderMarkdown(body, images, mediaOrigin);
  // The item may have been deleted in the meantime.
  await sql`
    insert into ${sql.table(`${table}_html`)} (item_id, key, html)
    select id, ${key}, ${html} from ${sql.table(table)} where id = ${_id} and body = ${body}
    on conflict (item_id) do update set key = excluded.key, html = excluded.html`.execute(db);
  return html;
}
