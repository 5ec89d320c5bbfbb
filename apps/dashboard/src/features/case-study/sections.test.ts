import { toHtml } from '@vitrine/markdown/to-html';
import { toTree } from '@vitrine/markdown/to-tree';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitSections } from './sections.ts';

test('splits a text before its headings', () => {
  expect(splitSections('intro\n\n# One\ntext\n## Two\n')).toEqual([
    'intro\n\n',
    '# One\ntext\n',
    '## Two\n',
  ]);
});

test('does not split a code block', () => {
  const text = '````sh\n```\n# a comment\n````\n# One\n';
  expect(splitSections(text)).toEqual(['````sh\n```\n# a comment\n````\n', '# One\n']);
});

test.each([
  ['a footnote', 'text[^1]\n\n# One\n\n[^1]: note'],
  ['a definition', '[text]\n\n# One\n\n[text]: /a'],
  ['HTML over several lines', '<!--\n\n# One\n\n-->'],
  ['a code block in a list', '- a\n  ```\n# One\n'],
])('does not split a text with %s', (_kind, text) => {
  expect(splitSections(text)).toEqual([text]);
});

test('renders the parts of any text like the whole', () => {
  const lines = [
    '# a',
    '## b',
    '- c',
    '  d',
    '    e',
    '> f',
    '```',
    '~~~~',
    '~~~ js',
    '1. g',
    '',
    '',
    'h',
    '***',
    '| i |',
    '| - |',
    '===',
    '[j]: /k',
    '- [j]: /k',
    '[j]',
    '<pre>',
    '</pre>',
    '`',
    '``` x`',
    '    ```',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...lines), { maxLength: 14 }), (chosen) => {
      const text = chosen.join('\n');
      const parts = splitSections(text);
      expect(parts.join('')).toBe(text);
      expect(parts.map(htmlOf).join('')).toBe(htmlOf(text));
    }),
    { numRuns: 200 },
  );
});

/** Headings with the same text have different IDs in the whole text, and tables different numbers. */
function htmlOf(markdown: string): string {
  return toHtml(toTree(markdown))
    .replaceAll(/ id="[^"]*"| aria-label="Table \d+"/g, '')
    .replaceAll('\n', '');
}
