/** The URLs of the dashboard. A view is part of the URL, so that Reload and Back work. */

import { COLLECTIONS, type CollectionName, namesOf } from '@vitrine/contract/collections';
import type { SetupStep } from '@vitrine/contract/options';

/** The specified words. Other collections have the keys of their responses in their paths. */
const WORDS: Readonly<Partial<Record<CollectionName, readonly [one: string, many: string]>>> = {
  'software-application': ['application', 'applications'],
  timeline: ['timeline', 'timeline'],
};

function wordsOf(name: CollectionName) {
  const { one, many } = COLLECTIONS[name];
  return WORDS[name] ?? [one, many];
}

export type AddView = `add-${string}`;

/** The view with the form that adds an item. */
export function addView(name: CollectionName): AddView {
  return `add-${wordsOf(name)[0]}`;
}

const OTHER_VIEWS = [
  'dashboard',
  'messages',
  'views',
  'visitors',
  'site',
  'resume',
  'account',
  'trash',
] as const;
export type View = AddView | (typeof OTHER_VIEWS)[number];

export const VIEWS: readonly [View, ...View[]] = [
  ...OTHER_VIEWS,
  ...namesOf(COLLECTIONS).map(addView),
];

export const SECTIONS = [
  'profile',
  'update-profile',
  'update-password',
  'security',
  'sessions',
  'addresses',
  'backup',
  'keyboard',
] as const;
export type Section = (typeof SECTIONS)[number];

export const paths = {
  home: '/',
  view: (view: View) => (view === 'dashboard' ? '/' : `/?view=${view}`),
  /** The static copies of the site, a tab of its view. */
  copies: '/?view=site&tab=publish',
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
  /** The steps of the first run that follow the account. */
  firstRun: (step: SetupStep) => `/setup/${step}`,
  forgotPassword: '/password/forgot',
  resetPassword: (token: string) => `/password/reset/${token}`,
  add: (name: CollectionName) => `/?view=${addView(name)}`,
  manage: (name: CollectionName) => `/manage/${wordsOf(name)[1]}`,
  /** The page of an item, or the list with the focus on it. */
  item(name: CollectionName, id: string) {
    if (name === 'project') return `/view/project/${id}`;
    if (name === 'post') return paths.updatePost(id);
    const parameter = name === 'timeline' ? 'entry' : 'item';
    return `${paths.manage(name)}?${new URLSearchParams({ [parameter]: id })}`;
  },
  updateProject: (id: string) => `/update/project/${id}`,
  updatePost: (id: string) => `/update/post/${id}`,
  newView: '/update/view/new',
  updateView: (id: string) => `/update/view/${id}`,
  /** The preview of a form, in a tab of its own. */
  projectPreview: (form: string) => `/preview/project?form=${form}`,
  /** From LinkedIn, a JSON Resume or GitHub. */
  import: '/import',
  importPublications: '/import/publications',
  importPosts: '/import/posts',
};

/** The navigation item to highlight on pages that have none themselves. */
export function viewForPath(pathname: string): View | undefined {
  if (pathname === paths.importPublications) return addView('publication');
  if (pathname === paths.importPosts) return addView('post');
  if (pathname === paths.import) return 'resume';
  if (pathname.startsWith('/update/view/')) return 'views';
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
