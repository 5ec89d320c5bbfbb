import { postPath, projectPath } from '@vitrine/site/resolve-path';
import type { ShownItem } from '@vitrine/site/site';
import { findDesign } from './design-store.ts';
import { createPostNamer, createProjectNamer } from './site-content.ts';
import { notSetUp, type SiteOptions } from './site-route.ts';

export type PreviewSite = Omit<SiteOptions, 'files' | 'media' | 'contact' | 'words' | 'views'>;

/** Renders the page of an item that is not published, with the published design. */
export async function renderItemPreview(
  { db, pages, renderer, siteUrl, origins, load }: PreviewSite,
  { noun, item }: ShownItem,
  base: string,
): Promise<string> {
  if (!pages.portfolio()) await load();
  const named = pages.portfolio();
  if (!named) throw notSetUp();
  const { published } = await findDesign(db);
  const shown: ShownItem =
    noun === 'project'
      ? { noun, item: createProjectNamer(origins)(item) }
      : { noun, item: createPostNamer(origins)(item) };
  const { body } = await renderer.page(named, {
    settings: published.settings,
    path: shown.noun === 'project' ? projectPath(shown.item) : postPath(shown.item),
    options: {
      origin: siteUrl,
      mode: 'preview',
      base,
      // The preview that shows the page has loaded its own.
      assets: { stylesheet: '', script: '', fonts: [] },
      contactUrl: '/contact',
    },
    shown,
  });
  return body;
}
