import type { Page } from '@playwright/test';
import type { TestEnvironment } from '@vitrine/testing/environment';
import { login, projectId, resetPath } from './screen.ts';

/** Every screen there is, and how a person gets to see it. */
export interface Screen {
  readonly name: string;
  readonly path: string | ((environment: TestEnvironment) => Promise<string>);
  /** Who opens it; the owner of a filled portfolio unless told. */
  readonly as?: 'owner' | 'beginner' | 'busy' | 'stretched' | 'visitor' | 'nobody';
  /** What is done there before it is looked at. */
  readonly after?: (page: Page) => Promise<unknown>;
}

export const SCREENS: readonly Screen[] = [
  { name: 'login', path: '/login', as: 'visitor' },
  {
    name: 'login-refused',
    path: '/login',
    as: 'visitor',
    after: async (page) => {
      await login(page, 'm@example.com', 'not the password');
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'setup', path: '/login', as: 'nobody', after: (page) => page.waitForURL('**/setup') },
  { name: 'forgot-password', path: '/password/forgot', as: 'visitor' },
  { name: 'reset-password', path: resetPath, as: 'visitor' },
  { name: 'reset-link-dead', path: '/password/reset/token', as: 'visitor' },
  { name: 'dashboard', path: '/' },
  { name: 'dashboard-empty', path: '/', as: 'beginner' },
  { name: 'add-project', path: '/?view=add-project' },
  {
    name: 'add-project-refused',
    path: '/?view=add-project',
    after: async (page) => {
      await page.getByRole('button', { name: 'Add Project' }).click();
      await page.getByText('Enter the title.', { exact: true }).waitFor();
    },
  },
  { name: 'add-skill', path: '/?view=add-skill' },
  { name: 'add-application', path: '/?view=add-application' },
  { name: 'add-timeline', path: '/?view=add-timeline' },
  { name: 'messages', path: '/?view=messages' },
  { name: 'messages-new', path: '/?view=messages', as: 'busy' },
  {
    name: 'messages-selected',
    path: '/?view=messages',
    as: 'busy',
    after: async (page) => {
      for (const place of [0, 1]) await page.getByRole('checkbox').nth(place).check();
      await page.getByRole('button', { name: 'Thank you' }).click();
    },
  },
  { name: 'messages-spam', path: '/?view=messages&folder=spam', as: 'busy' },
  { name: 'messages-empty', path: '/?view=messages', as: 'beginner' },
  { name: 'account', path: '/?view=account' },
  { name: 'update-profile', path: '/?view=account&section=update-profile' },
  { name: 'update-password', path: '/?view=account&section=update-password' },
  { name: 'sessions', path: '/?view=account&section=sessions' },
  { name: 'backup', path: '/?view=account&section=backup' },
  { name: 'manage-skills', path: '/manage/skills' },
  { name: 'manage-skills-empty', path: '/manage/skills', as: 'beginner' },
  { name: 'manage-timeline', path: '/manage/timeline' },
  { name: 'manage-timeline-empty', path: '/manage/timeline', as: 'beginner' },
  { name: 'manage-projects', path: '/manage/projects' },
  { name: 'manage-projects-empty', path: '/manage/projects', as: 'beginner' },
  {
    name: 'view-project',
    path: async (environment) => `/view/project/${await projectId(environment, 'Tidewatch')}`,
  },
  {
    name: 'update-project',
    path: async (environment) => `/update/project/${await projectId(environment, 'Tidewatch')}`,
  },
  { name: 'not-found', path: '/nothing/here' },
  {
    name: 'delete-dialog',
    path: '/',
    after: async (page) => {
      await page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'menu',
    path: '/',
    after: async (page) => {
      const menu = page.getByRole('button', { name: 'Open menu' });
      if (await menu.isVisible()) await menu.click();
    },
  },
];

/** Opens a screen, in the state that it is about. */
export async function openScreen(
  page: Page,
  environment: TestEnvironment,
  screen: Screen,
): Promise<void> {
  const { path, as = 'owner', after } = screen;
  const states = {
    owner: environment.fill,
    visitor: environment.fill,
    beginner: environment.empty,
    busy: environment.busy,
    stretched: environment.stretch,
    nobody: environment.forget,
  };
  await states[as]();
  // The dashboard never stops listening for messages; who waits for silence would wait for ever.
  await page.route('**/message/events', (route) => route.abort());
  if (as !== 'visitor' && as !== 'nobody') await page.context().addCookies([environment.session]);
  await page.goto(environment.origin + (typeof path === 'string' ? path : await path(environment)));
  await page.locator('h1').waitFor();
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
  await after?.(page);
}
