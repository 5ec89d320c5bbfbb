import { resumeOf } from '@vitrine/testing/build-resume';
import {
  demoPortfolio,
  emptyPortfolio,
  HOSTILE_TEXT,
  hostilePortfolio,
  longestPortfolio,
} from '@vitrine/testing/site-portfolios';
import { describe, expect, test } from 'vitest';
import { toText } from './to-text.ts';

describe('plain text', () => {
  const lines = toText(resumeOf(demoPortfolio()), 'modern').split('\n');

  test('starts with the name, the headline and the contact details, one on each line', () => {
    expect(lines.slice(0, 8)).toEqual([
      'Ada Lovelace',
      'Software engineer',
      'London',
      'ada@example.com',
      '+44 20 7946 0018',
      'ada.example.com',
      'github.com/ada-example',
      'linkedin.com/in/ada-example',
    ]);
  });

  test('has the sections in their order', () => {
    const headings = lines.filter((line) => /^[A-Z]+$/.test(line));
    expect(headings).toEqual([
      'SUMMARY',
      'EXPERIENCE',
      'PROJECTS',
      'EDUCATION',
      'AWARDS',
      'PUBLICATIONS',
      'TALKS',
      'SKILLS',
      'TOOLS',
      'LANGUAGES',
    ]);
  });

  test('names the languages with their levels', () => {
    expect(lines.slice(lines.indexOf('LANGUAGES') + 2, -1)).toEqual([
      'English (Native), French (C1 Advanced), Italian (B2 Upper intermediate), German',
      '(A2 Elementary)',
    ]);
  });

  test('groups the roles at one employer', () => {
    const start = lines.indexOf('Analytical Company, London');
    expect(lines.slice(start, start + 6)).toEqual([
      'Analytical Company, London',
      'Feb 2021 – now',
      'https://analytical.example.com',
      '',
      'Principal engineer',
      'Mar 2023 – now',
    ]);
  });

  test('breaks lines between words, and indents the rest of a highlight', () => {
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    const start = lines.findIndex((line) => line.startsWith('- Cut the time'));
    expect(lines[start + 1]).toBe('  aggregation into PostgreSQL');
  });

  test('keeps a word that is longer than a line', () => {
    expect(toText(resumeOf(longestPortfolio()), 'classic')).toContain('W'.repeat(5000));
  });

  test('counts letters of two columns twice', () => {
    const profile = {
      ...emptyPortfolio().profile,
      aboutMe: `${'漢字'.repeat(15)} ${'漢'.repeat(15)}`,
    };
    const text = toText(resumeOf({ ...emptyPortfolio(), profile }), 'classic');
    expect(text).toContain(`${'漢字'.repeat(15)}\n${'漢'.repeat(15)}`);
  });

  test('has no control characters', () => {
    const text = toText(resumeOf(hostilePortfolio()), 'classic');
    expect(HOSTILE_TEXT).toContain('\u0001');
    expect(text).not.toMatch(/[^\n\P{Cc}]/u);
  });

  test('of an empty portfolio is the name', () => {
    expect(toText(resumeOf(emptyPortfolio()), 'classic')).toBe('Ada Lovelace\nada.example\n');
  });
});
