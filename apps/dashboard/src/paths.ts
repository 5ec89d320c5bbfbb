/** The URLs of the dashboard. A view is part of the URL, so that Reload and Back work. */

export const VIEWS = [
  'dashboard',
  'add-project',
  'add-skill',
  'add-application',
  'add-timeline',
  'messages',
  'site',
  'resume',
  'account',
  'trash',
] as const;
export type View = (typeof VIEWS)[number];

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
  manageSkills: '/manage/skills',
  manageTimeline: '/manage/timeline',
  manageProjects: '/manage/projects',
  manageApplications: '/manage/applications',
  /** A list, with the focus on an item. */
  item: (list: string, id: string) => `${list}?${new URLSearchParams({ item: id })}`,
  timelineEntry: (id: string) => `/manage/timeline?entry=${id}`,
  viewProject: (id: string) => `/view/project/${id}`,
  updateProject: (id: string) => `/update/project/${id}`,
  /** From LinkedIn, a JSON Resume or GitHub. */
  import: '/import',
};

/** The navigation item to highlight on pages that have none themselves. */
export function viewForPath(pathname: string): View | undefined {
  if (pathname === paths.import) return 'resume';
  const noun = /^\/(?:manage|view|update)\/(project|skill|application|timeline)/.exec(
    pathname,
  )?.[1];
  return VIEWS.find((view) => view === `add-${noun}`);
}

/** The option that a URL parameter names, or the first one. */
export function optionOrFirst<const O extends readonly [string, ...string[]]>(
  options: O,
  name: string | null,
): O[number] {
  return options.find((option) => option === name) ?? options[0];
}
