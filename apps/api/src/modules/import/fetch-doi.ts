import { limitConcurrency } from '../../concurrency.ts';
import { fetchText, SourceError } from './fetch-source.ts';

/** Lists of references make some records large. */
const MAX_SIZE = 4 * 1024 * 1024;

/** The registries to which doi.org redirects a request for metadata. */
const REGISTRIES: ReadonlySet<string> = new Set([
  'doi.org',
  'api.crossref.org',
  'data.crossref.org',
  'data.crosscite.org',
  'data.datacite.org',
  'api.datacite.org',
  'data.medra.org',
  'api.medra.org',
  'api.japanlinkcenter.org',
]);

/** Registries ask for few requests at once. */
const run = limitConcurrency(3);

/** Requests several. If one of them cannot be read, the others can. */
export async function fetchDois(doiUrl: string, dois: readonly string[]) {
  const results = await Promise.all(
    dois.map((doi) => run(() => fetchDoi(doiUrl, doi).catch(asSourceError))),
  );
  const csl = results.filter((result) => typeof result === 'string');
  const errors = results.filter((result) => typeof result !== 'string');
  if (csl.length === 0 && errors[0]) throw errors[0];
  return { csl, problems: errors.map(({ message }) => message) };
}

function asSourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  throw error;
}

/** Requests what the registry of a DOI knows about it, as CSL-JSON. */
export function fetchDoi(doiUrl: string, doi: string): Promise<string> {
  // A slash is a part of the DOI that registries expect as it is.
  const path = doi.split('/').map(encodeURIComponent).join('/');
  return fetchText(`${doiUrl}/${path}`, {
    name: 'The registry of DOIs',
    notFound: `The DOI ${doi} was not found. Check it for typos.`,
    maxSize: MAX_SIZE,
    redirectsTo: REGISTRIES,
    headers: { accept: 'application/vnd.citationstyles.csl+json' },
  });
}
