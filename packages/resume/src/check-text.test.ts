import { entryOf, RESUME } from '@vitrine/testing/resumes';
import { expect, test } from 'vitest';
import { checkText } from './check-text.ts';
import type { Resume, Section } from './resume.ts';

const HEAD = [
  'Ada Lovelace',
  'Software engineer',
  'London · ada@example.com · +44 20 7946 0018',
  'ada.example.com · github.com/ada-example',
];
const WORK = [
  'Experience',
  'Analytical Company, London · 2021 – now',
  'Principal engineer · 2023 – now',
  'Leads the team behind a data notebook that 4,000 analysts open',
  'every morning.',
  '• Cut the time to a first chart from 11 seconds to 900 milliseconds by moving aggregation into PostgreSQL.',
  '• Wrote the review guide that halved the time a change waits, from two days to one.',
  'Senior engineer · 2021 – 2023',
  'Rebuilt the query engine and the column format underneath it.',
  'Loom and Bloom, Design engineer, Bristol · 2017 – 2021',
  'Built the design system and the pattern editor, from the first sketch to the loom.',
];
const SKILLS = ['Skills', 'Languages: TypeScript, SQL', 'Accessibility, Public speaking'];

/** Experience and skills. */
const PERSON: Resume = {
  ...RESUME,
  sections: RESUME.sections.filter(({ name }) => name === 'experience' || name === 'skills'),
};

function check(pages: readonly (readonly string[])[], resume = PERSON, replaced: string[] = []) {
  const text = pages.map((lines) => lines.join('\r\n'));
  return checkText(resume, 'classic', { pages: text, replaced }, 'ada@example.com');
}

/** One entry with this title and these dates. */
function withTitle(title: string, dates = ''): Resume {
  const groups = [{ dates: '', entries: [entryOf({ title, dates })] }];
  const section: Section = { kind: 'entries', name: 'talks', heading: 'Talks', groups };
  return { ...RESUME, sections: [section] };
}

test('finds a record that the PDF has in its order', () => {
  const { problems, facts, isInOrder, lines } = check([[...HEAD, ...WORK, ...SKILLS]]);
  expect({ problems, isInOrder }).toEqual({ problems: [], isInOrder: true });
  expect(facts).toEqual([
    { label: 'Name and headline', found: 1, expected: 1 },
    { label: 'Location', found: 1, expected: 1 },
    { label: 'Email', found: 1, expected: 1 },
    { label: 'Phone', found: 1, expected: 1 },
    { label: 'Links', found: 2, expected: 2 },
    { label: 'Roles, with dates', found: 3, expected: 3 },
    { label: 'Skills', found: 4, expected: 4 },
  ]);
  expect(lines.map(({ text }) => text)).toEqual([...HEAD, ...WORK, ...SKILLS]);
  expect(lines.every(({ state }) => state === 'found')).toBe(true);
});

test('leaves out the foot of each page', () => {
  const first = [...HEAD, ...WORK.slice(0, 4), 'Ada Lovelace 1 / 2'];
  const second = [...WORK.slice(4), ...SKILLS, 'Ada Lovelace', '2 / 2'];
  const { lines } = check([first, second]);
  expect(lines.map(({ text }) => text)).toEqual([...HEAD, ...WORK, ...SKILLS]);
  expect(lines.every(({ state }) => state === 'found')).toBe(true);
});

test('marks a line that is missing where it should be', () => {
  const [heading = '', languages = ''] = SKILLS;
  const { problems, facts, lines } = check([[...HEAD, ...WORK, heading, languages]]);
  expect(lines.slice(-3)).toEqual([
    { text: languages, state: 'found' },
    { text: 'Accessibility', state: 'missing' },
    { text: 'Public speaking', state: 'missing' },
  ]);
  expect(facts.at(-1)).toEqual({ label: 'Skills', found: 2, expected: 4 });
  expect(problems.map(({ kind, title }) => [kind, title])).toEqual([
    ['missing-text', '2 lines are missing'],
  ]);
});

test('marks a line that is in another place', () => {
  const moved = 'Senior engineer · 2021 – 2023';
  const others = WORK.filter((line) => line !== moved);
  const { problems, isInOrder, lines } = check([[...HEAD, ...others, ...SKILLS, moved]]);
  expect(isInOrder).toBe(false);
  expect(lines.filter(({ state }) => state !== 'found')).toEqual([{ text: moved, state: 'moved' }]);
  expect(problems.map(({ kind }) => kind)).toEqual(['reading-order']);
});

test('reports a resume without an email address, and shows where it would be', () => {
  const contacts = PERSON.contacts.filter(({ kind }) => kind !== 'email');
  const head = HEAD.map((line) => line.replace(' · ada@example.com', ''));
  const { problems, facts, lines } = check([[...head, ...WORK, ...SKILLS]], {
    ...PERSON,
    contacts,
  });
  expect(facts).toContainEqual({ label: 'Email', found: 0, expected: 1 });
  expect(problems.map(({ kind, title }) => [kind, title])).toEqual([
    ['contact-off', 'Your email is missing'],
  ]);
  const marked = lines.flatMap(({ state }, index) => (state === 'found' ? [] : [index]));
  expect(marked).toEqual([head.length]);
  expect(lines[head.length]).toEqual({ text: 'ada@example.com', state: 'missing' });
});

test('lists the characters that the PDF replaced', () => {
  const resume = withTitle('Reads 𓀀');
  const { problems, lines } = check([[...HEAD, 'Talks', 'Reads □']], resume, ['𓀀']);
  expect(lines.every(({ state }) => state === 'found')).toBe(true);
  expect(problems).toEqual([
    {
      kind: 'replaced-characters',
      title: 'A character is missing',
      text: 'No font has 𓀀, so the PDF shows a square instead.',
    },
  ]);
});

test.each([
  ['is broken after a hyphen', 'Human-computer talk', ['Human\u0002', 'computer talk']],
  ['has a fraction', '½ day', ['1/2 day']],
  ['has letters with marks', 'e\u0301te\u0301', ['été']],
  ['has an Arabic ligature', 'آلاف', ['آالف']],
  ['mixes directions', 'Talk (שלום עולם)', ['Talk )עולם שלום(']],
])('finds a line that %s', (_, title, lines) => {
  const { problems } = check([[...HEAD, 'Talks', ...lines]], withTitle(title));
  expect(problems).toEqual([]);
});

test('does not find a word that is missing from a line that mixes directions', () => {
  const { lines } = check([[...HEAD, 'Talks', 'Talk )אולם שלום(']], withTitle('Talk (שלום עולם)'));
  expect(lines).toContainEqual({ text: 'Talk (שלום עולם)', state: 'missing' });
});

test('expects the heading beside the first line in Modern', () => {
  const pages = [[...HEAD, '2019 שלום Talks'].join('\n')];
  const resume = withTitle('שלום', '2019');
  expect(checkText(resume, 'modern', { pages, replaced: [] }).problems).toEqual([]);
});
