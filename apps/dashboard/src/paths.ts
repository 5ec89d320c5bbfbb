/** The URLs of the dashboard. A view is part of the URL, so that Reload and Back work. */

import type { CollectionName } from '@vitrine/contract/collections';
import { type AddView, COLLECTION_VIEWS } from './collection-views.ts';

const OTHER_VIEWS = ['dashboard', 'messages', 'site', 'resume', 'account', 'trash'] as const;
export type View = AddView | (typeof OTHER_VIEWS)[number];

export const VIEWS: readonly [View, ...View[]] = [
  ...OTHER_VIEWS,
  ...Object.values(COLLECTION_VIEWS).map(({ addView }) => addView),
];

export const SECTIONS = [
  'profile',
  'update-profile',
  'update-password',
  'security',
  'sessions',
  'backup',
  'keyboard',
] as const;
export type Section = (typeof SECTIONS)[number];

export const paths = {
  home: '/',
  view: (view: View) => (view === 'dashboard' ? '/' : `/?view=${view}`),
  section: (section: Section) =>
    section === 'profile' ? '/?view=account' : `/?view=account&section=${section}`,
  folder: (folder: string) =>
    folder === 'inbox' ? '/?view=messages' : `/?view=messages&folder=${folder}`,
  /** A message, in the results of the search that found it. */
  message: (id: string, search: string) =>
    `/?${new URLSearchParams({ view: 'messages', ...(search !== '' && { search }), message: id })}`,
  trash: (noun: string) => (noun === 'all' ? '/?view=trash' : `/?view=trash&noun=${noun}`),
  login: '/login',
  setup: '/setup',
  /** The second step of the setup, if there is a public site. */
  chooseTheme: '/setup/theme',
  forgotPassword: '/password/forgot',
  resetPassword: (token: string) => `/password/reset/${token}`,
  add: (name: CollectionName) => `/?view=${COLLECTION_VIEWS[name].addView}`,
  manage: (name: CollectionName) => COLLECTION_VIEWS[name].manage,
  /** The page of an item, or the list with the focus on it. */
  item(name: CollectionName, id: string) {
    const { manage, item } = COLLECTION_VIEWS[name];
    return item?.(id) ?? `${manage}?${new URLSearchParams({ item: id })}`;
  },
  updateProject: (id: string) => `/update/project/${id}`,
  /** From LinkedIn, a JSON Resume or GitHub. */
  import: '/import',
};

/** The navigation item to highlight on pages that have none themselves. */
export function viewForPath(pathname: string): View | undefined {
  if (pathname === paths.import) return 'resume';
  const [, word] = /^\/(?:manage|view|update)\/(\w+)/.exec(pathname) ?? [];
  return VIEWS.find((view) => `add-${word}`.startsWith(view));
}

/** The option that a URL parameter names, or the first one. */
export function optionOrFirst<const O extends readonly [string, ...string[]]>(
  options: O,
  name: string | null,
): O[number] {
  return options.find((option) => option === name) ?? options[0];
}
