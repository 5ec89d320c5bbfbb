import { Collector } from './collector.ts';
import type { OrcidRecord } from './fetch-orcid.ts';
import type { Imported } from './imported.ts';
import { isBibtex, isRis, readBibtex, readRis } from './read-citations.ts';
import { type RawPublication, readCsl } from './read-csl.ts';
import { readOrcidWork } from './read-orcid.ts';

/** Returns nothing for a text that is neither BibTeX nor RIS. */
export function readCitations(text: string): Imported | undefined {
  // BibTeX can contain anything between entries, and RIS starts with a type.
  const source = isRis(text) ? 'ris' : isBibtex(text) ? 'bibtex' : undefined;
  if (!source) return undefined;
  const { publications, problems } = source === 'ris' ? readRis(text) : readBibtex(text);
  const count = publications.length;
  return collect(
    source,
    publications,
    `Read ${count === 1 ? '1 entry' : `${count} entries`} of ${source === 'ris' ? 'RIS' : 'BibTeX'}`,
    problems,
  );
}

/** Reads what the registries of DOIs returned. */
export function readRegistered(request: {
  readonly csl: readonly string[];
  readonly problems: readonly string[];
}): Imported {
  const problems = [...request.problems];
  const publications = request.csl.flatMap((text) => {
    const publication = parse(text);
    if (!publication?.title) problems.push('One of the registries returned no title.');
    return publication?.title ? [publication] : [];
  });
  return collect('doi', publications, `Found ${countPublications(publications.length)}`, problems);
}

function parse(text: string): RawPublication | undefined {
  try {
    return readCsl(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export function readOrcid({ name, total, works }: OrcidRecord): Imported {
  const publications = works.flatMap((work) => readOrcidWork(work, name) ?? []);
  const count = total > works.length ? `the first ${works.length} of ${total}` : String(total);
  return collect(
    'orcid',
    publications,
    `Found ${count} ${total === 1 ? 'work' : 'works'} of ${name}`,
  );
}

function countPublications(count: number): string {
  return count === 1 ? '1 publication' : `${count} publications`;
}

function collect(
  source: 'bibtex' | 'ris' | 'doi' | 'orcid',
  publications: readonly RawPublication[],
  summary: string,
  problems: readonly string[] = [],
): Imported {
  const collector = new Collector(source);
  for (const publication of publications) collector.addPublication(publication);
  return collector.finish(summary, undefined, problems);
}
