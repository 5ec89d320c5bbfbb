import type { ElementContent } from 'hast';
import { common, createLowlight } from 'lowlight';

const lowlight = createLowlight(common);

/** Highlights code with the classes of highlight.js, or returns `undefined` for unknown languages. */
export function highlight(code: string, language: string): ElementContent[] | undefined {
  if (!lowlight.registered(language)) return undefined;
  return lowlight.highlight(language, code).children.filter((node) => node.type !== 'doctype');
}
