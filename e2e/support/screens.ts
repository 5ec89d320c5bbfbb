import type { Page } from '@playwright/test';
import type { TestEnvironment } from '@vitrine/testing/environment';
import { login, projectId, resetPath } from './screen.ts';

/** A screen, and how to open it. */
export interface Screen {
  readonly name: string;
  readonly path: string | ((environment: TestEnvironment) => Promise<string>);
  /** Who opens it, on which data. The owner of the seeded portfolio by default. */
  readonly as?: 'owner' | 'beginner' | 'full-inbox' | 'longest-content' | 'visitor' | 'no-owner';
  /** What to do on the page before the screen is complete. */
  readonly after?: (page: Page) => Promise<unknown>;
}

export const SCREENS: readonly Screen[] = [
  { name: 'login', path: '/login', as: 'visitor' },
  {
    name: 'login-rejected',
    path: '/login',
    as: 'visitor',
    after: async (page) => {
      await login(page, 'm@example.com', 'not the password');
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'setup', path: '/login', as: 'no-owner', after: (page) => page.waitForURL('**/setup') },
  { name: 'forgot-password', path: '/password/forgot', as: 'visitor' },
  { name: 'reset-password', path: resetPath, as: 'visitor' },
  { name: 'reset-link-expired', path: '/password/reset/token', as: 'visitor' },
  { name: 'dashboard', path: '/' },
  { name: 'dashboard-empty', path: '/', as: 'beginner' },
  { name: 'add-project', path: '/?view=add-project' },
  {
    name: 'add-project-rejected',
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
  { name: 'messages-new', path: '/?view=messages', as: 'full-inbox' },
  {
    name: 'messages-selected',
    path: '/?view=messages',
    as: 'full-inbox',
    after: async (page) => {
      for (const place of [0, 1]) await page.getByRole('checkbox').nth(place).check();
      await page.getByRole('button', { name: 'Thank you' }).click();
    },
  },
  { name: 'messages-spam', path: '/?view=messages&folder=spam', as: 'full-inbox' },
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

/** Opens a screen with the data it shows. */
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
    'full-inbox': environment.fillInbox,
    'longest-content': environment.fillWithLongestContent,
    'no-owner': environment.removeOwner,
  };
  await states[as]();
  // An open event stream would prevent the network from becoming idle.
  await page.route('**/message/events', (route) => route.abort());
  if (as !== 'visitor' && as !== 'no-owner') await page.context().addCookies([environment.session]);
  await page.goto(environment.origin + (typeof path === 'string' ? path : await path(environment)));
  await page.locator('h1').waitFor();
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
  await after?.(page);
}
