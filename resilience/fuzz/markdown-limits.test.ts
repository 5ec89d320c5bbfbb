import { highlight } from '@vitrine/markdown/highlight';
import { MARKDOWN_LIMIT } from '@vitrine/markdown/parse';
import { toHtml } from '@vitrine/markdown/to-html';
import { toTree } from '@vitrine/markdown/to-tree';
import { expect, test } from 'vitest';

const PLAIN = fill('Some *words* and a [link](https://example.com).\n\n- one item\n- another\n\n');

/** Texts that take a parser quadratic time, or give it a deep tree. */
const TEXTS = {
  'opening brackets': fill('['),
  'nested images': halves('![', '](a)'),
  'references without end': fill('[a]['),
  'stars and underscores': fill('*a_ '),
  'nested emphasis': halves('*a **a ', 'b** b*'),
  'nested quotes': fill('>'),
  'nested lists, then blank lines': `${'- '.repeat(8_000)}a${'\n'.repeat(10_000)}`,
  'nested lists over several lines': Array.from(
    { length: 12 },
    (_, line) => `${' '.repeat(60 * line)}${'- '.repeat(30)}`,
  ).join('\n'),
  'a quote that continues without markers': `${'>'.repeat(5_000)}a\n${'a\n'.repeat(10_000)}`,
  'underlined headings': fill('a\n=\n'),
  footnotes: Array.from({ length: 3_000 }, (_, n) => `[^${n}]\n\n[^${n}]: x\n`).join(''),
  'nested footnotes': fill('[^a]: '),
  'a table with many columns and short rows': `${'|a'.repeat(6_000)}|\n${'|-'.repeat(6_000)}|\n${fill('x\n')}`,
  'one long definition, used often': `[a]: ${'x'.repeat(20_000)}\n\n${fill('[a]')}`,
  'email addresses': fill('a@b.'),
  'nested code': fill('```js\n((((`'),
};

const { time: plainTime } = measure(PLAIN);

test.each(Object.entries(TEXTS))('renders %s in bounded time and space', (_name, markdown) => {
  const { time, html } = measure(markdown);
  expect(time).toBeLessThan(20 * Math.max(plainTime, 100));
  expect(html.length).toBeLessThan(20 * MARKDOWN_LIMIT);
});

test('ignores what exceeds the limit', () => {
  expect(toHtml(toTree('a'.repeat(MARKDOWN_LIMIT + 1)))).toBe(
    `<p>${'a'.repeat(MARKDOWN_LIMIT)}</p>`,
  );
});

test('renders the markup of a text with 50,000 characters and many short lines', () => {
  const section =
    '## A heading\n\nA few words.\n\n- An **item**\n  - A nested item\nwith more words\n\n';
  const { html } = measure(fill(section));
  for (const tag of ['<h3', '<strong>', '<p>'])
    expect(html.split(tag).length).toBeGreaterThan(MARKDOWN_LIMIT / section.length);
});

test('shows a text as it was written if it would take too long', () => {
  const markdown = fill('-\n');
  expect(measure(markdown).html).toBe(`<p>${markdown}</p>`);
});

test('shows the rest of a paragraph with too much markup as it was written', () => {
  const { html } = measure('*a* '.repeat(200));
  expect(html).toMatch(/^<p><em>a<\/em> .* \*a\*<\/p>$/);
});

function measure(markdown: string): { time: number; html: string } {
  // Not the time on the clock, which other programs prolong.
  const start = process.cpuUsage();
  const html = toHtml(toTree(markdown, { highlight }));
  const { user, system } = process.cpuUsage(start);
  return { time: (user + system) / 1000, html };
}

function fill(text: string): string {
  return text.repeat(Math.ceil(MARKDOWN_LIMIT / text.length)).slice(0, MARKDOWN_LIMIT);
}

function halves(opening: string, closing: string): string {
  const count = Math.floor(MARKDOWN_LIMIT / (opening.length + closing.length));
  return opening.repeat(count) + closing.repeat(count);
}
