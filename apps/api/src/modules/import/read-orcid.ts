import { z } from 'zod';
import { readBibtex } from './read-citations.ts';
import { type RawPublication, readCsl, toDoi } from './read-csl.ts';

const Value = z
  .object({ value: z.string() })
  .nullish()
  .transform((field) => field?.value ?? '');

const ExternalId = z.object({
  'external-id-type': z.string(),
  'external-id-value': z.string(),
  'external-id-relationship': z.string().nullish(),
});

/** A work of ORCID’s API 3.0. */
const Work = z.object({
  title: z.object({ title: Value, subtitle: Value }).nullish(),
  'journal-title': Value,
  'short-description': z.string().nullish(),
  citation: z.object({ 'citation-type': z.string(), 'citation-value': z.string() }).nullish(),
  type: z.string().nullish(),
  'publication-date': z.object({ year: Value, month: Value }).nullish(),
  'external-ids': z.object({ 'external-id': z.array(ExternalId) }).nullish(),
  url: Value,
  contributors: z
    .object({
      contributor: z.array(
        z.object({
          'credit-name': Value,
          'contributor-attributes': z
            .object({ 'contributor-role': z.string().nullish() })
            .nullish(),
        }),
      ),
    })
    .nullish(),
});
type Work = z.infer<typeof Work>;

/** The types of ORCID that CSL has another word for. */
const TYPES: Readonly<Record<string, string>> = {
  'conference-paper': 'paper-conference',
  'conference-abstract': 'paper-conference',
  'conference-proceedings': 'book',
  'conference-output': 'paper-conference',
  'conference-poster': 'speech',
  'conference-presentation': 'speech',
  'lecture-speech': 'speech',
  'dissertation-thesis': 'thesis',
  'magazine-article': 'article-magazine',
  'newspaper-article': 'article-newspaper',
  'book-review': 'review',
  'encyclopedia-entry': 'chapter',
  'working-paper': 'report',
  'research-report': 'report',
  preprint: 'posted-content',
};

/** Returns nothing for a work without a title. The owner of the record is an author in any case. */
export function readOrcidWork(value: unknown, owner: string): RawPublication | undefined {
  const { success, data: work } = Work.safeParse(value);
  if (!success) return undefined;
  const own = readCsl({
    type: TYPES[work.type ?? ''] ?? work.type,
    title: work.title?.title,
    subtitle: work.title?.subtitle,
    author: readContributors(work),
    'container-title': work['journal-title'],
    issued: readDate(work),
    DOI: findDoi(work),
    URL: work.url,
    abstract: work['short-description'],
  });
  const { 'citation-type': format, 'citation-value': text = '' } = work.citation ?? {};
  const [cited] = format === 'bibtex' ? readBibtex(text).publications : [];
  const merged = cited ? fillIn(own, cited) : own;
  if (merged.title === '') return undefined;
  return merged.authors.length > 0 ? merged : { ...merged, authors: [invertName(owner)] };
}

/** Volume, issue and pages are only in the BibTeX of a work, if it has one. */
function fillIn(own: RawPublication, cited: RawPublication): RawPublication {
  return {
    ...cited,
    kind: own.kind === 'other' ? cited.kind : own.kind,
    title: own.title || cited.title,
    // BibTeX tells family names apart, but is sometimes of the first author only.
    authors: cited.authors.length >= own.authors.length ? cited.authors : own.authors,
    venue: own.venue || cited.venue,
    publishedOn: own.publishedOn || cited.publishedOn,
    doi: own.doi || cited.doi,
    link: own.link || (own.doi === '' ? cited.link : ''),
    abstract: own.abstract || cited.abstract,
  };
}

function readContributors({ contributors }: Work) {
  return (contributors?.contributor ?? [])
    .filter((contributor) => {
      const role = contributor['contributor-attributes']?.['contributor-role'] ?? 'author';
      // The roles of CRediT are about authors.
      return role === 'author' || role.includes('writing') || role.includes('://');
    })
    .map((contributor) => ({ literal: invertName(contributor['credit-name']) }));
}

function readDate({ 'publication-date': date }: Work) {
  return { 'date-parts': [[date?.year, date?.month]] };
}

function findDoi({ 'external-ids': ids }: Work): string {
  const own = (ids?.['external-id'] ?? []).filter(
    (id) =>
      id['external-id-type'] === 'doi' &&
      // That of the journal or book is not the work’s own.
      id['external-id-relationship'] !== 'part-of',
  );
  return own.map((id) => toDoi(id['external-id-value'])).find(Boolean) ?? '';
}

/** Turns `Ada Lovelace` into `Lovelace, Ada`. Particles in lower case belong to the family name. */
export function invertName(name: string): string {
  const words = name.trim().split(/\s+/);
  if (name.includes(',') || words.length < 2) return words.join(' ');
  const particle = words.findIndex((word, index) => index > 0 && /^\p{Ll}+$/u.test(word));
  const start = particle === -1 ? words.length - 1 : particle;
  return `${words.slice(start).join(' ')}, ${words.slice(0, start).join(' ')}`;
}
