import type { Publication } from './publication.ts';

/**
 * How publications are cited. An author is a name as in a bibliography, `Lovelace, Ada`, or an
 * organization, without a comma. No schemas here, so that the browser can import it.
 */

/** The fields that a citation is made of. */
export type Cited = Omit<Publication, '_id'>;

interface Name {
  readonly family: string;
  readonly given: string;
  readonly suffix: string;
}

function readName(author: string): Name | undefined {
  const [, family = '', rest = ''] = /^([^,]+),\s*(.+)$/.exec(author.trim()) ?? [];
  if (rest === '') return undefined;
  const [, given = rest, suffix = ''] = /^(.+?),?\s+(Jr\.?|Sr\.?|I{2,3}|IV)$/.exec(rest) ?? [];
  return { family, given, suffix };
}

/** Turns `Lovelace, Ada King` into `A. K. Lovelace`, as CSL does. Scripts without initials keep the whole name. */
export function formatAuthor(author: string): string {
  const name = readName(author);
  if (!name) return author;
  const { family, given, suffix } = name;
  if (/[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(given))
    return `${family}${given}`;
  const initials = given.split(/\s+/).map((word) =>
    word
      .split(/(?=[-‐])/)
      .map((part) => part.replace(/^([-‐]?[^\p{L}]*\p{L}\p{M}*).*$/u, '$1.'))
      .join(''),
  );
  return [...initials, family, suffix].filter(Boolean).join(' ');
}

/** Whether an author is the owner. The first name counts only by its initial, which may be all there is. */
export function isOwnName(author: string, fullName: string): boolean {
  const [own, name] = [fold(fullName), readName(author)];
  if (!name) return own !== '' && fold(author) === own;
  const [family, given] = [fold(name.family), fold(name.given)];
  return own.endsWith(` ${family}`) && given.charAt(0) === own.charAt(0);
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** As in `12(3), 201–219`. Empty if it has no volume, issue and pages. */
function formatPlace({ volume, issue, pages }: Pick<Cited, 'volume' | 'issue' | 'pages'>) {
  const number = issue === '' ? volume : volume === '' ? issue : `${volume}(${issue})`;
  return [number, pages].filter(Boolean).join(', ');
}

/** What follows the venue, as in ` 12(3), 201–219` or `, 201–219`. */
export function afterVenue(publication: Pick<Cited, 'volume' | 'issue' | 'pages'>): string {
  const place = formatPlace(publication);
  if (place === '') return '';
  return publication.volume || publication.issue ? ` ${place}` : `, ${place}`;
}

/** Where it was published: a journal, a conference or, for a book or a thesis, who published it. */
export function venueOf({ venue, publisher }: Pick<Cited, 'venue' | 'publisher'>): string {
  return venue || publisher;
}

/** The address that a title links to. */
export function linkOf({ link, doi, pdfLink }: Pick<Cited, 'link' | 'doi' | 'pdfLink'>): string {
  return link || (doi === '' ? pdfLink : doiLink(doi));
}

export function doiLink(doi: string): string {
  return `https://doi.org/${encodeURI(doi.toWellFormed()).replace(/[?#]/g, encodeURIComponent)}`;
}

/** Newest first, as the list is. */
export function groupByYear<P extends Pick<Cited, 'publishedOn'>>(publications: readonly P[]) {
  return [...Map.groupBy(publications, ({ publishedOn }) => publishedOn.slice(0, 4))];
}

/** All publications as BibTeX. Keys that are the same get a letter. */
export function toBibtexFile(publications: readonly Cited[]): string {
  const used = new Set<string>();
  return publications
    .map((publication) => {
      const key = bibtexKey(publication);
      const letters = ['', ...'bcdefghijklmnopqrstuvwxyz'].map((letter) => `${key}${letter}`);
      const free = letters.find((one) => !used.has(one)) ?? `${key}-${used.size}`;
      used.add(free);
      return toBibtex(publication, free);
    })
    .join('\n\n');
}

const ENTRY_TYPES: Readonly<Record<Cited['kind'], string>> = {
  article: 'article',
  'conference-paper': 'inproceedings',
  book: 'book',
  chapter: 'incollection',
  thesis: 'phdthesis',
  report: 'techreport',
  preprint: 'misc',
  talk: 'misc',
  other: 'misc',
};

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

export function toBibtex(publication: Cited, key = bibtexKey(publication)): string {
  const { kind, title, authors, venue, publisher, publishedOn, doi, link, note } = publication;
  const [year, month] = publishedOn.split('-');
  const isMaster = kind === 'thesis' && /\b(master|m\.?sc|m\.?a)\b/i.test(`${note} ${venue}`);
  const isPart = kind === 'conference-paper' || kind === 'chapter';
  // Others call a preprint with a venue an article, and so do we.
  const isArticle = kind === 'article' || (kind === 'preprint' && venue !== '');
  const venueName = isArticle ? 'journal' : isPart ? 'booktitle' : 'howpublished';
  const publisherName =
    kind === 'thesis' ? 'school' : kind === 'report' ? 'institution' : 'publisher';
  const fields = {
    title: escapeTex(title),
    author: authors.map(toBibtexName).join(' and '),
    [venueName]: escapeTex(venue),
    volume: escapeTex(publication.volume),
    number: escapeTex(publication.issue),
    pages: escapeTex(publication.pages).replaceAll('–', '--'),
    [publisherName]: escapeTex(publisher),
    year,
    month: month && MONTHS[Number(month) - 1],
    doi,
    url: link,
    note: escapeTex(note),
  };
  const filled = Object.entries(fields).filter(([, value]) => value);
  const width = Math.max(...filled.map(([name]) => name.length));
  const lines = filled.map(([name, value]) => {
    const text = name === 'month' ? value : `{${value}}`;
    return `  ${name.padEnd(width)} = ${text}`;
  });
  const type = isMaster ? 'mastersthesis' : isArticle ? 'article' : ENTRY_TYPES[kind];
  return `@${type}{${key},\n${lines.join(',\n')}\n}`;
}

/** The owner’s key, or one like `lovelace2026showing`. */
function bibtexKey({ citationKey, authors, publishedOn, title }: Cited): string {
  if (citationKey !== '') return citationKey;
  const author = authors[0] ?? '';
  const family = (readName(author)?.family ?? author).split(' ').at(-1) ?? '';
  const word = title.split(/\s+/).find((one) => toKey(one).length > 3) ?? '';
  return `${toKey(family)}${publishedOn.slice(0, 4)}${toKey(word)}` || 'publication';
}

function toKey(text: string): string {
  return fold(text).replace(/[^a-z0-9]/g, '');
}

/** An organization stays whole in braces. */
function toBibtexName(author: string): string {
  const text = escapeTex(author);
  return readName(author) || !/\s/.test(author) ? text : `{${text}}`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

function escapeTex(text: string): string {
  return text.replace(/[\\~^{}&%#$_]/g, (character) => ESCAPES[character] ?? `\\${character}`);
}
