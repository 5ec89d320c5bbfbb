/** How typed text is normalized and split. No schemas here, so that the browser bundle stays small. */

/** Turns `a,b` into `a, b`. A pasted list may also have one item per line. */
export function formatList(value: string): string {
  return value
    .split(/[,\r\n]+/)
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .join(', ');
}

/** Turns `github.com/me` into `https://github.com/me`. Other text stays unchanged. */
export function addScheme(value: string): string {
  const link = value.trim();
  return HOST_FIRST.test(link) ? `https://${link}` : value;
}

/** Returns an empty string instead of a link that is not a web link, such as a javascript: one. */
export function webLink(link: string): string {
  return /^https?:\/\//i.test(link) && URL.canParse(link) ? link : '';
}

/**
 * Turns what people call an address into one: `ada@example.com` into a mail link, and
 * `@ada@mastodon.social` into a web link.
 */
export function completeAddress(value: string): string {
  const address = value.trim();
  // Longer ones are refused later. The patterns below take long for them.
  if (address.length > 2048) return address;
  const [, user, host] = /^@([\w.-]+)@([\w.-]+\.\w{2,})$/.exec(address) ?? [];
  if (user !== undefined) return `https://${host}/@${user}`;
  return /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(address)
    ? `mailto:${address}`
    : addScheme(address);
}

/** Returns an empty string instead of an address that could run code, such as a javascript: one. */
export function safeLink(link: string): string {
  return SAFE_LINK.test(link) && URL.canParse(link) ? link : '';
}

const SAFE_LINK = /^(?:https?:\/\/|(?:mailto|tel|sms|sip|xmpp|matrix):)[^\s\p{Cc}]+$/iu;

/** The same for addresses that lead to the same page. */
export function linkKey(link: string): string {
  const [, host, path = ''] = /^https?:\/\/(?:www\.)?([^/?#]*)(.*)$/is.exec(link) ?? [];
  if (host === undefined) return link.toLowerCase();
  return host.toLowerCase().replace(/^twitter\.com$/, 'x.com') + path.replace(/\/$/, '');
}

/** The same for names of languages that differ only in case. */
export function languageKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}

/** A host name with a top-level domain, an optional port, and the rest of a URL. */
const HOST_FIRST =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:\p{L}{2,}|xn--[a-z0-9-]+)(?::\d{1,5})?(?:[/?#][^\s\p{Cc}\\]*)?$/iu;

/**
 * Turns a title into the last part of an address: `Über uns!` into `uber-uns`, and `Мой сайт` into
 * `мой-сайт`. Latin letters lose their accents; other scripts need their marks.
 */
export function slugOf(title: string): string {
  const words = title
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => LATIN[letter] ?? '')
    .normalize('NFKD')
    .replace(INVISIBLE, '')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFC')
    .match(WORDS);
  let slug = '';
  for (const character of (words ?? []).join('-')) {
    // The rest of what a slug can have is for a number, if others have the same.
    if (slug.length + character.length > 70 || utf8Length(slug + character) > 170) break;
    slug += character;
  }
  return slug.replace(/-$/, '');
}

/** Latin letters that Unicode does not decompose. */
const LATIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i' },
};

/** Two addresses that look the same must not differ in these. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Me}/gu;

const WORD = '[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}]*';
const WORDS = new RegExp(WORD, 'gu');
const SLUG = new RegExp(`^${WORD}(-${WORD})*$`, 'u');

/** Whether a text is the last part of an address: small letters of any script, digits and hyphens. */
export function isSlug(value: string): boolean {
  return (
    SLUG.test(value) &&
    value.search(INVISIBLE) < 0 &&
    value === value.toLowerCase() &&
    value === value.normalize('NFC')
  );
}

/** The name of an exported page must fit into 255 bytes, together with what cards add to it. */
export const MAX_SLUG_BYTES = 180;

/** The number of bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  return encodeURIComponent(text.toWellFormed()).replace(/%../g, '.').length;
}

/** Every sentence and every line is a highlight. */
export function highlightsOf(description: string): string[] {
  return partsOf(description, /\. |\.?[\r\n]+/);
}

export function technologiesOf(technologies: string): string[] {
  return partsOf(technologies, ', ');
}

function partsOf(whole: string, separator: string | RegExp): string[] {
  return whole
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Removes what people write in front of a DOI. */
export function stripDoi(value: string): string {
  return value
    .trim()
    .replace(/^(?:(?:https?:\/\/)?(?:dx\.|www\.)?doi\.org\/|doi:\s*)(?=10\.)/i, '');
}

export function isDoi(value: string): boolean {
  return /^10\.\d{4,9}\/\S+$/.test(value);
}
