import { plugins } from '@citation-js/core';
import '@citation-js/plugin-bibtex';
import '@citation-js/plugin-ris';
import { z } from 'zod';
import { type RawPublication, readCsl } from './read-csl.ts';

export interface Citations {
  readonly publications: readonly RawPublication[];
  /** What was left out, as in `Line 9: this entry has no title.` */
  readonly problems: readonly string[];
}

/** More than an import takes. Each of them takes about a millisecond. */
const MAX_ENTRIES = 1000;

interface Block {
  /** In lower case, as in `article` or `string`. */
  readonly type: string;
  readonly text: string;
  readonly line: number;
  readonly isClosed: boolean;
}

export function isBibtex(text: string): boolean {
  return /^\s*@\s*\w+\s*[{(]/m.test(text);
}

export function isRis(text: string): boolean {
  return /^\s*TY {2}- ?\w/m.test(text);
}

/** Reads each entry on its own, so that a mistake in one of them does not affect the others. */
export function readBibtex(text: string): Citations {
  const blocks = splitBibtex(text);
  // Abbreviations that entries use. On one line, so that lines can be counted.
  const strings = blocks
    .filter(({ type, isClosed }) => type === 'string' && isClosed)
    .map((block) => block.text.replace(/\s*\n\s*/g, ' '))
    .join(' ');
  const byKey = new Map(blocks.map((block) => [keyOf(block), block.text]));
  const results = blocks
    .filter(({ type }) => !['string', 'comment', 'preamble'].includes(type))
    .slice(0, MAX_ENTRIES)
    .map((block) => readBlock(block, strings, byKey));
  return {
    publications: results.filter((result) => typeof result !== 'string'),
    problems: results.filter((result) => typeof result === 'string'),
  };
}

function keyOf({ text }: Block): string {
  return /^@\s*\w+\s*[{(]\s*([^\s,]*)/.exec(text)?.[1] ?? '';
}

/** Finds where entries start and end. An entry that is not closed ends where the next one starts. */
function splitBibtex(text: string): Block[] {
  const starts = [...text.matchAll(/^[^\S\n]*@\s*(\w+)\s*[{(]/gm)];
  let [offset, line] = [0, 1];
  return starts.flatMap((start, index): Block[] => {
    // Inside of the entry before, whose end is known.
    if (start.index < offset) return [];
    line += countBreaks(text.slice(offset, start.index));
    const next = starts[index + 1]?.index ?? text.length;
    const end = findEnd(text, start.index, next);
    offset = end ?? next;
    const block = text.slice(start.index, offset);
    const first = line;
    line += countBreaks(block);
    const type = start[1]?.toLowerCase() ?? '';
    return [{ type, text: withBraces(block.trim()), line: first, isClosed: end !== undefined }];
  });
}

/** Replaces the parentheses of `@article(…)`, and letters that the library does not know. */
function withBraces(block: string): string {
  return block
    .replace(/^(@\s*\w+\s*)\(([\s\S]*)\)$/, '$1{$2}')
    .replace(/\\(aa|AA)(?:\{\}|(?![A-Za-z])\s*)/g, (_, name) => (name === 'aa' ? 'å' : 'Å'));
}

function countBreaks(text: string): number {
  return text.split('\n').length - 1;
}

/** Returns where the brace of an entry is closed, if it is before the next one. */
function findEnd(text: string, start: number, next: number): number | undefined {
  let depth = 0;
  for (let index = text.indexOf('@', start) + 1; index < next; index += 1) {
    const character = text[index];
    if (character === '\\') index += 1;
    else if (character === '{' || (character === '(' && depth === 0)) depth += 1;
    else if (character === '}' || (character === ')' && depth === 1)) {
      depth -= 1;
      if (depth <= 0) return index + 1;
    }
  }
  return undefined;
}

const Entries = z.array(
  z.looseObject({
    type: z.string(),
    label: z.string().catch(''),
    properties: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
);

/** Returns the publication, or what is wrong with it. */
function readBlock(
  { text, line, isClosed }: Block,
  strings: string,
  byKey: ReadonlyMap<string, string>,
): RawPublication | string {
  if (!isClosed) return `Line ${line}: this entry has no closing brace.`;
  const parent = byKey.get(/\bcrossref\s*=\s*[{"]\s*([^\s}"]+)/i.exec(text)?.[1] ?? '') ?? '';
  try {
    const [entry, ...others] = Entries.parse(
      plugins.input.chainLink(`${strings}\n${text}\n${parent}`, options('@biblatex/text')),
    );
    if (!entry) return `Line ${line}: this is not valid BibTeX.`;
    return readEntry(entry, others) ?? `Line ${line}: this entry has no title.`;
  } catch (error) {
    // The abbreviations are its first line.
    const wrong = Number(/at line (\d+)/.exec(String(error))?.[1] ?? 2) - 2;
    return `Line ${line + Math.max(wrong, 0)}: this is not valid BibTeX.`;
  }
}

type Entry = z.infer<typeof Entries>[number];

function readEntry(entry: Entry, others: readonly Entry[]): RawPublication | undefined {
  const { label, type } = entry;
  const lower = Object.entries(entry.properties).map(([name, value]) => [
    name.toLowerCase(),
    value,
  ]);
  const properties: Entry['properties'] = Object.fromEntries(lower);
  const { doi, url, author, editor } = properties;
  const cleaned = {
    ...properties,
    ...(author !== undefined && { author: openNames(author) }),
    ...(editor !== undefined && { editor: openNames(editor) }),
    ...(doi !== undefined && { doi: unescapeLatex(doi) }),
    ...(url !== undefined && { url: unescapeLatex(url) }),
  };
  const [csl] = z
    .array(z.looseObject({}))
    .parse(
      plugins.input.chain(
        [{ ...entry, properties: cleaned }, ...others],
        options('@biblatex/entries+list'),
      ),
    );
  const publication = readCsl({ ...csl, 'citation-key': label });
  if (publication.title === '') return undefined;
  const { venue, doi: found } = publication;
  const arxiv = readArxiv(properties);
  const isPreprint = arxiv !== '' && venue === '' && (type === 'article' || type === 'misc');
  return {
    ...publication,
    kind: isPreprint || (type === 'online' && arxiv !== '') ? 'preprint' : publication.kind,
    link:
      publication.link || (arxiv !== '' && found === '' ? `https://arxiv.org/abs/${arxiv}` : ''),
    pdfLink: unescapeLatex(properties['pdf'] ?? ''),
  };
}

/** A name in braces is an organization, but one that starts with `{\L}` or `{\"O}` is not. */
function openNames(names: string | number): string {
  return String(names).replace(
    /(^|\sand\s+)\{(\\(?:[^{}]|\{[^{}]*\})*)\}/g,
    (all, before: string, letter: string) => {
      const [, mark = '', base = ''] = /^\\(\W|\w)\s*\{?\\?(\p{L})\}?$/u.exec(letter) ?? [];
      const found = LETTERS[letter] ?? (MARKS[mark] && `${base}${MARKS[mark]}`.normalize('NFC'));
      return found === undefined ? all : `${before}${found}`;
    },
  );
}

const LETTERS: Readonly<Record<string, string>> = {
  '\\L': 'Ł',
  '\\l': 'ł',
  '\\O': 'Ø',
  '\\o': 'ø',
  '\\AE': 'Æ',
  '\\OE': 'Œ',
  '\\DJ': 'Đ',
  '\\DH': 'Ð',
  '\\TH': 'Þ',
};

/** The marks that combine with the letter before them. */
const MARKS: Readonly<Record<string, string>> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '=': '\u0304',
  u: '\u0306',
  '.': '\u0307',
  '"': '\u0308',
  r: '\u030a',
  H: '\u030b',
  v: '\u030c',
  d: '\u0323',
  c: '\u0327',
  k: '\u0328',
};

/** Returns the number of an article on arXiv. */
function readArxiv(properties: Entry['properties']): string {
  const { eprint = '', eprinttype = '', archiveprefix = eprinttype } = properties;
  return /arxiv/i.test(String(archiveprefix)) ? String(eprint).replace(/^arxiv:/i, '') : '';
}

/** Addresses are often escaped as text is. */
function unescapeLatex(value: string | number): string {
  return String(value).replace(/\\([_%&#~$])(?:\{\})?/g, '$1');
}

export function readRis(text: string): Citations {
  const records = text
    .split(/(?=^[^\S\n]*TY {2}-)/m)
    .filter(isRis)
    .slice(0, MAX_ENTRIES);
  let line = 1 + countBreaks(text.slice(0, text.search(/TY {2}-/)));
  const results = records.map((record): RawPublication | string => {
    const first = line;
    line += countBreaks(record);
    const publication = readRecord(record);
    if (!publication) return `Line ${first}: this is not valid RIS.`;
    return publication.title === '' ? `Line ${first}: this entry has no title.` : publication;
  });
  return {
    publications: results.filter((result) => typeof result !== 'string'),
    problems: results.filter((result) => typeof result === 'string'),
  };
}

function readRecord(record: string): RawPublication | undefined {
  try {
    const [csl] = z
      .array(z.looseObject({}))
      .parse(plugins.input.chain(record, options('@ris/file')));
    return csl && readCsl(csl);
  } catch {
    return undefined;
  }
}

function options(forceType: string) {
  return { forceType, generateGraph: false } as const;
}
