import type { Root } from 'hast';
import { toHtml as serialize } from 'hast-util-to-html';

export function toHtml(tree: Root): string {
  return serialize(tree);
}
