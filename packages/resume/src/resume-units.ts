import type { ResumeSectionName, ResumeTemplate } from '@vitrine/contract/options';
import { type Head, type LayoutContact, type LayoutSection, layOut } from './layout.ts';
import { toKey } from './pdf-lines.ts';
import type { Resume } from './resume.ts';
import { RESUME_WORDS } from './words.ts';

/** A paragraph or a line of the record. */
export interface Unit {
  readonly text: string;
  /** What is looked for on its own if the whole text is not found. */
  readonly parts: readonly Part[];
  /** A line that the owner has turned off, after this unit. It is shown as missing, but not looked for. */
  readonly turnedOff?: string;
}

export interface Part {
  readonly text: string;
  /** What the owner wants a machine to find. */
  readonly fact?: string | undefined;
}

const FACTS: Readonly<Record<ResumeSectionName, string>> = {
  ...RESUME_WORDS['en'].headings,
  experience: 'Roles, with dates',
};

const CONTACT_FACTS: Readonly<Record<LayoutContact['kind'], string>> = {
  location: 'Location',
  email: 'Email',
  phone: 'Phone',
  website: 'Links',
  GitHub: 'Links',
  LinkedIn: 'Links',
  link: 'Links',
};

/** Lists what the PDF should contain, in its order. */
export function listUnits(
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
    toUnit([layout.name, layout.headline], 'Name and headline'),
    { text: contacts.map(({ text }) => text).join(' '), parts: contacts },
    ...layout.sections.flatMap((section, index) => {
      const units = listSectionUnits(section, names[index]);
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
    .filter(({ text }) => toKey(text) !== '');
}

/** Marks where the email address would be: after the name, or after the other contacts. */
export function markTurnedOff(
  resume: Resume,
  email: string | undefined,
  units: readonly Unit[],
): readonly Unit[] {
  if (hasEmail(resume) || !email) return units;
  const place = resume.contacts.length > 0 || resume.location !== '' ? 1 : 0;
  return units.map((unit, index) => (index === place ? { ...unit, turnedOff: email } : unit));
}

export function hasEmail({ contacts }: Resume): boolean {
  return contacts.some(({ kind }) => kind === 'email');
}

function listSectionUnits(
  section: LayoutSection,
  name: ResumeSectionName | undefined,
): readonly Unit[] {
  const fact = name && FACTS[name];
  const heading = toUnit([section.heading]);
  if (section.kind === 'text') return [heading, toUnit([section.text], fact)];
  if (section.kind === 'items')
    return [
      heading,
      ...section.groups.map(({ label, items }) => {
        const titles = items.map(({ title }) => title);
        return {
          text: `${label === '' ? '' : `${label}: `}${titles.join(', ')}`,
          parts: [{ text: label }, ...titles.map((text) => ({ text, fact }))],
        };
      }),
    ];
  return [
    heading,
    ...section.groups.flatMap(({ head, entries }) => [
      ...(head ? [toUnit(headTexts(head))] : []),
      ...entries.flatMap((entry) => [
        toUnit(headTexts(entry.head), fact),
        toUnit([entry.citation.map(({ text }) => text).join('')]),
        ...entry.text.split(/\n+/).map((text) => toUnit([text])),
        ...entry.highlights.map((text) => toUnit([text])),
        toUnit([entry.technologies.join(', ')]),
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
function toUnit(texts: readonly string[], fact?: string): Unit {
  const text = texts.filter((one) => one !== '').join(' ');
  return { text, parts: [{ text, fact }] };
}

function headTexts({ parts, dates }: Head): string[] {
  return [parts.map(({ text }) => text).join(', '), dates];
}
