import { plugins } from '@citation-js/core';
import '@citation-js/plugin-bibtex';
import '@citation-js/plugin-ris';
import { z } from 'zod';
import { openNames, unescapeLatex } from './latex.ts';
import { type RawPublication, readCsl } from './read-csl.ts';
import { type Block, countBreaks, splitBibtex } from './split-bibtex.ts';

export interface Citations {
  readonly publications: readonly RawPublication[];
  /** What was left out, as in `Line 9: this entry has no title.` */
  readonly problems: readonly string[];
}

/** More than an import takes. Each of them takes about a millisecond. */
const MAX_ENTRIES = 1000;

/** `read` returns a publication, or what is wrong with it. */
function readEach<Entry>(
  entries: readonly Entry[],
  read: (entry: Entry) => RawPublication | string,
): Citations {
  const results = entries.slice(0, MAX_ENTRIES).map(read);
  const problems = results.filter((result) => typeof result === 'string');
  if (entries.length > MAX_ENTRIES)
    problems.push(`Only the first ${MAX_ENTRIES.toLocaleString('en')} entries were read.`);
  return { publications: results.filter((result) => typeof result !== 'string'), problems };
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
  const entries = blocks.filter(({ type }) => !['string', 'comment', 'preamble'].includes(type));
  return readEach(entries, (block) => readBlock(block, strings, byKey));
}

function keyOf({ text }: Block): string {
  return /^@\s*\w+\s*[{(]\s*([^\s,]*)/.exec(text)?.[1] ?? '';
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

/** Returns the number of an article on arXiv. */
function readArxiv(properties: Entry['properties']): string {
  const { eprint = '', eprinttype = '', archiveprefix = eprinttype } = properties;
  return /arxiv/i.test(String(archiveprefix)) ? String(eprint).replace(/^arxiv:/i, '') : '';
}

export function readRis(text: string): Citations {
  const records = text.split(/(?=^[^\S\n]*TY {2}-)/m).filter(isRis);
  let line = 1 + countBreaks(text.slice(0, text.search(/TY {2}-/)));
  return readEach(records, (record) => {
    const first = line;
    line += countBreaks(record);
    const publication = readRecord(record);
    if (!publication) return `Line ${first}: this is not valid RIS.`;
    return publication.title === '' ? `Line ${first}: this entry has no title.` : publication;
  });
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
