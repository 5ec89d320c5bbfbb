/** A name in braces is an organization, but one that starts with `{\L}` or `{\"O}` is not. */
export function openNames(names: string | number): string {
  return String(names).replace(
    /(^|\sand\s+)\{(\\(?:[^{}]|\{[^{}]*\})*)\}/g,
    (all, before: string, letter: string) => {
      const [, mark = '', base = ''] = /^\\(\W|\w)\s*\{?\\?(\p{L})\}?$/u.exec(letter) ?? [];
      const found = LETTERS[letter] ?? (MARKS[mark] && `${base}${MARKS[mark]}`.normalize('NFC'));
      return found === undefined ? all : `${before}${found}`;
    },
  );
}

const LETTERS: Readonly<Record<string, string>> = {
  '\\L': 'Ł',
  '\\l': 'ł',
  '\\O': 'Ø',
  '\\o': 'ø',
  '\\AE': 'Æ',
  '\\OE': 'Œ',
  '\\DJ': 'Đ',
  '\\DH': 'Ð',
  '\\TH': 'Þ',
};

/** The marks that combine with the letter before them. */
const MARKS: Readonly<Record<string, string>> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '=': '\u0304',
  u: '\u0306',
  '.': '\u0307',
  '"': '\u0308',
  r: '\u030a',
  H: '\u030b',
  v: '\u030c',
  d: '\u0323',
  c: '\u0327',
  k: '\u0328',
};

/** Addresses are often escaped as text is. */
export function unescapeLatex(value: string | number): string {
  return String(value).replace(/\\([_%&#~$])(?:\{\})?/g, '$1');
}
