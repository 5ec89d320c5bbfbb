/** The URLs of the dashboard. A view is part of the URL, so that Reload and Back work. */

export const VIEWS = [
  'dashboard',
  'add-project',
  'add-skill',
  'add-application',
  'add-timeline',
  'messages',
  'account',
  'trash',
] as const;
export type View = (typeof VIEWS)[number];

export const SECTIONS = [
  'profile',
  'update-profile',
  'update-password',
  'sessions',
  'backup',
] as const;
export type Section = (typeof SECTIONS)[number];

export const paths = {
  home: '/',
  view: (view: View) => (view === 'dashboard' ? '/' : `/?view=${view}`),
  section: (section: Section) =>
    section === 'profile' ? '/?view=account' : `/?view=account&section=${section}`,
  folder: (folder: string) =>
    folder === 'inbox' ? '/?view=messages' : `/?view=messages&folder=${folder}`,
  trash: (noun: string) => (noun === 'all' ? '/?view=trash' : `/?view=trash&noun=${noun}`),
  login: '/login',
  setup: '/setup',
  forgotPassword: '/password/forgot',
  resetPassword: (token: string) => `/password/reset/${token}`,
  manageSkills: '/manage/skills',
  manageTimeline: '/manage/timeline',
  manageProjects: '/manage/projects',
  manageApplications: '/manage/applications',
  viewProject: (id: string) => `/view/project/${id}`,
  updateProject: (id: string) => `/update/project/${id}`,
};

/** The navigation item to highlight on Manage, View and Update pages, which have none themselves. */
export function viewForPath(pathname: string): View | undefined {
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
