/** Of the spaces, the one that is seen least. */
const THIN_SPACE = '\u2009';

/**
 * Invisible characters: browsers leave most of them out of an address, and some turn the direction
 * of the text after them, also of ours. The one that joins emoji into a single picture stays.
 */
const INVISIBLE =
  /(?!(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic}))\p{Cf}/gu;
/** Four or more numbers, with a dot in any of the forms that browsers accept. */
const NETWORK_ADDRESS = /\d+(?:[.\u2024\u3002\ufe52\uff0e\uff61]\d+){3,}/gu;
/** A dot before anything but the end of a sentence, with its quotes and brackets; but not in 3.5. */
const DOT = /(?!(?<=\d).\d)[.\u2024\u3002\ufe52\uff0e\uff61](?=\S)(?![.!?,;:'"’”»)\]]*(?:\s|$))/gu;

/**
 * Text that a mail program makes no link of. Mail programs look for addresses in plain words, and
 * end an address at a space: one comes after each part that an address cannot do without. An
 * invisible character is not enough, because browsers leave it out when they open an address.
 */
export function withoutLinks(text: string): string {
  return (
    text
      .replace(INVISIBLE, '')
      // A scheme, as in `https://` and `mailto:`.
      .replace(/(?<=\p{L}):(?=\S)|:(?=[/\\]{2})/gu, `:${THIN_SPACE}`)
      .replace(/(?<=\S)@(?=\S)/gu, `@${THIN_SPACE}`)
      // An encoded character, which may be a dot.
      .replace(/%(?=[0-9a-f]{2})/giu, `%${THIN_SPACE}`)
      .replace(NETWORK_ADDRESS, (address) => address.replace(/\D/gu, `$&${THIN_SPACE}`))
      .replace(DOT, `$&${THIN_SPACE}`)
  );
}

/** Every way to begin a new line, so that no line of a quote is without its mark. */
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;
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
  return withoutLinks(text).split(LINE_BREAK);
}
