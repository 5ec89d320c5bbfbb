import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { markdownLineEnding } from 'micromark-util-character';
import type {
  Code,
  Construct,
  Extension,
  ParseContext,
  TokenizeContext,
} from 'micromark-util-types';

/** The number of characters that are rendered. The rest is ignored. */
export const MARKDOWN_LIMIT = 50_000;

/*
 * The parser takes quadratic time for some texts that nobody writes, and recursive functions process
 * its tree. These limits keep the time and the depth small. Texts that people write stay far below.
 */
const MARKERS_PER_PARAGRAPH = 300;
const EVENTS_PER_PARAGRAPH = 8_000;
const CONTAINERS_PER_LINE = 30;
const BLOCK_WORK = 300_000_000;
const DEPTH = 100;
const TABLE_CELLS = 10_000;
const REFERENCE_CHARACTERS = 100_000;

/** Parses Markdown with GFM. A text that exceeds the limits becomes plain text, as far as needed. */
export function parse(markdown: string): Root {
  const text = markdown.slice(0, MARKDOWN_LIMIT).replaceAll(/\r\n?/g, '\n');
  try {
    const root = fromMarkdown(limitContainers(text), OPTIONS);
    limitTree(root);
    return root;
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    return { type: 'root', children: [toParagraph(text)] };
  }
}

class TooMuchWork extends Error {}

/** Escapes the rest of a line that opens too many quotes, lists or footnotes. */
function limitContainers(markdown: string): string {
  const container = String.raw`[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)]|\[\^[^\]\n]{1,999}\]:)[ \t])`;
  return markdown.replace(new RegExp(`^(?:${container}){${CONTAINERS_PER_LINE}}`, 'gm'), '$&\\');
}

/** An estimate: the events of the parser so far, added up for each place where a block can start. */
const work = new WeakMap<ParseContext, number>();

function blockLimit(weight: number): Construct {
  return {
    name: 'blockLimit',
    tokenize(_effects, _ok, nok) {
      // Lines that continue a quote or a list without its marker take longest.
      const isAfterLazyLine = this.parser.lazy[this.now().line - 1];
      const added = this.events.length * (isAfterLazyLine ? 10 : weight);
      const total = (work.get(this.parser) ?? 0) + added;
      if (total > BLOCK_WORK) throw new TooMuchWork();
      work.set(this.parser, total);
      return nok;
    },
  };
}

const markers = new WeakMap<TokenizeContext, number>();

const inlineLimit: Construct = {
  name: 'inlineLimit',
  // The parser stops at a character only if one of its constructs allows the previous character.
  previous() {
    return isOverLimit(this);
  },
  tokenize(effects, ok, nok) {
    const start = (code: Code) => {
      if (isMarker(code)) markers.set(this, (markers.get(this) ?? 0) + 1);
      if (!isOverLimit(this)) return nok(code);
      effects.enter('data');
      return rest(code);
    };
    const rest = (code: Code) => {
      if (code === null || markdownLineEnding(code)) {
        effects.exit('data');
        return ok(code);
      }
      effects.consume(code);
      return rest;
    };
    return start;
  },
};

/** Stops before blocks take too long, and reads the rest of an overlong paragraph as plain text. */
export const LIMITS: Extension = {
  document: { null: blockLimit(1) },
  // An underlined heading (= or -) takes time in proportion to the text above it.
  flow: { 45: blockLimit(4), 61: blockLimit(4) },
  // The visible characters of ASCII, where a construct can start.
  text: Object.fromEntries(Array.from({ length: 94 }, (_, index) => [33 + index, inlineLimit])),
};

const OPTIONS = { extensions: [gfm(), LIMITS], mdastExtensions: [gfmFromMarkdown()] };

function isOverLimit(context: TokenizeContext): boolean {
  return (
    (markers.get(context) ?? 0) > MARKERS_PER_PARAGRAPH ||
    context.events.length > EVENTS_PER_PARAGRAPH
  );
}

function isMarker(code: Code): boolean {
  return code !== null && '!*_~[]<`'.includes(String.fromCharCode(code));
}

/** Limits what the tree becomes in HTML: its depth, empty table cells and copies of definitions. */
function limitTree(root: Root): void {
  const definitions = new Map<string, number>();
  let characters = 0;
  const nodes: { node: Nodes; depth: number }[] = [{ node: root, depth: 0 }];
  // A loop instead of recursion, because the tree may be deep. It grows while it is processed.
  for (const { node, depth } of nodes) {
    if (node.type === 'definition' && !definitions.has(node.identifier))
      definitions.set(node.identifier, node.url.length + (node.title?.length ?? 0));
    // Without alignment, short rows are not filled with empty cells.
    if (node.type === 'table' && (node.align?.length ?? 0) * node.children.length > TABLE_CELLS)
      node.align = null;
    if (!('children' in node)) continue;
    if (depth > DEPTH) node.children = [];
    for (const child of node.children) nodes.push({ node: child, depth: depth + 1 });
  }
  for (const { node } of nodes) {
    if (node.type !== 'linkReference' && node.type !== 'imageReference') continue;
    characters += definitions.get(node.identifier) ?? 0;
    // Without its definition, the reference is rendered as it was written.
    if (characters > REFERENCE_CHARACTERS) node.identifier = '';
  }
}

function toParagraph(value: string): Root['children'][number] {
  return { type: 'paragraph', children: [{ type: 'text', value }] };
}
