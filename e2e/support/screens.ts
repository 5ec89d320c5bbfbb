import type { Page } from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import type { TestEnvironment } from '@vitrine/testing/environment';
import { fillTrash, login, ownerClient, PNG, projectId, resetPath } from './screen.ts';

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
  {
    name: 'update-timeline',
    path: '/manage/timeline',
    after: async (page) => {
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click();
      await page.getByRole('dialog', { name: 'Update timeline' }).waitFor();
    },
  },
  { name: 'manage-timeline-empty', path: '/manage/timeline', as: 'beginner' },
  { name: 'manage-projects', path: '/manage/projects' },
  { name: 'manage-projects-empty', path: '/manage/projects', as: 'beginner' },
  {
    name: 'manage-projects-selected',
    path: '/manage/projects',
    after: (page) => page.getByRole('checkbox').first().check(),
  },
  {
    name: 'manage-projects-menu',
    path: '/manage/projects',
    after: async (page) => {
      await page
        .getByRole('button', { name: /^More actions/ })
        .first()
        .click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'manage-projects-no-match',
    path: '/manage/projects',
    after: (page) => page.getByLabel('Filter projects').fill('lighthouse'),
  },
  {
    name: 'edit-skill',
    path: '/manage/skills',
    after: (page) =>
      page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click(),
  },
  { name: 'manage-applications', path: '/manage/applications' },
  { name: 'manage-applications-empty', path: '/manage/applications', as: 'beginner' },
  {
    name: 'view-project',
    path: async (environment) => `/view/project/${await projectId(environment, 'Tidewatch')}`,
  },
  {
    name: 'update-project',
    path: async (environment) => `/update/project/${await projectId(environment, 'Tidewatch')}`,
  },
  { name: 'trash', path: trashPath },
  {
    name: 'trash-selected',
    path: trashPath,
    after: async (page) => {
      for (const place of [0, 2]) await page.getByRole('checkbox').nth(place).check();
      await page.getByRole('region', { name: 'Selected items' }).waitFor();
    },
  },
  { name: 'trash-empty', path: '/?view=trash', as: 'beginner' },
  {
    name: 'trash-delete-forever',
    path: trashPath,
    after: async (page) => {
      await page
        .getByRole('button', { name: /^Delete .* forever$/ })
        .first()
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'history',
    path: historyPath,
    after: async (page) => {
      await page.getByRole('button', { name: 'History' }).click();
      await page.getByRole('button', { name: /^\S+ ?\S* Title, summary/ }).click();
      await page.getByRole('button', { name: 'Restore this version' }).waitFor();
    },
  },
  { name: 'not-found', path: '/nothing/here' },
  {
    name: 'discard-dialog',
    path: '/manage/applications',
    after: async (page) => {
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click();
      await page.getByLabel('Application Name').fill('Figma for teams');
      await page.keyboard.press('Escape');
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

async function trashPath(environment: TestEnvironment): Promise<string> {
  await fillTrash(environment);
  return '/?view=trash';
}

/** Changes a project several times, some of them days ago. */
async function historyPath(environment: TestEnvironment): Promise<string> {
  const id = await projectId(environment, 'Tidewatch');
  const owner = ownerClient(environment);
  const { body } = await owner.call(calls.project.get, { params: { id } });
  const { title, description } = body.project;
  const changes = [
    { projectLink: 'https://tidewatch.example.com/harbors' },
    {
      title: `${title.slice(0, 60)} for harbors`,
      summary: 'Tides for fishing crews.',
      description: `${description.slice(0, -40)} Works without a network for three days.`,
      projectBanner: new File([new Uint8Array(PNG.buffer)], PNG.name, { type: PNG.mimeType }),
    },
    { title },
  ];
  for (const form of changes) await owner.call(calls.project.update, { params: { id }, form });
  const { database } = environment;
  await database.query(
    `update revision set actor_name = $1 where item_id = $2 and actor_type = 'session'`,
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/150.0.0.0 Safari/537.36', id],
  );
  await database.query(
    `update revision set created_at = created_at - interval '4 days'
     where item_id = $1 and id < (select max(id) - 1 from revision where item_id = $1)`,
    [id],
  );
  return `/update/project/${id}`;
}

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
