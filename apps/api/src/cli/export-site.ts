import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../config.ts';
import type { Db } from '../db/client.ts';
import { isFilePath } from '../is-file-path.ts';
import type { MediaFiles } from '../media/media-files.ts';
import { exportedMediaPath, exportSite, type SiteExport } from '../modules/site/export-site.ts';
import { nameSitePortfolio } from '../modules/site/site-content.ts';
import { createSiteFiles } from '../modules/site/site-files.ts';
import type { SiteRenderer } from '../modules/site/site-renderer.ts';
import { readPortfolio } from '../read-portfolio.ts';
import { CliError } from './owner.ts';

/** The names of all files of an export, so that the next one can remove what is gone. */
const LIST = '.vitrine-export';
/** The same while the export runs. An interrupted export has this file, a complete one does not. */
const INCOMPLETE = '.vitrine-export-incomplete';

export interface ExportArguments {
  readonly url?: string;
  readonly contact?: string;
  readonly replace: boolean;
}

interface Place {
  readonly db: Db;
  readonly files: MediaFiles;
  readonly renderer: SiteRenderer;
  readonly config: Pick<Config, 'siteUrl' | 'mediaOrigin'>;
}

type OnProgress = (done: number, total: number) => void;

/**
 * Writes the site into a folder. Files that no export wrote stay, such as those of a repository.
 */
export async function exportSiteTo(
  { db, files, renderer, config }: Place,
  folder: string,
  { replace, ...options }: ExportArguments,
  onProgress: OnProgress,
) {
  const { siteUrl, mediaOrigin } = config;
  const { contact = 'form' } = options;
  const url = (options.url ?? siteUrl)?.replace(/\/+$/, '');
  if (contact !== 'form' && contact !== 'mail' && contact !== 'none')
    throw new CliError('Choose --contact form, --contact mail or --contact none.');
  if (url === undefined || !/^https?:\/\/./.test(url) || !URL.canParse(url))
    throw new CliError('Specify the address of the export, like --url https://example.com.');
  const before = await listFiles(folder, replace);
  const content = await readPortfolio(db, config);
  if (!content) throw new CliError('There is no owner yet, so there is nothing to export.');
  const site = exportSite(
    {
      named: nameSitePortfolio(content, { publicUrl: mediaOrigin, mediaOrigin }),
      design: content.design,
      renderer,
      files: createSiteFiles(db),
      media: files,
    },
    { url, contact, siteUrl },
  );
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, INCOMPLETE), toLines(before));
  const { written, missing } = await writeFiles(site, files, folder, onProgress);
  const current = new Set(written);
  for (const path of before) if (!current.has(path)) await rm(join(folder, path), { force: true });
  await writeFile(join(folder, LIST), toLines(written.toSorted()));
  await rm(join(folder, INCOMPLETE));
  onProgress(1, 1);
  return { count: written.length, url, missing };
}

async function writeFiles(
  site: SiteExport,
  media: MediaFiles,
  folder: string,
  onProgress: OnProgress,
): Promise<{ written: string[]; missing: string[] }> {
  const written: string[] = [];
  for await (const { path, body } of site.texts()) {
    await writeInto(folder, path, (draft) => writeFile(draft, body));
    // The number of images is known only at the end, so that half of the bar is for them.
    onProgress(written.push(path), 2 * Math.max(site.textCount, written.length));
  }
  const names = site.media();
  const missing: string[] = [];
  for (const [index, name] of names.entries()) {
    onProgress(names.length + index, 2 * names.length);
    if ((await media.size(name)) === undefined) {
      missing.push(name);
      continue;
    }
    const path = exportedMediaPath(name);
    await writeInto(folder, path, (draft) => pipeline(media.read(name), createWriteStream(draft)));
    written.push(path);
  }
  return { written, missing };
}

/** The files of the last export in this folder, also of an interrupted one. */
async function listFiles(folder: string, replace: boolean): Promise<string[]> {
  const present = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (present.length > 0 && !replace)
    throw new CliError(`${folder} is not empty. Add --replace to replace an earlier export in it.`);
  const lists = await Promise.all(
    [LIST, INCOMPLETE]
      .filter((name) => present.includes(name))
      .map((name) => readFile(join(folder, name), 'utf8')),
  );
  // The list may have been edited. Nothing outside the folder is ever removed.
  return [...new Set(lists.flatMap((list) => list.split('\n')))].filter(isFilePath);
}

function toLines(paths: readonly string[]): string {
  return paths.map((path) => `${path}\n`).join('');
}

/** A file gets its name when it is complete. */
async function writeInto(
  folder: string,
  path: string,
  write: (draft: string) => Promise<void>,
): Promise<void> {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true });
  const draft = `${target}.part`;
  await write(draft);
  await rename(draft, target);
}
