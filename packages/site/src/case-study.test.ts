import { toHtml } from '@vitrine/markdown/to-html';
import { toTree } from '@vitrine/markdown/to-tree';
import { expect, test } from 'vitest';
import { adaptCaseStudy } from './case-study.tsx';
import { SITE_WORDS } from './words.ts';

test.each([
  ['## A\n\n### B\n\n## C', 'h2 h3 h2'],
  ['# A\n\n## B\n\n#### C', 'h2 h3 h5'],
  ['#### A\n\n###### B', 'h2 h3'],
  ['Text', ''],
])('headings of %j follow the title without a gap', (markdown, levels) => {
  const html = adapt(markdown);
  expect([...html.matchAll(/<(h\d) /g)].map(([, level]) => level).join(' ')).toBe(levels);
  expect(
    html
      .match(/<\/h\d>/g)
      ?.join(' ')
      .replace(/[</>]/g, '') ?? '',
  ).toBe(levels);
});

test('notes and tasks have names in the language of the site', () => {
  const html = adapt('Text[^1]\n\n[^1]: Note\n\n- [x] Task\n\n## Heading', 'de');
  expect(html).toContain('>Anmerkungen</h2>');
  expect(html).toContain('aria-label="Zurück zum Text"');
  expect(html).toContain('aria-label="Erledigt"');
});

test('the first reference to a note has its number, whatever the label', () => {
  const html = adapt('One[^b], two[^a], one again[^b]\n\n[^a]: A\n\n[^b]: B');
  const refs = [...html.matchAll(/ id="note-fnref-([^"]+)" data-footnote-ref(?:="(\d+)")?/g)];
  expect(refs.map(([, label, number]) => [label, number])).toEqual([
    ['b', '1'],
    ['a', '2'],
    ['b-2', undefined],
  ]);
});

function adapt(markdown: string, language: 'en' | 'de' = 'en'): string {
  return adaptCaseStudy(toHtml(toTree(markdown)), (url) => url, SITE_WORDS[language]);
}
