/** Of the spaces, the one that is seen least. */
const THIN_SPACE = '\u2009';

/**
 * Text that a mail program makes no link of. Mail programs look for addresses in plain words, and
 * end an address at a space: one comes after each part that an address cannot do without. An
 * invisible character is not enough, because browsers leave it out when they open an address.
 */
export function withoutLinks(text: string): string {
  return (
    text
      // A scheme, as in `https://` and `mailto:`.
      .replace(/(?<=\p{L}):(?=\S)/gu, `:${THIN_SPACE}`)
      .replace(/(?<=\S)@(?=\S)/gu, `@${THIN_SPACE}`)
      .replace(/\d+(?:\.\d+){3,}/g, (address) => address.replaceAll('.', `.${THIN_SPACE}`))
      // A dot inside a word, in every form that browsers take for one, but not in 3.5.
      .replace(
        /(?<=[^\s\d])[.\u3002\uff0e\uff61](?=[\p{L}\p{N}])|(?<=\d)[.\u3002\uff0e\uff61](?=\p{L})/gu,
        `$&${THIN_SPACE}`,
      )
  );
}

/** Every way to begin a new line, so that no line of a quote is without its mark. */
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;
/** Characters that turn the direction of the text after them, also of ours. */
const DIRECTION = /\p{Bidi_Control}/gu;
/** A long line is broken, because its end would be shown without the mark. */
const AT_MOST_72 = /\S.{0,71}(?=\s|$)|\S.{0,71}/gu;

export function quoteAsText(text: string): string {
  return linesOf(text)
    .flatMap((line) => line.match(AT_MOST_72) ?? [''])
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** For HTML, where the mark is a border. Not escaped yet. */
export function quoteForHtml(text: string): string {
  return linesOf(text).join('\n');
}

function linesOf(text: string): string[] {
  return withoutLinks(text.replace(DIRECTION, '')).split(LINE_BREAK);
}
