import type { ResumeSectionName, ResumeTemplate } from '@vitrine/contract/options';
import type { CheckedLine, ResumeFact, ResumeProblem } from '@vitrine/contract/resume';
import { type Head, type LayoutContact, type LayoutSection, layOut } from './layout.ts';
import type { Resume } from './resume.ts';
import { resumeWordsOf } from './words.ts';

export interface ReadPdf {
  /** The text of each page, as a machine reads it. */
  readonly pages: readonly string[];
  /** Characters that the PDF shows as squares. */
  readonly replaced: readonly string[];
}

export interface TextCheck {
  readonly problems: ResumeProblem[];
  readonly facts: ResumeFact[];
  readonly isInOrder: boolean;
  readonly lines: CheckedLine[];
}

/** A paragraph or a line of the record. */
interface Unit {
  readonly text: string;
  /** What is looked for on its own if the whole text is not found. */
  readonly parts: readonly Part[];
  /** A line that the owner has turned off, after this unit. It is shown as missing, but not looked for. */
  readonly turnedOff?: string;
}

interface Part {
  readonly text: string;
  /** What the owner wants a machine to find. */
  readonly fact?: string;
}

/** A unit, and where it is in the PDF. */
interface Placed extends Unit {
  readonly start: number;
  readonly end: number;
  readonly missing: readonly Part[];
}

const FACTS: Readonly<Record<ResumeSectionName, string>> = {
  ...resumeWordsOf('en').headings,
  experience: 'Roles, with dates',
};

const CONTACT_FACTS: Readonly<Record<LayoutContact['kind'], string>> = {
  location: 'Location',
  email: 'Email',
  phone: 'Phone',
  website: 'Links',
  GitHub: 'Links',
  LinkedIn: 'Links',
};

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

const BREAKS_ANYWHERE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Compares the text of the PDF with the record that it was made from. The email address is the owner's, also if the resume leaves it out. */
export function checkText(
  resume: Resume,
  template: ResumeTemplate,
  pdf: ReadPdf,
  email?: string,
): TextCheck {
  const lines = linesOf(pdf.pages, resume.name);
  const units = markTurnedOff(resume, email, unitsOf(resume, template, pdf.replaced));
  const placed = placeUnits(units, lines.map(({ key }) => key).join(''), resume.language === 'ar');
  const moved = outOfOrder(placed);
  const missing = placed.flatMap((unit) => unit.missing);
  return {
    problems: problemsOf(resume, pdf.replaced, { missing: missing.length, moved: moved.size }),
    facts: factsOf(resume, units, new Set(missing)),
    isInOrder: moved.size === 0,
    lines: markLines(lines, placed, moved),
  };
}

// ---- The text of the PDF ------------------------------------------------------

interface PdfLine {
  readonly text: string;
  readonly key: string;
  /** Where its key starts in the keys of all lines. */
  readonly start: number;
}

function linesOf(pages: readonly string[], name: string): PdfLine[] {
  const texts = pages.flatMap((page) => {
    const lines = page.split(/[\r\n]+/).filter((line) => keyOf(line) !== '');
    return pages.length > 1 ? withoutFooter(lines, name) : lines;
  });
  let start = 0;
  return texts.map((line) => {
    // PDFium marks a hyphen at the end of a line.
    const text = line.replaceAll('\u0002', '-').trim();
    const key = keyOf(text);
    start += key.length;
    return { text, key, start: start - key.length };
  });
}

/** A resume of several pages has the name and the page number at the foot of each. */
function withoutFooter(lines: readonly string[], name: string): readonly string[] {
  const footer = keyOf(name).length + 12;
  let [count, length] = [lines.length, 0];
  while (count > 0 && length < keyOf(name).length + 3) {
    length += keyOf(lines[count - 1] ?? '').length;
    if (length > footer) break;
    count -= 1;
  }
  return lines.slice(0, count);
}

/** Leaves out what only depends on the layout: spaces, bullets and separators. */
function keyOf(text: string): string {
  return (
    text
      .replaceAll('\u0002', '-')
      .normalize('NFKC')
      // PDFium reads ½ as 1/2.
      .replaceAll('\u2044', '/')
      // Lam and alef are one glyph, which PDFium reads from left to right.
      .replaceAll(/[لاأإآٱ]/g, 'ل')
      .replaceAll(/[\s\p{Cc}\p{Default_Ignorable_Code_Point}•·]/gu, '')
  );
}

// ---- The record ---------------------------------------------------------------

