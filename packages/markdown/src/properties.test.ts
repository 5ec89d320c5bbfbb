import fc from 'fast-check';
import { fromHtml } from 'hast-util-from-html';
import { expect, test } from 'vitest';
import { toHtml } from './to-html.ts';
import { toTree } from './to-tree.ts';

const FRAGMENTS = [
  ...['# ', '## ', '- ', '1. ', '> ', '    ', '\t', '```', '~~~', '---', '===', '\n', '\n\n'],
  ...['*', '**', '_', '~~', '`', '[', ']', '(', ')', '![', '](', '<', '>', '&amp;', '\\', '  \n'],
  ...[
    '| a | b |\n| - | - |\n| c | d |\n',
    '|',
    ':-:',
    '- [ ] ',
    '- [x] ',
    '[^1]',
    '[^1]: ',
    '[a]: b',
  ],
  ...['www.example.com', 'https://example.com', 'a@example.com', `/media/${'f'.repeat(64)}.png`],
  ...['<div>', '</div>', '<!--', '<a href="x">', 'word', ' '],
];

const document = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...FRAGMENTS) },
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 30 },
  )
  .map((fragments) => fragments.join(''));

test('renders every text, always in the same way, to HTML that a browser reads unchanged', () => {
  fc.assert(
    fc.property(document, (markdown) => {
      const html = toHtml(toTree(markdown));
      expect(toHtml(toTree(markdown))).toBe(html);
      const read = toHtml(fromHtml(html, { fragment: true }));
      expect(read.replaceAll('=""', '')).toBe(html.replaceAll('=""', ''));
    }),
    // Each run of the tests takes other texts.
    { numRuns: 200 },
  );
});
