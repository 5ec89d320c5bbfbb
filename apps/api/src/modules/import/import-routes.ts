import { importCalls, type NewImport } from '@vitrine/contract/import';
import type { FastifyRequest } from 'fastify';
import { recordEvent, sourceOf } from '../../auth/audit-store.ts';
import { actorOf } from '../../auth/auth-guard.ts';
import type { Db, Trx } from '../../db/client.ts';
import { ExpectedError } from '../../expected-error.ts';
import { notFound } from '../../http/errors.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import { citeEntry } from './cite-entry.ts';
import { fetchDois } from './fetch-doi.ts';
import { fetchOrcid } from './fetch-orcid.ts';
import { SourceError } from './fetch-source.ts';
import { type Applied, deleteEntry, recordImport, undoImport } from './import-store.ts';
import { type Imported, publicationKeys, UnreadableImportError } from './imported.ts';
import { type CurrentContent, propose } from './propose.ts';
import { readFile } from './read-file.ts';
import { readGithub } from './read-github.ts';

interface ImportRouteOptions {
  readonly db: Db;
  readonly read: () => Promise<CurrentContent>;
  /** Prepares what takes long, and returns the work for the transaction. */
  readonly prepare: (
    input: NewImport,
    request: FastifyRequest,
  ) => Promise<(trx: Trx) => Promise<Applied>>;
  readonly sources: Readonly<Record<'githubApiUrl' | 'doiUrl' | 'orcidApiUrl', string>>;
}

export function importRoutes(
  registerRoute: RegisterRoute,
  { db, read, prepare, sources }: ImportRouteOptions,
): void {
  async function compare(name: string, imported: Imported) {
    const { source, summary } = imported;
    return { source, name, summary, ...(await propose(imported, await read())) };
  }

  registerRoute(importCalls.read, async ({ file, query: { name } }) => {
    return compare(name, await readFile({ bytes: file, name }).catch(explain));
  });

  registerRoute(importCalls.readGithub, async ({ input: { user } }) => {
    return compare(user, await readGithub(sources.githubApiUrl, user).catch(explain));
  });

  registerRoute(importCalls.readDoi, async ({ input: { dois } }) => {
    const found = await fetchDois(sources.doiUrl, dois).catch(explain);
    return compare(dois.join(', '), await readFile(found).catch(explain));
  });

  registerRoute(importCalls.readOrcid, async ({ input: { id } }) => {
    const orcid = await fetchOrcid(sources.orcidApiUrl, id).catch(explain);
    return compare(id, await readFile({ orcid }).catch(explain));
  });

  registerRoute(importCalls.apply, async ({ input, request, runIdempotently }) => {
    const { items } = input;
    const apply = await prepare(input, request);
    return runIdempotently(async (trx) => {
      const id = await recordImport(trx, await apply(trx));
      await recordEvent(trx, 'import-applied', sourceOf(request), formatCount(items.length));
      return { message: `Imported ${formatCount(items.length)}.`, id };
    });
  });

  registerRoute(importCalls.citeEntry, async ({ params, request }) => {
    const { timeline, publications } = await read();
    const entry = timeline.find(({ _id }) => _id === params.id);
    if (!entry) throw notFound('timeline entry');
    const fields = entry.kind === 'publication' ? citeEntry(entry) : undefined;
    if (!fields)
      throw new ExpectedError(
        409,
        'Only a timeline entry of the kind Publication can become a publication.',
      );
    const known = new Set(publications.flatMap(publicationKeys));
    const isKnown = publicationKeys(fields).some((key) => known.has(key));
    const add = isKnown
      ? undefined
      : await prepare({ items: [{ kind: 'add-publication', fields }] }, request);
    return db.transaction().execute(async (trx) => {
      const revision = await deleteEntry(trx, entry._id, actorOf(request));
      if (revision === undefined) throw notFound('timeline entry');
      const added = (await add?.(trx))?.added ?? [];
      const id = await recordImport(trx, { added, revisions: [revision] });
      await recordEvent(trx, 'import-applied', sourceOf(request), formatCount(1));
      const message = isKnown
        ? 'You already have this publication. The timeline entry is in the trash.'
        : 'The timeline entry is a publication now.';
      return { message, id };
    });
  });

  registerRoute(importCalls.undo, async ({ params, request }) => {
    const left = await db.transaction().execute(async (trx) => {
      const kept = await undoImport(trx, params.id, actorOf(request));
      if (kept !== undefined) await recordEvent(trx, 'import-undone', sourceOf(request));
      return kept;
    });
    if (left === undefined)
      throw new ExpectedError(404, 'This import was undone already, or is older than 30 days.');
    if (left === 0) return { message: 'Import undone.' };
    const stays = left === 1 ? 'was changed since and stays' : 'were changed since and stay';
    return {
      message: `Import undone. ${formatCount(left)} ${stays} as ${left === 1 ? 'it is' : 'they are'}.`,
    };
  });
}

function explain(error: unknown): never {
  if (error instanceof UnreadableImportError) throw new ExpectedError(400, error.message);
  if (!(error instanceof SourceError)) throw error;
  const { status, message, retryAfterSeconds } = error;
  throw new ExpectedError(
    status,
    message,
    retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
  );
}

function formatCount(count: number): string {
  return count === 1 ? '1 item' : `${count} items`;
}
