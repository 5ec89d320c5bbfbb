import { RESUME } from '@vitrine/testing/resumes';
import { expect, test } from 'vitest';
import { layOut } from './layout.ts';

/** The head lines of a section, as they are read. */
function linesOf(template: 'classic' | 'modern', name: string) {
  const index = RESUME.sections.findIndex((section) => section.name === name);
  const section = layOut(RESUME, template).sections[index];
  if (section?.kind !== 'entries') throw new Error(`${name} has no entries.`);
  return section.groups
    .flatMap(({ head, entries }) => [...(head ? [head] : []), ...entries.map((one) => one.head)])
    .map(({ parts, dates }) => `${parts.map(({ text }) => text).join(', ')} · ${dates}`);
}

test('roles at one organization are below its name', () => {
  expect(linesOf('modern', 'experience')).toEqual([
    'Analytical Company, London · 2021 – now',
    'Principal engineer · 2023 – now',
    'Senior engineer · 2021 – 2023',
    'Design engineer, Loom and Bloom, Bristol · 2017 – 2021',
  ]);
});

test('Classic names the organization before the role, and the degree before the school', () => {
  expect(linesOf('classic', 'experience')).toContain(
    'Loom and Bloom, Design engineer, Bristol · 2017 – 2021',
  );
  expect(linesOf('classic', 'education')).toEqual([
    'BSc Mathematics, University of Cambridge · 2009 – 2012',
  ]);
});

test('the location is before the contacts', () => {
  const { contacts } = layOut(RESUME, 'classic');
  expect(contacts.map(({ text }) => text).slice(0, 2)).toEqual(['London', 'ada@example.com']);
});
