/** The least visible space. */
const THIN_SPACE = '\u2009';

/**
 * Invisible characters. Browsers ignore most of them in a URL, and some reverse the direction of the
 * text after them. The joiner inside emoji stays.
 */
const INVISIBLE =
  /(?!(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic}))\p{Cf}/gu;
/** Four or more numbers, separated by any character that browsers accept as a dot. */
const NETWORK_ADDRESS = /\d+(?:[.\u2024\u3002\ufe52\uff0e\uff61]\d+){3,}/gu;
/** A dot that does not end a sentence and is not between digits, as in 3.5. */
const DOT = /(?!(?<=\d).\d)[.\u2024\u3002\ufe52\uff0e\uff61](?=\S)(?![.!?,;:'"’”»)\]]*(?:\s|$))/gu;

/**
 * Prevents mail clients from turning text into links. They end a URL at a space, so a thin space
 * follows each character that a URL needs. An invisible character is not enough, because browsers
 * ignore it when they open a URL.
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

/** All line breaks, so that every line of a quote gets its mark. */
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;
/** Long lines are wrapped: a mail client would wrap them without the quote mark. */
const AT_MOST_72 = /\S.{0,71}(?=\s|$)|\S.{0,71}/gu;

export function quoteAsText(text: string): string {
  return splitLines(text)
    .flatMap((line) => line.match(AT_MOST_72) ?? [''])
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** For HTML, where a border marks the quote. The result is not escaped. */
export function quoteForHtml(text: string): string {
  return splitLines(text).join('\n');
}

function splitLines(text: string): string[] {
  return withoutLinks(text).split(LINE_BREAK);
}
