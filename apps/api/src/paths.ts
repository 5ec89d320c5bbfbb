import { join } from 'node:path';

/** The folder `apps/api`, from `src` and from `dist`. */
const API = join(import.meta.dirname, '..');

export const MIGRATIONS = join(API, 'migrations');
/** Workers run from source, also in production. */
export const PDF_WORKER = join(API, 'src/media/pdf-worker.ts');
export const SVG_WORKER = join(API, 'src/media/svg-worker.ts');
/** Other builds, if they exist. In development, Vite serves the dashboard. */
export const DASHBOARD = join(API, '../dashboard/dist');
export const CLIENT = join(API, '../../packages/client/dist/client.js');
