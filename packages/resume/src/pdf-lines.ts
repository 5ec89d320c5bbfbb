export interface PdfLine {
  readonly text: string;
  readonly key: string;
  /** Where its key starts in the keys of all lines. */
  readonly start: number;
}

/** Splits the text of a PDF into lines, without the footers. */
export function readLines(pages: readonly string[], name: string): PdfLine[] {
  const texts = pages.flatMap((page) => {
    const lines = page.split(/[\r\n]+/).filter((line) => toKey(line) !== '');
    return pages.length > 1 ? withoutFooter(lines, name) : lines;
  });
  let start = 0;
  return texts.map((line) => {
    // PDFium marks a hyphen at the end of a line.
    const text = line.replaceAll('\u0002', '-').trim();
    const key = toKey(text);
    start += key.length;
    return { text, key, start: start - key.length };
  });
}

/** A resume of several pages has the name and the page number at the foot of each. */
function withoutFooter(lines: readonly string[], name: string): readonly string[] {
  const footer = toKey(name).length + 12;
  let [count, length] = [lines.length, 0];
  while (count > 0 && length < toKey(name).length + 3) {
    length += toKey(lines[count - 1] ?? '').length;
    if (length > footer) break;
    count -= 1;
  }
  return lines.slice(0, count);
}

/** Leaves out what only depends on the layout: spaces, bullets and separators. */
export function toKey(text: string): string {
  return (
    text
      .replaceAll('\u0002', '-')
      .normalize('NFKC')
      // PDFium reads ½ as 1/2.
      .replaceAll('\u2044', '/')
      // Lam and alef are one glyph, which PDFium reads from left to right.
      .replaceAll(/[لاأإآٱ]/g, 'ل')
      .replaceAll(/[\s\p{Cc}\p{Default_Ignorable_Code_Point}•·]/gu, '')
  );
}
