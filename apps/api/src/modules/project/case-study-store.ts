import { createHash } from 'node:crypto';
import type { PublicProjectDetails, project } from '@vitrine/contract/project';
import { mapInParts } from '../../concurrency.ts';
import type { PublicItem } from '../../content/published-store.ts';
import type { Db } from '../../db/client.ts';

/** Increase it when the same Markdown renders to other HTML. */
const RENDERER = 3;

type PublishedProject = PublicItem<typeof project>;
type RenderedProject = Omit<PublishedProject, 'images'> & Pick<PublicProjectDetails, 'bodyHtml'>;

/**
 * Adds the case studies as HTML. Each is rendered once after it was written, since highlighting code
 * takes a large library.
 */
export async function renderBodies(
  db: Db,
  projects: readonly PublishedProject[],
  mediaOrigin: string,
): Promise<RenderedProject[]> {
  const cached = await db.selectFrom('project_html').selectAll().execute();
  const rendered = new Map(cached.map((row) => [`${row.project_id} ${row.key}`, row.html]));
  return mapInParts(projects, async ({ images, ...project }) => {
    const key = keyOf(project.body, mediaOrigin);
    const bodyHtml =
      project.body === ''
        ? ''
        : (rendered.get(`${project._id} ${key}`) ??
          (await renderBody(db, project, { key, images, mediaOrigin })));
    return { ...project, bodyHtml };
  });
}

function keyOf(body: string, mediaOrigin: string): string {
  return createHash('sha256')
    .update(JSON.stringify([RENDERER, mediaOrigin, body]))
    .digest('hex');
}

interface RenderOptions {
  readonly key: string;
  readonly images: PublishedProject['images'];
  readonly mediaOrigin: string;
}

async function renderBody(
  db: Db,
  { _id, body }: { readonly _id: string; readonly body: string },
  { key, images, mediaOrigin }: RenderOptions,
): Promise<string> {
  const { renderMarkdown } = await import('./render-markdown.ts');
  const html = await renderMarkdown(body, images, mediaOrigin);
  await db
    .insertInto('project_html')
    .columns(['project_id', 'key', 'html'])
    .expression((query) =>
      // The project may have been deleted in the meantime.
      query
        .selectFrom('project')
        .select((select) => ['id', select.val(key).as('key'), select.val(html).as('html')])
        .where('id', '=', _id)
        .where('body', '=', body),
    )
    .onConflict((conflict) =>
      conflict.column('project_id').doUpdateSet((row) => ({
        key: row.ref('excluded.key'),
        html: row.ref('excluded.html'),
      })),
    )
    .execute();
  return html;
}
