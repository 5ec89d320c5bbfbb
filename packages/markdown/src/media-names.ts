import { toTree } from './to-tree.ts';

/** The media names of all images in the text, without duplicates, in their order. */
export function mediaNames(markdown: string): string[] {
  const names = new Set<string>();
  toTree(markdown, {
    images(name) {
      names.add(name);
      return undefined;
    },
  });
  return [...names];
}
