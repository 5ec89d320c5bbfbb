import { join } from 'node:path';

/** The folder `apps/api`, from `src` and from `dist`. */
const API = join(import.meta.dirname, '..');
const ROOT = join(API, '../..');

/** What child processes may read: the code of the service and its libraries, templates and fonts. */
export const CODE = [API, join(ROOT, 'packages'), join(ROOT, 'node_modules')];

export const MIGRATIONS = join(API, 'migrations');
/** Workers run from source, also in production. */
export const ICON_WORKER = join(API, 'src/media/icon-worker.ts');
export const IMPORT_WORKER = join(API, 'src/modules/import/import-worker.ts');
export const MEDIA_WORKER = join(API, 'src/media/media-worker.ts');
export const TYPST_WORKER = join(API, 'src/media/typst-worker.ts');
export const TEMPLATES = join(API, 'templates');
/** Collected by the build. */
export const FONTS = join(API, 'dist/fonts');
/** Other builds, if they exist. In development, Vite serves the dashboard. */
export const DASHBOARD = join(API, '../dashboard/dist');
export const CLIENT = join(ROOT, 'packages/client/dist/client.js');
export const SITE_BUILD = join(ROOT, 'packages/site/dist');
export const SITE_WORKER = join(SITE_BUILD, 'worker.js');
