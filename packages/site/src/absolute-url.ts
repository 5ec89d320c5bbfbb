import { asFolder } from './relative-path.ts';
import type { PageOptions } from './site.ts';

type Place = Pick<PageOptions, 'origin' | 'mode'> & Partial<Pick<PageOptions, 'base' | 'isView'>>;

/** Whether the site is below the dashboard, where only people at home read it. */
export function isBelow({ origin }: Pick<PageOptions, 'origin'>): boolean {
  return origin.startsWith('/');
}

/** What precedes a path of the site. Files are the same in a preview, and in a view the icon too. */
export function baseOf(path: string, { origin, ...place }: Omit<Place, 'mode'>): string {
  return `${isBelow({ origin }) ? origin : ''}${ownBaseOf(path, place)}`;
}

function ownBaseOf(path: string, { base = '', isView = false }: Omit<Place, 'mode' | 'origin'>) {
  const isShared = /^\/(media|assets)\//.test(path) || (isView && path === '/icon.svg');
  return isShared ? '' : base;
}

/**
 * The URL of a path of the site, for readers outside of it. The origin of an exported site may be a
 * subfolder, and its pages are folders.
 */
export function absoluteUrl({ origin, mode, ...place }: Place, path: string): string {
  if (!path.startsWith('/')) return path;
  if (place.isView) return origin + ownBaseOf(path, place) + path;
  return `${origin}${mode === 'export' ? asFolder(path) : path}`;
}
