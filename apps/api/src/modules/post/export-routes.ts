import type { PostDetails } from '@vitrine/contract/post';
import { downloads } from '@vitrine/contract/routes';
import type { FastifyInstance } from 'fastify';
import { recordEvent, sourceOf } from '../../auth/audit-store.ts';
import { limitConcurrency } from '../../concurrency.ts';
import { stores } from '../../content/stores.ts';
import type { Db } from '../../db/client.ts';
import { ExpectedError } from '../../expected-error.ts';
import { API_PREFIX } from '../../http/register-route.ts';
import { compressedEntry, fitsInZip, mediaEntry, sendZip, type ZipEntry } from '../../http/zip.ts';
import type { MediaFiles } from '../../media/media-files.ts';

/** All posts as Markdown files, each in a folder with its pictures, as Hugo and Astro have them. */
export function postExportRoutes(app: FastifyInstance, db: Db, media: MediaFiles): void {
  // Each download holds its texts in memory.
  const takeTurn = limitConcurrency(1);
  const { method, path, access, scope } = downloads.posts;
  app.route({
    method,
    url: `${API_PREFIX}${path}`,
    config: { access, scope, isStream: true },
    async handler(request, reply) {
      const entries = await takeTurn(() => collectEntries(db, media));
      if (entries.length === 0) throw new ExpectedError(409, 'You have not written a post.');
      if (!fitsInZip(entries))
        throw new ExpectedError(409, 'Your posts are too large for a ZIP file. Download a backup.');
      await recordEvent(db, 'posts-exported', sourceOf(request));
      return sendZip(reply, 'posts', entries);
    },
  });
}

async function collectEntries(db: Db, media: MediaFiles): Promise<ZipEntry[]> {
  const posts: PostDetails[] = [];
  for (const { _id } of await stores.post.list(db)) {
    const post = await stores.post.find(db, _id);
    // Deleted in the meantime.
    if (post) posts.push(post);
  }
  const days = await publicationDays(db);
  const entries: ZipEntry[] = [];
  for (const post of posts) {
    const date = post.date || (days.get(post._id) ?? '');
    entries.push(...(await entriesOf({ ...post, date }, media)));
  }
  return entries;
}

/** Visitors see a post without a date with the day of its publication. */
async function publicationDays(db: Db): Promise<ReadonlyMap<string, string>> {
  const published = await stores.post.listPublic(db);
  return new Map(published.map(({ _id, publishedAt }) => [_id, publishedAt.slice(0, 10)]));
}

async function entriesOf(post: PostDetails, media: MediaFiles): Promise<ZipEntry[]> {
  // The library for YAML is loaded only for an export.
  const { toMarkdown } = await import('./to-markdown.ts');
  const { text, pictures } = toMarkdown(post);
  const files = pictures.map((name) => mediaEntry(`${post.slug}/${name}`, name, media));
  return [
    await compressedEntry(`${post.slug}/index.md`, Buffer.from(text)),
    ...(await Promise.all(files)).filter((entry) => entry !== undefined),
  ];
}
