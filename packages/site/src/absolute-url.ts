import { asFolder } from './relative-path.ts';
import type { PageOptions } from './site.ts';

/**
 * The URL of a path of the site, for readers outside of it. The origin of an exported site may be a
 * subfolder, and its pages are folders.
 */
export function absoluteUrl({ origin, mode }: Pick<PageOptions, 'origin' | 'mode'>, path: string) {
  if (!path.startsWith('/')) return path;
  return `${origin}${mode === 'export' ? asFolder(path) : path}`;
}
