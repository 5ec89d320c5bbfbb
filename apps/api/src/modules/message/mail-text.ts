/** Characters of a visitor's text that an email quotes. */
export const MAX_TEXT_LENGTH = 2_000;

export function toOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim();
}

export function truncate(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()} …` : text;
}
