/** Where things are. A view of the dashboard is in the address, so that reload and back work. */

export const VIEWS = [
  'dashboard',
  'add-project',
  'add-skill',
  'add-application',
  'add-timeline',
  'messages',
  'account',
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
  login: '/login',
  setup: '/setup',
  forgotPassword: '/password/forgot',
  resetPassword: (token: string) => `/password/reset/${token}`,
  manageSkills: '/manage/skills',
  manageTimeline: '/manage/timeline',
  manageProjects: '/manage/projects',
  viewProject: (id: string) => `/view/project/${id}`,
  updateProject: (id: string) => `/update/project/${id}`,
};

/** The view whose icon stands for what a page is about: Manage, View and Update have none of their own. */
export function viewForPath(pathname: string): View | undefined {
  const noun = /^\/(?:manage|view|update)\/(project|skill|timeline)/.exec(pathname)?.[1];
  return VIEWS.find((view) => view === `add-${noun}`);
}

/** The one of the choices that the address names, else the first. */
export function chosen<const C extends readonly [string, ...string[]]>(
  choices: C,
  name: string | null,
): C[number] {
  return choices.find((choice) => choice === name) ?? choices[0];
}
