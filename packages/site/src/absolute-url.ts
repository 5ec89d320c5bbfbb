import { asFolder } from './relative-path.ts';
import type { PageOptions } from './site.ts';

type Place = Pick<PageOptions, 'origin' | 'mode'> & Partial<Pick<PageOptions, 'base' | 'isView'>>;

/** What precedes a path of the site. Files are the same in a preview, and in a view the icon too. */
export function baseOf(
  path: string,
  { base = '', isView = false }: Omit<Place, 'origin' | 'mode'>,
) {
  const isShared = /^\/(media|assets)\//.test(path) || (isView && path === '/icon.svg');
  return isShared ? '' : base;
}

/**
 * The URL of a path of the site, for readers outside of it. The origin of an exported site may be a
 * subfolder, and its pages are folders.
 */
export function absoluteUrl({ origin, mode, ...place }: Place, path: string): string {
  if (!path.startsWith('/')) return path;
  if (place.isView) return origin + baseOf(path, place) + path;
  return `${origin}${mode === 'export' ? asFolder(path) : path}`;
}
