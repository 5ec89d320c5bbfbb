import type { Root } from 'hast';
import { toHast } from 'mdast-util-to-hast';
import { adaptTree, type TreeOptions } from './adapt-tree.ts';
import { parse } from './parse.ts';

/** Renders Markdown to a sanitized HTML tree. HTML in the text is dropped. */
export function toTree(markdown: string, options: TreeOptions = {}): Root {
  const tree = toHast(parse(markdown), { clobberPrefix: 'note-', footnoteLabelProperties: {} });
  // `toHast` returns a root for a root.
  return adaptTree(tree.type === 'root' ? tree : { type: 'root', children: [] }, options);
}
