import { realpathSync } from 'node:fs';
import { join } from 'node:path';

/** The folder `apps/api`, from `src` and from `dist`. */
const API = join(import.meta.dirname, '..');
const ROOT = join(API, '../..');

/**
 * What child processes may read: the code of the service and its libraries, templates and fonts. A
 * release may share its libraries with others through a link. Node checks the link and what is behind it.
 */
export function codeFolders(): string[] {
  const shared = join(realpathSync(join(ROOT, 'node_modules')), '..');
  const roots = new Set([ROOT, shared]);
  return [
    API,
    ...[...roots].flatMap((root) => [join(root, 'packages'), join(root, 'node_modules')]),
  ];
}

export const MIGRATIONS = join(API, 'migrations');
/** Workers run from source, also in production. */
export const ICON_WORKER = join(API, 'src/media/icon-worker.ts');
export const IMPORT_WORKER = join(API, 'src/modules/import/import-worker.ts');
export const MEDIA_WORKER = join(API, 'src/media/media-worker.ts');
export const TYPST_WORKER = join(API, 'src/typeset/typst-worker.ts');
export const TEMPLATES = join(API, 'templates');
/** Collected by the build. */
export const FONTS = join(API, 'dist/fonts');
/** Filled by the build. */
export const COMPILE_CACHE = join(API, 'dist/compiled');
/** Other builds, if they exist. In development, Vite serves the dashboard. */
export const DASHBOARD = join(API, '../dashboard/dist');
export const CLIENT = join(ROOT, 'packages/client/dist/client.js');
export const SITE_BUILD = join(ROOT, 'packages/site/dist');
export const SITE_WORKER = join(SITE_BUILD, 'worker.js');
