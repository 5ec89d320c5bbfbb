import { nameLink } from '@vitrine/contract/link-services';
import { completeAddress, linkKey, safeLink } from '@vitrine/contract/text-format';
import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { moveItem, useReorder } from '../reorder/use-reorder.ts';

export interface LinkItem {
  readonly url: string;
  readonly label: string;
}

export interface LinkRow extends LinkItem {
  readonly key: number;
  /** The address is checked once the owner has left its field. */
  readonly isLeft: boolean;
}

export type LinkRows = ReturnType<typeof useLinkRows>;

/** The rows of a list of links. Each change is rendered at once, so that the focus can follow it. */
export function useLinkRows(
  initial: readonly LinkItem[],
  list: RefObject<HTMLUListElement | null>,
  max: number,
) {
  const [all, setAll] = useState(() => initial.map(newRow));
  const reorder = useReorder({
    isLive: true,
    items: all,
    keyOf: ({ key }) => key,
    nameOf: (row) => nameRow(row) || 'Link',
    list,
    onMove: (row, to) => change((before) => moveItem(before, find(before, row), to)),
  });

  function change(next: (before: readonly LinkRow[]) => LinkRow[]) {
    flushSync(() => setAll(next));
    // To the form, this is a change like typing.
    list.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }

  /** Without such a row, focuses the button that adds one. */
  function focusAddress(index: number) {
    const addresses = list.current?.querySelectorAll<HTMLElement>('[inputmode=url]');
    const button = list.current?.parentElement?.querySelector<HTMLElement>(':scope > button');
    (addresses?.[index] ?? button)?.focus();
  }

  return {
    all,
    reorder,
    isFull: all.length >= max,
    replace: (links: readonly LinkItem[]) => setAll(links.map(newRow)),
    write: (row: LinkRow, written: Partial<LinkRow>) =>
      change((before) => before.map((one) => (one.key === row.key ? { ...one, ...written } : one))),
    add() {
      change((before) => [...before, newRow({ url: '', label: '' })]);
      focusAddress(all.length);
    },
    remove(row: LinkRow) {
      const index = all.indexOf(row);
      change((before) => before.filter(({ key }) => key !== row.key));
      focusAddress(Math.min(index, all.length - 2));
    },
  };
}

function find(rows: readonly LinkRow[], { key }: LinkRow): LinkRow | undefined {
  return rows.find((row) => row.key === key);
}

let lastKey = 0;

function newRow({ url, label }: LinkItem): LinkRow {
  lastKey += 1;
  return { key: lastKey, url, label, isLeft: url !== '' };
}

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
export function completeRow({ url, label }: LinkItem, before: string): Partial<LinkRow> {
  const completed = completeAddress(url);
  const isOwn = label.trim() !== '' && label !== nameLink(before);
  return { url: completed, isLeft: true, ...(!isOwn && { label: nameLink(completed) }) };
}

/** The messages of the contract's link-list.ts. */
export function errorOf(row: LinkRow, rows: readonly LinkRow[]): string | undefined {
  const url = completeAddress(row.url.trim());
  if (url === '') return row.label.trim() === '' ? undefined : 'Enter the address.';
  const earlier = rows.slice(0, rows.indexOf(row)).map((other) => completeAddress(other.url));
  if (earlier.some((other) => linkKey(other) === linkKey(url)))
    return 'This link is already in the list.';
  return safeLink(url) === ''
    ? 'Enter an address that starts with https://, or an email address.'
    : undefined;
}
