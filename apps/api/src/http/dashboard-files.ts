import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { type CompressedBody, makeEtag } from './compression.ts';

/** A file of the built dashboard, with the copies that were compressed at build time. */
export interface DashboardFile extends CompressedBody {
  readonly type: string;
  readonly isPage: boolean;
  readonly isHashed: boolean;
}

export interface DashboardFiles {
  readonly page: DashboardFile;
  /** By path, as in '/assets/index-1a2b3c.js'. Other files are not served. */
  readonly files: ReadonlyMap<string, DashboardFile>;
}

/** Reads the built dashboard, 1 to 2 MB, into memory. Returns undefined if it is not built. */
export async function readDashboard(folder: string): Promise<DashboardFiles | undefined> {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const files = new Map<string, DashboardFile>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const name = join(entry.parentPath, entry.name);
    const body = await readFile(name);
    const path = `/${relative(folder, name).replaceAll('\\', '/')}`;
    files.set(path, {
      type,
      body,
      tag: makeEtag(body),
      isPage: path === '/index.html',
      isHashed: path.startsWith('/assets/'),
      br: await readFile(`${name}.br`).catch(() => undefined),
      gzip: await readFile(`${name}.gz`).catch(() => undefined),
    });
  }
  const page = files.get('/index.html');
  return page && { page, files };
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
