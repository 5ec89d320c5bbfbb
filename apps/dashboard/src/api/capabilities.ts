import { COLLECTIONS, type CollectionName, namesOf, recordOf } from '@vitrine/contract/collections';
import { createContext, useContext } from 'react';
import { API_URL } from './call-api.ts';

const SPECIFIED_COLLECTIONS: readonly CollectionName[] = [
  'project',
  'skill',
  'software-application',
  'timeline',
];

/** What only Vitrine's own service has, besides collections that are not specified. */
const FEATURES = [
  'backup',
  /** Static copies of the site on other hosts. */
  'copies',
  /** More fields of the profile and of items. */
  'details',
  /** Projects with drafts, versions and a case study. */
  'drafts',
  /** Folders, unread counts, search and live updates of messages. */
  'folders',
  'history',
  'icons',
  /** Recognizes a repeated request by its key. */
  'idempotency',
  'import',
  /** Edits, orders, selects and filters the items of a list. */
  'order',
  /** Reports an expired reset link before a password is typed. */
  'resetLinks',
  'resume',
  /** Passkeys, the second factor, API tokens and sessions. */
  'security',
  'setup',
  /** Reports a missing session with the page, and later only with status 401. */
  'signedOut',
  'site',
  'trash',
  /** Validates the fields of a form before its files are sent. */
  'validation',
  /** Selections of the portfolio, each for one reader. */
  'views',
  'visits',
] as const;

export type Capability = CollectionName | (typeof FEATURES)[number];

/** Whether the host has each collection and each feature. */
export type Capabilities = Readonly<Record<Capability, boolean>>;

const OWN: Capabilities = {
  ...recordOf(namesOf(COLLECTIONS), () => true),
  ...recordOf(FEATURES, () => true),
};
const SPECIFIED: Capabilities = {
  ...recordOf(namesOf(COLLECTIONS), (name) => SPECIFIED_COLLECTIONS.includes(name)),
  ...recordOf(FEATURES, () => false),
};

/**
 * What to expect before the owner is loaded. Vitrine's own service serves the dashboard itself; a
 * dashboard that was built for another host knows its URL.
 */
export const EXPECTED = API_URL === '' ? OWN : SPECIFIED;

/** Only Vitrine's own service returns `showEmail`. Other hosts have only the specified calls. */
export function capabilitiesFor(
  user: { readonly showEmail?: boolean | undefined } | null,
): Capabilities {
  if (!user) return EXPECTED;
  return user.showEmail === undefined ? SPECIFIED : OWN;
}

export const CapabilitiesContext = createContext(EXPECTED);

/** What the host can do, as in `can.history`. */
export function useCan(): Capabilities {
  return useContext(CapabilitiesContext);
}

/** Leaves out what needs more than the host can do. */
export function offered<T extends { readonly needs?: Capability }>(
  items: readonly T[],
  can: Capabilities,
): readonly T[] {
  return items.filter(({ needs }) => !needs || can[needs]);
}
