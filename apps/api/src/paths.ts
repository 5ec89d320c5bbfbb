import { join } from 'node:path';

/** `apps/api`, from its source and from what was built of it: the two folders lie side by side. */
const API = join(import.meta.dirname, '..');

export const MIGRATIONS = join(API, 'migrations');
/** From their source, also in production: they run in threads of their own, for a moment, for an upload. */
export const PDF_WORKER = join(API, 'src/media/pdf-worker.ts');
export const SVG_WORKER = join(API, 'src/media/svg-worker.ts');
/** Where the other builds are, when there are any; in development the pages come from Vite. */
export const DASHBOARD = join(API, '../dashboard/dist');
export const CLIENT = join(API, '../../packages/client/dist/client.js');
