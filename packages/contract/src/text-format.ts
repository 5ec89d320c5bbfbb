/** How typed text is stored and split. Free of schemas, so that the browser can carry it. */

/** `a,b` as `a, b`. A pasted list may have one item per line instead. */
export function formatList(value: string): string {
  return value
    .split(/[,\r\n]+/)
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .join(', ');
}

/** `github.com/me` as `https://github.com/me`. What does not begin with a host name stays as it is. */
export function addScheme(value: string): string {
  const link = value.trim();
  return HOST_FIRST.test(link) ? `https://${link}` : value;
}

/** Labels with dots between them, a top-level domain, perhaps a port; then the rest of a URL. */
const HOST_FIRST =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:\p{L}{2,}|xn--[a-z0-9-]+)(?::\d{1,5})?(?:[/?#][^\s\p{Cc}\\]*)?$/iu;

/** A sentence is a highlight, and so is a line. */
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
