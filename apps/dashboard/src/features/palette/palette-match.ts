/** The words of a query, as typed. */
export function wordsOf(query: string): readonly string[] {
  return query.trim().split(/\s+/).filter(Boolean);
}

/** Whether a text contains every word. */
export function isMatch(text: string, words: readonly string[]): boolean {
  const lower = text.toLocaleLowerCase();
  return words.every((word) => lower.includes(word.toLocaleLowerCase()));
}

/** Items whose name starts with the query come first, then those in which a word does. */
export function bestFirst<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  words: readonly string[],
): readonly T[] {
  const rank = (item: T) => {
    const name = ` ${nameOf(item).toLocaleLowerCase()}`;
    const start = ` ${words.join(' ').toLocaleLowerCase()}`;
    return name.startsWith(start) ? 0 : name.includes(start) ? 1 : 2;
  };
  return items
    .filter((item) => isMatch(nameOf(item), words))
    .sort((one, other) => rank(one) - rank(other));
}

/** The parts of a text. Every second one matches a word. */
export function partsOf(text: string, words: readonly string[]): readonly string[] {
  if (words.length === 0) return [text];
  const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  return text.split(new RegExp(`(${pattern})`, 'giu'));
}

/** The text from shortly before the first word in it. */
export function cutExcerpt(text: string, words: readonly string[]): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const start = line.length - partsOf(line, words).slice(1).join('').length;
  if (start >= line.length || start < 40) return line;
  return `…${line.slice(line.indexOf(' ', start - 30))}`;
}
