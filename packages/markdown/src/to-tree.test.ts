import { expect, test } from 'vitest';
import { highlight } from './highlight.ts';
import { toHtml } from './to-html.ts';
import { toTree } from './to-tree.ts';

const NAME = `${'a'.repeat(64)}.webp`;
const OTHER = `${'b'.repeat(64)}.png`;

const html = (markdown: string) => toHtml(toTree(markdown));
const withImages = (markdown: string) =>
  toHtml(
    toTree(markdown, {
      images: (name) =>
        name === NAME
          ? {
              url: `https://cdn.example.com/media/${name}`,
              width: 1200,
              height: 800,
              variants: [{ url: '/media/small.webp', width: 600 }],
            }
          : undefined,
    }),
  );

test('starts headings at the second level and ends at the sixth', () => {
  expect(html('# One\n\n###### Six')).toBe('<h2 id="s-one">One</h2>\n<h6 id="s-six">Six</h6>');
});

test('derives IDs from headings in every language, without markup and punctuation', () => {
  expect(html('# Über `uns`: wie, warum?')).toContain('id="s-über-uns-wie-warum"');
  expect(html('# 日本語 の見出し')).toContain('id="s-日本語-の見出し"');
  expect(html('# ?!')).toContain('id="s-section"');
});

test('gives each heading its own ID, also next to one that looks numbered', () => {
  const ids = Array.from(
    html('# A\n\n# A 2\n\n# A\n\n# A').matchAll(/id="(.*?)"/g),
    ([, id]) => id,
  );
  expect(ids).toEqual(['s-a', 's-a-2', 's-a-3', 's-a-4']);
});

test('leads links to a heading, written as on GitHub or with the prefix', () => {
  expect(html('[a](#über-uns) [b](#s-über-uns) [c](#contact)\n\n# Über uns')).toContain(
    '<a href="#s-über-uns">a</a> <a href="#s-über-uns">b</a> <a href="#contact">c</a>',
  );
});

test('drops HTML and keeps the text between inline tags', () => {
  expect(html('a <b>bold</b> word\n\n<div>block</div>')).toBe('<p>a bold word</p>');
});

test('keeps links to web pages, email addresses and paths, and no others', () => {
  expect(html('[a](https://example.com)')).toBe(
    '<p><a href="https://example.com" rel="noopener noreferrer">a</a></p>',
  );
  expect(html('[a](//example.com)')).toContain('rel="noopener noreferrer"');
  expect(html('[a](mailto:me@example.com)')).toBe('<p><a href="mailto:me@example.com">a</a></p>');
  expect(html('[a](/projects "All")')).toBe('<p><a href="/projects" title="All">a</a></p>');
  expect(html('[a](javascript:alert(1))')).toBe('<p><a>a</a></p>');
  expect(html('[a](tel:123)')).toBe('<p><a>a</a></p>');
});

test('renders an image of the media store with its sizes', () => {
  expect(withImages(`See ![A *chart*](/media/${NAME} "Title")`)).toBe(
    `<p>See <img src="https://cdn.example.com/media/${NAME}" srcset="/media/small.webp 600w, ` +
      `https://cdn.example.com/media/${NAME} 1200w" sizes="auto, (min-width: 48rem) 48rem, 92vw" ` +
      'width="1200" height="800" alt="A chart" title="Title" loading="lazy" decoding="async"></p>',
  );
});

test('turns an image alone in its paragraph into a figure, with the title as its caption', () => {
  expect(withImages(`![Alt](/media/${NAME} "A <caption>")`)).toMatch(
    /^<figure><img [^>]* alt="Alt" loading="lazy" decoding="async"><figcaption>A &#x3C;caption><\/figcaption><\/figure>$/,
  );
  expect(withImages(`![Alt](/media/${NAME})`)).not.toContain('figcaption');
});

test('finds a stored image by its URL on any origin', () => {
  const url = `https://old.example.com/media/${NAME}`;
  expect(withImages(`![Alt](${url})`)).toContain(`src="https://cdn.example.com/media/${NAME}"`);
});

test.each([
  'https://example.com/x.png',
  'data:image/png;base64,AAAA',
  `/media/${OTHER}`,
  `/media/../${NAME}`,
  `/media/${NAME}?x`,
])('shows the alternative text instead of the image %s', (url) => {
  expect(withImages(`![Alt](${url})`)).toBe('<p>Alt</p>');
});

test('connects footnotes with their references in both directions', () => {
  const page = html('Text[^n] and again[^n].\n\n[^n]: Note');
  expect(page).toContain('<a href="#note-fn-n" id="note-fnref-n" data-footnote-ref');
  expect(page).toContain('aria-describedby="footnote-label"');
  expect(page).toContain('<h2 id="footnote-label">Footnotes</h2>');
  expect(page).toContain('<li id="note-fn-n">');
  expect(page).toContain('<a href="#note-fnref-n-2" data-footnote-backref="" aria-label="Back to');
});

test('puts no link into a link', () => {
  expect(html('[Text[^n]](https://example.com)\n\n[^n]: Note')).toContain('>Text<sup>1</sup></a>');
});

test('renders tasks as disabled checkboxes with a name', () => {
  expect(html('- [x] Write')).toContain(
    '<li class="task-list-item"><input type="checkbox" checked disabled aria-label="Done"> Write</li>',
  );
});

test('wraps each table in a region that scrolls with the keyboard', () => {
  const page = html('| a |\n|:-:|\n| b |\n\ntext\n\n| c |\n|-|');
  expect(page).toContain(
    '<div class="table-scroll" role="region" tabindex="0" aria-label="Table 1"><table>',
  );
  expect(page).toContain('<td align="center">b</td>');
  expect(page).toContain('aria-label="Table 2"');
});

test('highlights at most 5,000 characters of a block, and 20,000 of a text', () => {
  const lengths: number[] = [];
  const block = (length: number) => `\`\`\`js\n${'a'.repeat(length)}\n\`\`\`\n`;
  toTree(`${block(5_001)}${block(4_500).repeat(5)}${block(10)}`, {
    highlight(code) {
      lengths.push(code.trim().length);
      return undefined;
    },
  });
  expect(lengths).toEqual([4_500, 4_500, 4_500, 4_500, 10]);
});

test('highlights code in a known language', () => {
  expect(toHtml(toTree('```js\nlet a\n```', { highlight }))).toBe(
    '<pre><code class="language-js"><span class="hljs-keyword">let</span> a\n</code></pre>',
  );
});

test.each(['```nolang\nlet a\n```', '```\nlet a\n```', '```toString\nlet a\n```', '    let a'])(
  'leaves the code block %j plain',
  (markdown) => {
    expect(toHtml(toTree(markdown, { highlight }))).toBe(html(markdown));
  },
);

test('asks for the media of each image in the text, in order', () => {
  const markdown = `![a][ref] ![b](/media/${NAME}) \`![c](/media/${'c'.repeat(64)}.png)\`
[![d](https://example.com/media/${NAME})](/media/${'d'.repeat(64)}.png)[^n]

[ref]: /media/${OTHER}
[^n]: ![e](/media/${'e'.repeat(64)}.jpg)`;
  const names = new Set<string>();
  const images = (name: string) => {
    names.add(name);
    return undefined;
  };
  toTree(markdown, { images });
  expect([...names]).toEqual([OTHER, NAME, `${'e'.repeat(64)}.jpg`]);
});
