import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CopyContact } from '@vitrine/contract/options';
import type { Config } from './config.ts';
import type { Db } from './db/client.ts';
import type { Jobs } from './jobs/jobs.ts';
import { hashContent, type MediaFiles } from './media/media-files.ts';
import { CopyError } from './modules/copy/copy-error.ts';
import { listPublished } from './modules/copy/copy-store.ts';
import type { CopyFile } from './modules/copy/plan-update.ts';
import { type CopySource, copyRunner } from './modules/copy/run-copy.ts';
import { ExportError, exportedMediaPath, exportSite } from './modules/site/export-site.ts';
import { nameSitePortfolio, type SiteContent } from './modules/site/site-content.ts';
import { createSiteFiles } from './modules/site/site-files.ts';
import { createSiteRenderer } from './modules/site/site-renderer.ts';
import { readPortfolio } from './read-portfolio.ts';
import { RELEASE } from './release.ts';
import { ownSiteUrl } from './site-address.ts';

/**
 * From the first change that is not in the copies to their update. With it, a hundred changes in a minute
 * are two updates, and a change is visible within a minute.
 */
const DELAY_SECONDS = 40;
const RETRY_MS = 1_000;

type CopyConfig = Pick<Config, 'siteUrl' | 'mediaOrigin' | 'copyPlaces'>;

interface CopyParts {
  readonly db: Db;
  readonly files: MediaFiles;
  readonly jobs: () => Jobs;
}

/** Returns the function that updates one copy. */
export function createCopyUpdater(config: CopyConfig, { db, files, jobs }: CopyParts) {
  const renderer = createSiteRenderer();
  return copyRunner({
    db,
    jobs,
    places: config.copyPlaces,
    async read(): Promise<CopySource | undefined> {
      const content = await readPortfolio(db, config);
      if (!content?.isPublic) return undefined;
      const exportFiles = ({ url, contact }: { url: string; contact: CopyContact }) =>
        listFiles({ db, files, renderer, config }, content, { url, contact });
      return { version: versionOf(content, config), exportFiles };
    },
  });
}

/** Also differs after an upgrade, and after a change of the address that receives messages. */
function versionOf(content: SiteContent, { siteUrl }: Pick<CopyConfig, 'siteUrl'>): string {
  const hash = createHash('sha256').update(JSON.stringify([siteUrl, content]));
  return `${RELEASE} ${hash.digest('hex')}`;
}

interface Exporter extends Omit<CopyParts, 'jobs'> {
  readonly renderer: ReturnType<typeof createSiteRenderer>;
  readonly config: CopyConfig;
}

/** The files of an export. Its texts are in memory, the media in their store. */
async function listFiles(
  { db, files: media, renderer, config }: Exporter,
  content: SiteContent,
  { url, contact }: { readonly url: string; readonly contact: CopyContact },
): Promise<CopyFile[]> {
  const { mediaOrigin } = config;
  const named = nameSitePortfolio(content, { publicUrl: mediaOrigin, mediaOrigin });
  const { design } = content;
  try {
    const site = exportSite(
      { named, design, renderer, files: createSiteFiles(db), media },
      { url, contact, siteUrl: ownSiteUrl(config.siteUrl) },
    );
    const files: CopyFile[] = [];
    for await (const { path, body } of site.texts())
      files.push({ path, hash: hashContent(body), read: async () => body });
    for (const name of site.media()) {
      // An export leaves out what is missing, too.
      if ((await media.size(name)) === undefined) continue;
      const [hash = ''] = name.split('.');
      files.push({ path: exportedMediaPath(name), hash, read: () => buffer(media.read(name)) });
    }
    return files;
  } catch (error) {
    if (error instanceof ExportError) throw new CopyError(error.message, { isFinal: true });
    throw error;
  }
}

type CopyQueue = Pick<Jobs, 'scheduleCopy'>;

/** The copies that lack some of this content. */
async function listOutdated(db: Db, config: Pick<CopyConfig, 'siteUrl'>, content: SiteContent) {
  const copies = content.isPublic ? await listPublished(db) : [];
  if (copies.length === 0) return [];
  const version = versionOf(content, config);
  return copies.filter(({ published }) => published !== version);
}

/**
 * Updates copies at once that a sleeping service has put off. Those that fail are left to their own
 * repetitions.
 */
export async function startOutdated(config: CopyConfig, db: Db, jobs: Jobs): Promise<void> {
  const content = await readPortfolio(db, config);
  const copies = content ? await listOutdated(db, config, content) : [];
  await db.transaction().execute(async (trx) => {
    for (const { id, failed_runs } of copies)
      if (failed_runs === 0) await jobs.startCopy(trx, { destination: id, cause: 'change' });
  });
}

interface WatchOptions {
  readonly db: Db;
  readonly jobs: CopyQueue;
  readonly config: Pick<CopyConfig, 'siteUrl'>;
  readonly delaySeconds?: number | undefined;
}

/**
 * Queues updates of copies when the public content changes. Call `update` with each new content, also the
 * first: it may have changed while no process ran. It tries again until the queue can be reached.
 */
export function watchForCopies(options: WatchOptions) {
  const { db, jobs, config, delaySeconds = DELAY_SECONDS } = options;
  let newest: SiteContent | undefined;
  let isRunning = false;
  let isStopped = false;

  async function queue(content: SiteContent): Promise<void> {
    for (const { id: destination } of await listOutdated(db, config, content))
      await jobs.scheduleCopy({ destination, cause: 'change' }, delaySeconds);
  }

  async function run(): Promise<void> {
    while (newest && !isStopped) {
      const content = newest;
      try {
        await queue(content);
        if (newest === content) newest = undefined;
      } catch {
        // Every other query reports that the database is unavailable.
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
    isRunning = false;
  }

  return {
    update(content: SiteContent | undefined): void {
      newest = content;
      if (isRunning) return;
      isRunning = true;
      void run();
    },
    stop(): void {
      isStopped = true;
    },
  };
}