function unitsOf(
  resume: Resume,
  template: ResumeTemplate,
  replaced: readonly string[],
): readonly Unit[] {
  const layout = layOut(resume, template);
  const names = resume.sections.map((section) => section.name);
  const contacts = layout.contacts.map(({ kind, text }) => {
    return { text, fact: CONTACT_FACTS[kind] };
  });
  const units: Unit[] = [
    unitOf([layout.name, layout.headline], 'Name and headline'),
    { text: contacts.map(({ text }) => text).join(' '), parts: contacts },
    ...layout.sections.flatMap((section, index) => {
      const units = unitsOfSection(section, names[index]);
      return template === 'modern' ? withLabel(units) : units;
    }),
  ];
  const squares = new Set(replaced);
  const read = (text: string) =>
    replaced.length === 0 ? text : [...text].map((one) => (squares.has(one) ? '□' : one)).join('');
  return units
    .map(({ text, parts }) => ({
      text: read(text),
      parts: parts.map((part) => ({ ...part, text: read(part.text) })),
    }))
    .filter(({ text }) => keyOf(text) !== '');
}

/** The email address has its place after the name, or after the other contacts. */
function markTurnedOff(
  resume: Resume,
  email: string | undefined,
  units: readonly Unit[],
): readonly Unit[] {
  if (hasEmail(resume) || !email) return units;
  const place = resume.contacts.length > 0 || resume.location !== '' ? 1 : 0;
  return units.map((unit, index) => (index === place ? { ...unit, turnedOff: email } : unit));
}

function hasEmail({ contacts }: Resume): boolean {
  return contacts.some(({ kind }) => kind === 'email');
}

function unitsOfSection(
  section: LayoutSection,
  name: ResumeSectionName | undefined,
): readonly Unit[] {
  const fact = name && FACTS[name];
  const heading = unitOf([section.heading]);
  if (section.kind === 'text') return [heading, unitOf([section.text], fact)];
  if (section.kind === 'items')
    return [
      heading,
      ...section.groups.map(({ label, items }) => {
        const titles = items.map(({ title }) => title);
        return {
          text: `${label === '' ? '' : `${label}: `}${titles.join(', ')}`,
          parts: [{ text: label }, ...titles.map((text) => ({ text, ...(fact && { fact }) }))],
        };
      }),
    ];
  return [
    heading,
    ...section.groups.flatMap(({ head, entries }) => [
      ...(head ? [unitOf(textsOf(head))] : []),
      ...entries.flatMap((entry) => [
        unitOf(textsOf(entry.head), fact),
        ...entry.text.split(/\n+/).map((text) => unitOf([text])),
        ...entry.highlights.map((text) => unitOf([text])),
        unitOf([entry.technologies.join(', ')]),
      ]),
    ]),
  ];
}

/** In Modern, the heading is beside the first line. */
function withLabel([heading, first, ...others]: readonly Unit[]): Unit[] {
  if (!heading || !first) return [];
  const text = `${heading.text} ${first.text}`;
  return [{ text, parts: [...heading.parts, ...first.parts] }, ...others];
}

/** The fact needs the whole text. */
function unitOf(texts: readonly string[], fact?: string): Unit {
  const text = texts.filter((one) => one !== '').join(' ');
  return { text, parts: [{ text, ...(fact && { fact }) }] };
}

function textsOf({ parts, dates }: Head): string[] {
  return [parts.map(({ text }) => text).join(', '), dates];
}

// ---- Comparing ----------------------------------------------------------------

function placeUnits(units: readonly Unit[], stream: string, isRightToLeft: boolean): Placed[] {
  const taken = new Uint8Array(stream.length);
  let cursor = 0;
  const find = (key: string): number => {
    if (stream.startsWith(key, cursor)) return cursor;
    for (const from of [cursor, 0]) {
      let at = stream.indexOf(key, from);
      while (at >= 0 && taken[at] === 1) at = stream.indexOf(key, at + key.length);
      if (at >= 0) return at;
    }
    return -1;
  };
  const take = (start: number, length: number) => {
    taken.fill(1, start, start + length);
    cursor = start + length;
    return { start, end: cursor };
  };
  return units.map((unit) => {
    const key = keyOf(unit.text);
    const isMixed = isRightToLeft || RIGHT_TO_LEFT.test(unit.text);
    if (isMixed && hasWords(stream.slice(cursor, cursor + key.length), unit.text))
      return { ...unit, ...take(cursor, key.length), missing: [] };
    const start = find(key);
    if (start >= 0) return { ...unit, ...take(start, key.length), missing: [] };
    const before = cursor;
    const missing = unit.parts.filter((part) => {
      const partKey = keyOf(part.text);
      const at = partKey === '' ? cursor : find(partKey);
      if (at >= 0) take(at, partKey.length);
      return at < 0;
    });
    return { ...unit, start: before, end: cursor, missing };
  });
}

