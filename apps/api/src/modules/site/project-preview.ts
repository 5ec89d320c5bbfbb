import { projectPath } from '@vitrine/site/resolve-path';
import type { SiteProject } from '@vitrine/site/site';
import { findDesign } from './design-store.ts';
import { createProjectNamer } from './site-content.ts';
import { notSetUp, type SiteOptions } from './site-route.ts';

export type PreviewSite = Omit<SiteOptions, 'files' | 'media' | 'contact'>;

/** Renders the page of a project that is not published, with the published design. */
export async function renderProjectPreview(
  { db, pages, renderer, siteUrl, origins, load }: PreviewSite,
  unnamed: SiteProject,
  base: string,
): Promise<string> {
  if (!pages.portfolio()) await load();
  const named = pages.portfolio();
  if (!named) throw notSetUp();
  const { published } = await findDesign(db);
  const project = createProjectNamer(origins)(unnamed);
  const { body } = await renderer.page(named, {
    settings: published.settings,
    path: projectPath(project),
    options: {
      origin: siteUrl,
      mode: 'preview',
      base,
      // The preview that shows the page has loaded its own.
      assets: { stylesheet: '', script: '', fonts: [] },
      contactUrl: '/contact',
    },
    project,
  });
  return body;
}
