import { nameLink } from '@vitrine/contract/link-services';
import { completeAddress, linkKey, safeLink } from '@vitrine/contract/text-format';

export interface LinkItem {
  readonly url: string;
  readonly label: string;
  /** False until the owner has left the address: it is checked after that. */
  readonly isLeft?: boolean;
}

export const NEW_LINK: LinkItem = { url: '', label: '', isLeft: false };

/** What a form sends. A row without any text is not a link. */
export function linksInput(rows: readonly LinkItem[]): string {
  const links = rows.map(({ url, label }) => ({ url: url.trim(), label: label.trim() }));
  return JSON.stringify(links.filter(({ url, label }) => url !== '' || label !== ''));
}

/** The links that `linksInput` wrote. */
export function readLinks(input: string): readonly LinkItem[] {
  return JSON.parse(input || '[]');
}

export function nameRow({ url, label }: LinkItem): string {
  return label.trim() || nameLink(completeAddress(url));
}

/** Completes an address that the owner has left. A label that the owner did not write follows it. */
export function completeRow({ url, label }: LinkItem, before: string): Partial<LinkItem> {
  const completed = completeAddress(url);
  const isOwn = label.trim() !== '' && label !== nameLink(before);
  return { url: completed, isLeft: true, ...(!isOwn && { label: nameLink(completed) }) };
}

/** The messages of the contract's link-list.ts. */
export function errorOf(row: LinkItem, rows: readonly LinkItem[]): string | undefined {
  const url = completeAddress(row.url.trim());
  if (url === '') return row.label.trim() === '' ? undefined : 'Enter the address.';
  const earlier = rows.slice(0, rows.indexOf(row)).map((other) => completeAddress(other.url));
  if (earlier.some((other) => linkKey(other) === linkKey(url)))
    return 'This link is already in the list.';
  return safeLink(url) === ''
    ? 'Enter an address that starts with https://, or an email address.'
    : undefined;
}
