import { SITE_ADVICE } from '@vitrine/contract/options';
import { downloads } from '@vitrine/contract/routes';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { recordEvent, sourceOf } from '../../auth/audit-store.ts';
import { limitConcurrency } from '../../concurrency.ts';
import type { Db } from '../../db/client.ts';
import { ExpectedError } from '../../expected-error.ts';
import { API_PREFIX } from '../../http/register-route.ts';
import { compressedEntry, fitsInZip, mediaEntry, sendZip, type ZipEntry } from '../../http/zip.ts';
import type { MediaFiles } from '../../media/media-files.ts';
import { ExportError, exportedMediaPath, exportSite, type SiteExport } from './export-site.ts';
import { nameSitePortfolio, type SiteContent } from './site-content.ts';
import { createSiteFiles } from './site-files.ts';
import type { SiteRenderer } from './site-renderer.ts';

interface DownloadOptions {
  readonly db: Db;
  readonly read: () => Promise<SiteContent | undefined>;
  readonly renderer: SiteRenderer;
  readonly media: MediaFiles;
  readonly siteUrl: string | undefined;
  readonly mediaOrigin: string;
}

const Query = z.object({
  contact: z.enum(['form', 'mail']).default('form'),
  url: z.url({ protocol: /^https?$/ }).optional(),
});

/**
 * The site as a zip. The headers come once all pages are rendered, with the exact length, so that a
 * browser can show the progress of the rest.
 */
export function siteDownloadRoutes(app: FastifyInstance, options: DownloadOptions): void {
  // Each download holds its pages in memory.
  const takeTurn = limitConcurrency(1);
  const { method, path, access, scope } = downloads.site;
  app.route({
    method,
    url: `${API_PREFIX}${path}`,
    config: { access, scope, isStream: true },
    async handler(request, reply) {
      const query = Query.safeParse(request.query);
      if (!query.success) throw new ExpectedError(400, 'Choose a contact form or a mail link.');
      const { contact, url = options.siteUrl } = query.data;
      if (url === undefined)
        throw new ExpectedError(409, `Your site has no address of its own. ${SITE_ADVICE}`);
      const entries = await takeTurn(() => collectEntries(options, { contact, url }));
      if (!fitsInZip(entries))
        throw new ExpectedError(409, 'The site is too large for a zip. Use vitrine export-site.');
      await recordEvent(options.db, 'site-exported', sourceOf(request));
      // A host name may contain quotes, which would end the file name in the header.
      const name = new URL(url).hostname.replace(/[^a-z0-9.-]/g, '-');
      return sendZip(reply, name, entries);
    },
  });
}

async function collectEntries(
  { db, read, renderer, media, siteUrl, mediaOrigin }: DownloadOptions,
  { contact, url }: { readonly contact: 'form' | 'mail'; readonly url: string },
): Promise<ZipEntry[]> {
  const content = await read();
  if (!content) throw new ExpectedError(409, 'There is no portfolio yet.');
  const named = nameSitePortfolio(content, { publicUrl: mediaOrigin, mediaOrigin });
  try {
    const site = exportSite(
      { named, design: content.design, renderer, files: createSiteFiles(db), media },
      { url: url.replace(/\/+$/, ''), contact, siteUrl },
    );
    return await toEntries(site, media);
  } catch (error) {
    if (error instanceof ExportError) throw new ExpectedError(409, error.message);
    throw error;
  }
}

async function toEntries(site: SiteExport, media: MediaFiles): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = [];
  for await (const { path, body } of site.texts()) entries.push(await compressedEntry(path, body));
  for (const name of site.media()) {
    const entry = await mediaEntry(exportedMediaPath(name), name, media);
    if (entry) entries.push(entry);
  }
  return entries;
}
