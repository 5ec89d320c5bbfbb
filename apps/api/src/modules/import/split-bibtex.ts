export interface Block {
  /** In lower case, as in `article` or `string`. */
  readonly type: string;
  readonly text: string;
  readonly line: number;
  readonly isClosed: boolean;
}

/**
 * Finds where entries start and end. One starts on a line of its own or after the end of another. An entry that
 * is not closed ends at the next line that starts one.
 */
export function splitBibtex(text: string): Block[] {
  const starts = [...text.matchAll(/(?:^|(?<=[})]))[^\S\n]*@\s*(\w+)\s*[{(]/gm)];
  const ownLines = starts.filter(({ index }) => index === 0 || text[index - 1] === '\n');
  let [offset, line, nextLine] = [0, 1, 0];
  return starts.flatMap((start): Block[] => {
    // Inside of the entry before, whose end is known.
    if (start.index < offset) return [];
    line += countBreaks(text.slice(offset, start.index));
    const isPast = (other?: RegExpExecArray) => other !== undefined && other.index <= start.index;
    while (isPast(ownLines[nextLine])) nextLine += 1;
    const next = ownLines[nextLine]?.index ?? text.length;
    const end = findEnd(text, start.index, next);
    offset = end ?? next;
    const block = text.slice(start.index, offset);
    const first = line;
    line += countBreaks(block);
    const type = start[1]?.toLowerCase() ?? '';
    return [{ type, text: withBraces(block.trim()), line: first, isClosed: end !== undefined }];
  });
}

/** Replaces the parentheses of `@article(…)`, and letters that the library does not know. */
function withBraces(block: string): string {
  return block
    .replace(/^(@\s*\w+\s*)\(([\s\S]*)\)$/, '$1{$2}')
    .replace(/\\(aa|AA)(?:\{\}|(?![A-Za-z])\s*)/g, (_, name) => (name === 'aa' ? 'å' : 'Å'))
    .replace(/\\textcommabelow\s*(?:\{([A-Za-z])\}|(?<=\s)([A-Za-z]))/g, (_, braced, bare) =>
      `${braced ?? bare}\u0326`.normalize('NFC'),
    );
}

export function countBreaks(text: string): number {
  return text.split('\n').length - 1;
}

/** Returns where the brace of an entry is closed, if it is before the next one. */
function findEnd(text: string, start: number, next: number): number | undefined {
  let depth = 0;
  for (let index = text.indexOf('@', start) + 1; index < next; index += 1) {
    const character = text[index];
    if (character === '\\') index += 1;
    else if (character === '{' || (character === '(' && depth === 0)) depth += 1;
    else if (character === '}' || (character === ')' && depth === 1)) {
      depth -= 1;
      if (depth <= 0) return index + 1;
    }
  }
  return undefined;
}
