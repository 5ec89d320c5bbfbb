import type { ResumeTemplate } from '@vitrine/contract/options';
import type { CheckedLine, ResumeFact, ResumeProblem } from '@vitrine/contract/resume';
import { type PdfLine, readLines } from './pdf-lines.ts';
import { findMoved, type Placed, placeUnits } from './place-units.ts';
import type { Resume } from './resume.ts';
import { hasEmail, listUnits, markTurnedOff, type Part, type Unit } from './resume-units.ts';

export interface ReadPdf {
  /** The text of each page, as a machine reads it. */
  readonly pages: readonly string[];
  /** Characters that the PDF shows as squares. */
  readonly replaced: readonly string[];
}

/** Compares the text of the PDF with the record that it was made from. The email address is the owner's, also if the resume leaves it out. */
export function checkText(resume: Resume, template: ResumeTemplate, pdf: ReadPdf, email?: string) {
  const lines = readLines(pdf.pages, resume.name);
  const units = markTurnedOff(resume, email, listUnits(resume, template, pdf.replaced));
  const placed = placeUnits(units, lines.map(({ key }) => key).join(''), resume.language === 'ar');
  const moved = findMoved(placed);
  const missing = placed.flatMap((unit) => unit.missing);
  return {
    problems: describeProblems(resume, pdf.replaced, {
      missing: missing.length,
      moved: moved.size,
    }),
    facts: countFacts(resume, units, new Set(missing)),
    isInOrder: moved.size === 0,
    lines: markLines(lines, placed, moved),
  };
}

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

function countFacts(
  resume: Resume,
  units: readonly Unit[],
  missing: ReadonlySet<Part>,
): ResumeFact[] {
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

function describeProblems(
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
