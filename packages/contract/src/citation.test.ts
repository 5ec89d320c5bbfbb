import { describe, expect, test } from 'vitest';
import {
  afterVenue,
  type Cited,
  formatAuthor,
  isOwnName,
  linkOf,
  toBibtex,
  toBibtexFile,
} from './citation.ts';

const PAPER: Cited = {
  title: 'R&D at 100%: {braces} in snake_case',
  authors: ['Lovelace, Ada', 'World Health Organization'],
  kind: 'article',
  publishedOn: '2026-03',
  venue: 'Journal of Things',
  volume: '12',
  issue: '3',
  pages: '201–219',
  publisher: '',
  doi: '10.1000/182',
  link: '',
  pdfLink: '',
  note: '',
  abstract: '',
  citationKey: '',
};

describe('citing', () => {
  test.each([
    ['Lovelace, Ada', 'A. Lovelace'],
    ['Lovelace, Ada King', 'A. K. Lovelace'],
    ['de la Tour, Jean-Luc', 'J.-L. de la Tour'],
    ['Knuth, D. E.', 'D. E. Knuth'],
    ['King, Martin Luther Jr.', 'M. L. King Jr.'],
    ['Ørsted, Émile', 'É. Ørsted'],
    ['王, 小明', '王小明'],
    ['World Health Organization', 'World Health Organization'],
  ])('shows %s as %s', (author, shown) => {
    expect(formatAuthor(author)).toBe(shown);
  });

  test('recognizes the owner by family name and first initial', () => {
    expect(isOwnName('Lovelace, Ada', 'Ada Lovelace')).toBe(true);
    expect(isOwnName('Lovelace, A. K.', 'Ada Lovelace')).toBe(true);
    expect(isOwnName('Garcia, Jose', 'José García')).toBe(true);
    expect(isOwnName('Lovelace, Byron', 'Ada Lovelace')).toBe(false);
    expect(isOwnName('Love, Ada', 'Ada Lovelace')).toBe(false);
    expect(isOwnName('Lovelace, Ada', '')).toBe(false);
  });

  test('shows volume, issue and pages that are known', () => {
    expect(afterVenue(PAPER)).toBe(' 12(3), 201–219');
    expect(afterVenue({ volume: '', issue: '', pages: '7' })).toBe(', 7');
  });

  test('links to the DOI if there is no other link', () => {
    expect(linkOf(PAPER)).toBe('https://doi.org/10.1000/182');
    expect(linkOf({ ...PAPER, doi: '10.1002/(SICI)1<2::AID>3.0#x' })).toBe(
      'https://doi.org/10.1002/(SICI)1%3C2::AID%3E3.0%23x',
    );
  });

  test('writes BibTeX', () => {
    expect(toBibtex(PAPER)).toBe(`@article{lovelace2026braces,
  title   = {R\\&D at 100\\%: \\{braces\\} in snake\\_case},
  author  = {Lovelace, Ada and {World Health Organization}},
  journal = {Journal of Things},
  volume  = {12},
  number  = {3},
  pages   = {201--219},
  year    = {2026},
  month   = mar,
  doi     = {10.1000/182}
}`);
  });

  test('gives each entry of a file a key of its own', () => {
    const keys = [...toBibtexFile([PAPER, PAPER, PAPER]).matchAll(/@\w+\{([^,]+)/g)].map(
      ([, key]) => key,
    );
    expect(keys).toEqual(['lovelace2026braces', 'lovelace2026bracesb', 'lovelace2026bracesc']);
  });
});
