import type { PublicationKind } from '@vitrine/contract/options';
import { isDoi, stripDoi } from '@vitrine/contract/text-format';
import { z } from 'zod';

/** A name in the order of a bibliography, as in `Lovelace, Ada`. An organization has no comma. */
type Author = string;

/** A publication as a source has it: texts of any length, empty for none. */
export interface RawPublication {
  readonly kind: PublicationKind;
  readonly title: string;
  readonly authors: readonly Author[];
  readonly venue: string;
  readonly volume: string;
  readonly issue: string;
  readonly pages: string;
  readonly publisher: string;
  /** A year or a month, as in `2026-03`. */
  readonly publishedOn: string;
  readonly doi: string;
  readonly link: string;
  readonly pdfLink: string;
  readonly abstract: string;
  readonly note: string;
  readonly citationKey: string;
}

/** Sources fill the same field with a text, a number or a list. */
const Text = z
  .union([z.string(), z.number().transform(String), z.array(z.string()).transform((all) => all[0])])
  .catch('')
  .transform((value) => toPlainText(value ?? ''));

const Name = z.object({
  family: Text,
  given: Text,
  literal: Text,
  suffix: Text,
  'non-dropping-particle': Text,
  'dropping-particle': Text,
});

const Part = z.coerce.number().int().catch(0);
const DateParts = z
  .object({
    'date-parts': z.array(z.array(Part)).catch([]),
    literal: Text,
    raw: Text,
  })
  .partial()
  .catch({});

/** The part of CSL-JSON that a publication has fields for. */
const CslItem = z.object({
  type: Text,
  title: Text,
  subtitle: Text,
  author: z.array(Name).catch([]),
  editor: z.array(Name).catch([]),
  'container-title': Text,
  'event-title': Text,
  event: Text,
  volume: Text,
  issue: Text,
  number: Text,
  page: Text,
  publisher: Text,
  genre: Text,
  issued: DateParts,
  published: DateParts,
  DOI: Text,
  URL: Text,
  abstract: Text,
  note: Text,
  'citation-key': Text,
});

/** Reads an item of CSL-JSON, as citation tools and the registries of DOIs return it. */
export function readCsl(item: unknown): RawPublication {
  const csl = CslItem.parse(item);
  const doi = toDoi(csl.DOI);
  const found = csl['container-title'] || csl['event-title'] || csl.event;
  const venue = found === csl.title ? '' : found;
  const { publisher, genre, note } = csl;
  const kind = toKind(csl.type, `${venue} ${genre} ${note}`, doi);
  const authors = (csl.author.length > 0 ? csl.author : csl.editor).map(toAuthor);
  const isReport = kind === 'report' || kind === 'other';
  return {
    kind,
    title: csl.subtitle === '' ? csl.title : `${csl.title}: ${csl.subtitle}`,
    // BibTeX ends long lists with `and others`.
    authors: authors.filter((author) => author !== '' && author !== 'others'),
    venue,
    volume: csl.volume,
    issue: csl.issue || (isReport ? csl.number : ''),
    pages: csl.page.replace(/\s*(?:-{1,3}|–|—)\s*/g, '–'),
    publisher,
    publishedOn: toYearMonth(csl.issued) || toYearMonth(csl.published),
    doi,
    // The address of the DOI follows from the DOI.
    link: doi !== '' && toDoi(csl.URL) !== '' ? '' : csl.URL,
    pdfLink: '',
    abstract: csl.abstract.replace(/^abstract:?\s+(?=\p{Lu})/iu, ''),
    note,
    citationKey: csl['citation-key'],
  };
}

/** Returns `10.1000/182` for a DOI and for its address, and an empty text for others. */
export function toDoi(value: string): string {
  const doi = stripDoi(value);
  return isDoi(doi) ? doi : '';
}

const KINDS: Readonly<Record<string, PublicationKind>> = {
  article: 'preprint',
  'article-journal': 'article',
  'article-magazine': 'article',
  'article-newspaper': 'article',
  'journal-article': 'article',
  review: 'article',
  'paper-conference': 'conference-paper',
  'proceedings-article': 'conference-paper',
  book: 'book',
  monograph: 'book',
  'edited-book': 'book',
  chapter: 'chapter',
  'book-chapter': 'chapter',
  'entry-encyclopedia': 'chapter',
  thesis: 'thesis',
  dissertation: 'thesis',
  report: 'report',
  manuscript: 'preprint',
  'posted-content': 'preprint',
  speech: 'talk',
};

function toKind(type: string, words: string, doi: string): PublicationKind {
  const kind = (Object.hasOwn(KINDS, type) && KINDS[type]) || 'other';
  // 10.48550 is the prefix of arXiv, which also calls its preprints articles.
  if (/\b(arxiv|biorxiv|medrxiv|preprints?)\b/i.test(words) || /^10\.48550\//.test(doi))
    return 'preprint';
  const isUnpublished = kind === 'other' || type === 'manuscript';
  return isUnpublished && /\b(talk|keynote|lecture|poster|slides)\b/i.test(words) ? 'talk' : kind;
}

function toAuthor(name: z.infer<typeof Name>): Author {
  const { family, given, literal, suffix } = name;
  if (literal !== '') return literal;
  const particle = [name['dropping-particle'], name['non-dropping-particle']].filter(Boolean);
  const last = [...particle, family].join(' ');
  const first = [given, suffix].filter(Boolean).join(' ');
  return first === '' ? last : `${last}, ${first}`;
}

function toYearMonth({ literal, raw, ...date }: z.infer<typeof DateParts>): string {
  const [year = 0, month = 0] = date['date-parts']?.[0] ?? [];
  if (year < 1000) return /\b\d{4}\b/.exec(literal || raw || '')?.[0] ?? '';
  return month >= 1 && month <= 12 ? `${year}-${String(month).padStart(2, '0')}` : String(year);
}

const TAGS = /<\/?(?:i|b|u|em|strong|sup|sub|inf|scp|tt|p|span|(?:jats|mml):[\w-]+)(?:\s[^>]*)?>/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Removes the markup of titles and abstracts, and composes letters with their accents. */
function toPlainText(value: string): string {
  return (
    value
      .replace(TAGS, (tag) => (/^<\/?(?:p|jats:(?:p|title|sec))\b/i.test(tag) ? ' ' : ''))
      .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (all, name: string) => ENTITIES[name] ?? all)
      // Commands of LaTeX that no letter stands for.
      .replace(/\\([A-Za-z]+)/g, '$1')
      // An i without a dot is only written so that an accent can take its place.
      .replace(/ı(?=\p{M})/gu, 'i')
      .normalize('NFC')
      .replace(/\s+/g, ' ')
      .trim()
  );
}