/**
 * Machines read a line that mixes directions in another order, and mirror its brackets. Its words are
 * looked for in the text that has its place.
 */
function hasWords(region: string, text: string): boolean {
  return wordsOf(text).every((word) => region.includes(word));
}

/** In pieces that are never broken at the end of a line. */
function wordsOf(text: string): string[] {
  const words = text.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.flatMap((word) => {
    const key = keyOf(word);
    const breaks = key.length > 30 || BREAKS_ANYWHERE.test(key);
    return breaks ? (key.match(/[\p{L}\p{N}]\p{M}*/gu) ?? []) : key;
  });
}

/** The units that are not in the longest part of the record that is in order. */
function outOfOrder(placed: readonly Placed[]): ReadonlySet<Placed> {
  const found = placed.filter(({ start, end }) => end > start);
  /** The last unit of the best sequence of each length. */
  const tails: Placed[] = [];
  const previous = new Map<Placed, Placed | undefined>();
  for (const unit of found) {
    const before = tails.findLastIndex((tail) => tail.start < unit.start);
    previous.set(unit, tails[before]);
    tails[before + 1] = unit;
  }
  const moved = new Set(found);
  for (let unit = tails.at(-1); unit; unit = previous.get(unit)) moved.delete(unit);
  return moved;
}

// ---- The result ---------------------------------------------------------------

function markLines(
  lines: readonly PdfLine[],
  placed: readonly Placed[],
  moved: ReadonlySet<Placed>,
): CheckedLine[] {
  const isMoved = ({ start, key }: PdfLine) =>
    [...moved].some((unit) => unit.start < start + key.length && unit.end > start);
  const marked: CheckedLine[] = [];
  let rest = placed.filter(({ missing, turnedOff }) => missing.length > 0 || turnedOff);
  const addMissing = (before: number) => {
    const next = rest.filter((unit) => unit.end <= before);
    rest = rest.filter((unit) => unit.end > before);
    for (const { missing, turnedOff } of next)
      for (const text of [...missing.map((part) => part.text), ...(turnedOff ? [turnedOff] : [])])
        marked.push({ text, state: 'missing' });
  };
  for (const line of lines) {
    addMissing(line.start);
    marked.push({ text: line.text, state: isMoved(line) ? 'moved' : 'found' });
  }
  addMissing(Number.POSITIVE_INFINITY);
  return marked;
}

function factsOf(resume: Resume, units: readonly Unit[], missing: ReadonlySet<Part>): ResumeFact[] {
  const facts = new Map<string, { found: number; expected: number }>();
  for (const part of units.flatMap(({ parts }) => parts)) {
    if (part.fact === undefined) continue;
    const { found, expected } = facts.get(part.fact) ?? { found: 0, expected: 0 };
    const isFound = missing.has(part) ? 0 : 1;
    facts.set(part.fact, { found: found + isFound, expected: expected + 1 });
    if (part.fact === 'Name and headline' && !hasEmail(resume))
      facts.set('Email', { found: 0, expected: 1 });
  }
  return [...facts].map(([label, counts]) => ({ label, ...counts }));
}

function problemsOf(
  resume: Resume,
  replaced: readonly string[],
  { missing, moved }: { readonly missing: number; readonly moved: number },
): ResumeProblem[] {
  const problems: ResumeProblem[] = [];
  if (!hasEmail(resume))
    problems.push({
      kind: 'contact-off',
      title: 'Your email is missing',
      text: 'Email and phone are turned off, so recruiters can’t reply from their system.',
    });
  if (replaced.length > 0)
    problems.push({
      kind: 'replaced-characters',
      title: replaced.length === 1 ? 'A character is missing' : 'Characters are missing',
      text: `No font has ${replaced.join(' ')}, so the PDF shows a square instead.`,
    });
  if (missing > 0)
    problems.push({
      kind: 'missing-text',
      title: missing === 1 ? 'A line is missing' : `${missing} lines are missing`,
      text: 'A machine does not find all of your text in the PDF. The missing lines are marked below.',
    });
  if (moved > 0)
    problems.push({
      kind: 'reading-order',
      title: 'The text is out of order',
      text: 'A machine reads some lines in another place. They are marked below.',
    });
  return problems;
}
