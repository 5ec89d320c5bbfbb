/**
 * Splits Markdown before its headings, where the parts render on their own as they do together. Returns
 * one part if the text has something that reaches from one part into another.
 */
export function splitSections(markdown: string): string[] {
  if (REACHING.test(markdown)) return [markdown];
  const sections: string[] = [];
  let start = 0;
  let fence = '';
  for (const { 0: line, index } of markdown.matchAll(/^.*$/gm)) {
    const [, marks = ''] = /^(`{3,}|~{3,})/.exec(line) ?? [];
    const isFenceEnd = fence !== '' && marks.startsWith(fence) && line.trimEnd() === marks;
    if (isFenceEnd) fence = '';
    else if (fence === '' && marks !== '' && !line.slice(marks.length).includes('`')) fence = marks;
    else if (fence === '' && index > start && /^#{1,6} /.test(line)) {
      sections.push(markdown.slice(start, index));
      start = index;
    }
  }
  return [...sections, markdown.slice(start)];
}

/** Definitions and footnotes, lines of HTML, and code blocks in lists. */
const REACHING = /\]:|^[ \t>]*<[!?/a-z]|^[ \t]+(?:`{3}|~{3})/im;
