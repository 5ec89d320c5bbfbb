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

/** A host name with a top-level domain, an optional port, and the rest of a URL. */
const HOST_FIRST =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:\p{L}{2,}|xn--[a-z0-9-]+)(?::\d{1,5})?(?:[/?#][^\s\p{Cc}\\]*)?$/iu;

/** Turns a title into the last part of an address: `Über uns!` into `uber-uns`. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return (words ?? []).join('-').slice(0, 70).replace(/-$/, '');
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
