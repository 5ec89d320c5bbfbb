import type { Page } from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import { COLLECTIONS, type CollectionName, namesOf } from '@vitrine/contract/collections';
import type { TestEnvironment } from '@vitrine/testing/environment';
import { LINKEDIN_FILES, zipOf } from '@vitrine/testing/linkedin-export';
import { addPath, managePath } from './collections.ts';
import { copyScreens } from './copy-screens.ts';
import {
  fillProject,
  fillTrash,
  fillVisits,
  login,
  ownerClient,
  PNG,
  projectId,
  resetPath,
  type Screen,
} from './screen.ts';
import { viewScreens } from './view-screens.ts';

/** Named after their paths, as in `add-skill`, `manage-skills` and `manage-skills-empty`. */
function collectionScreens(name: CollectionName): Screen[] {
  const [add, manage] = [addPath(name), managePath(name)];
  const managed = manage.slice(1).replace('/', '-');
  return [
    { name: add.replace('/?view=', ''), path: add },
    { name: managed, path: manage },
    { name: `${managed}-empty`, path: manage, as: 'beginner' },
  ];
}

/** The steps after the account, before and after there is content. */
function firstRunScreens(): Screen[] {
  const at = (step: string) => async (environment: TestEnvironment) => {
    await environment.database.query('update owner set setup_step = $1', [step]);
    return `${await environment.siteDashboard()}/setup/${step}`;
  };
  const emptyAt = (step: string) => async (environment: TestEnvironment) => {
    await environment.database.query(
      `update owner set full_name = '', headline = '', location = '', about_me = '', avatar = null`,
    );
    return at(step)(environment);
  };
  const asBeginner = (name: string, path: Screen['path']): Screen => ({
    ...{ name, path, as: 'beginner' },
  });
  return [
    asBeginner('first-run-start', at('start')),
    {
      ...asBeginner('first-run-review', emptyAt('start')),
      after: async (page) => {
        await page.locator('input[type=file]').setInputFiles({
          name: 'export.zip',
          mimeType: 'application/zip',
          buffer: Buffer.from(zipOf(LINKEDIN_FILES)),
        });
        await page.getByRole('button', { name: /^Add \d+ items$/ }).waitFor();
      },
    },
    { name: 'first-run-you', path: at('you') },
    asBeginner('first-run-you-empty', emptyAt('you')),
    { name: 'first-run-you-long', path: at('you'), as: 'longest-content' },
    {
      ...asBeginner('first-run-you-crop', emptyAt('you')),
      after: async (page) => {
        await page.locator('input[type=file]').setInputFiles(PNG);
        await page.getByRole('slider').waitFor();
      },
    },
    { name: 'first-run-look', path: at('look') },
    asBeginner('first-run-look-samples', emptyAt('look')),
    {
      name: 'first-run-done',
      path: async (environment) => {
        await environment.database.query(
          `insert into site (settings) values ('{}') on conflict (singleton) do update set settings = '{}'`,
        );
        return at('done')(environment);
      },
    },
    asBeginner('first-run-private', async (environment) => {
      await environment.database.query('delete from site');
      return emptyAt('done')(environment);
    }),
    asBeginner('first-run-no-address', async (environment) => {
      await environment.database.query(`update owner set setup_step = 'done'`);
      return '/setup/done';
    }),
  ];
}

/** The visits, also in words and as months, and before the first one. */
function visitorScreens(): Screen[] {
  const filled = (path: string) => async (environment: TestEnvironment) => {
    await fillVisits(environment);
    return path;
  };
  return [
    { name: 'visitors', path: filled('/?view=visitors') },
    {
      name: 'visitors-table',
      path: filled('/?view=visitors'),
      after: (page) => page.getByRole('button', { name: 'Show as table' }).click(),
    },
    { name: 'visitors-year', path: filled('/?view=visitors&period=year') },
    { name: 'visitors-empty', path: '/?view=visitors', as: 'beginner' },
  ];
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
  { name: 'dashboard-site', path: siteHome },
  {
    name: 'dashboard-icons',
    path: siteHome,
    after: async (page) => {
      const button = page.getByRole('button', { name: 'Show icons only' });
      if (await button.isVisible()) await button.click();
    },
  },
  { name: 'dashboard-site-empty', path: siteHome, as: 'beginner' },
  ...namesOf(COLLECTIONS).flatMap(collectionScreens),
  {
    name: 'add-skill-suggested',
    path: '/?view=add-skill',
    after: async (page) => {
      await page.getByLabel('Title').fill('React');
      await page.getByText('Suggested: React').waitFor();
    },
  },
  {
    name: 'add-project-rejected',
    path: '/?view=add-project',
    after: async (page) => {
      await page.getByRole('button', { name: 'Add Project' }).click();
      await page.getByText('Enter the title.', { exact: true }).first().waitFor();
    },
  },
  {
    name: 'project-published',
    path: addOnSite,
    after: async (page) => {
      await fillProject(page, 'Annals of My Glass House');
      await page.locator('input[name=projectBanner]').setInputFiles(PNG);
      await page.getByRole('button', { name: 'Add Project' }).click();
      await page.getByRole('heading', { name: 'Project published' }).waitFor();
    },
  },
  {
    name: 'project-preview',
    path: async (environment) =>
      `${await environment.siteDashboard()}/update/project/${await projectId(environment, 'Tidewatch')}`,
    after: async (page) => {
      await page.getByLabel('Project Title').waitFor();
      await page.getByRole('button', { name: 'Preview', exact: true }).click();
      const frame = page.frameLocator('iframe[title="Preview of the page"]');
      await frame.getByRole('heading', { name: 'Tidewatch', level: 1 }).waitFor();
    },
  },
  { name: 'project-preview-tab', path: addOnSite, after: openPreviewTab },
  {
    name: 'project-preview-tab-alone',
    path: async (environment) => `${await environment.siteDashboard()}/preview/project`,
  },
  {
    name: 'draft-saved',
    path: addOnSite,
    after: async (page) => {
      await page.getByLabel('Project Title').fill('Glass'.repeat(24));
      await page.getByLabel('Summary').fill('Hens'.repeat(50));
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.getByRole('heading', { name: 'Draft saved' }).waitFor();
    },
  },
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
  {
    name: 'messages-only-spam',
    path: async ({ database }) => {
      await database.query("update message set folder = 'spam', unread = true");
      return '/?view=messages';
    },
    as: 'full-inbox',
    after: (page) => page.getByRole('link', { name: /^Check (it|them)$/ }).waitFor(),
  },
  { name: 'messages-empty', path: '/?view=messages', as: 'beginner' },
  { name: 'site-off', path: '/?view=site' },
  { name: 'site', path: sitePath },
  {
    name: 'site-preview',
    path: sitePath,
    after: async (page) => {
      const tab = page.getByRole('radio', { name: 'Preview' });
      if (await tab.isVisible()) await tab.check();
      await page.getByTitle('Preview of your site').waitFor();
    },
  },
  { name: 'resume-no-site', path: '/?view=resume' },
  { name: 'resume', path: resumePath },
  {
    name: 'resume-check',
    path: resumePath,
    after: async (page) => {
      const tab = page.getByRole('radio', { name: 'Check' });
      if (await tab.isVisible()) await tab.check();
      await page.getByText('Reading order').waitFor();
    },
  },
  { name: 'resume-empty', path: '/?view=resume', as: 'beginner' },
  ...firstRunScreens(),
  { name: 'account', path: '/?view=account' },
  { name: 'update-profile', path: '/?view=account&section=update-profile' },
  {
    name: 'update-profile-empty',
    as: 'beginner',
    path: async ({ database }) => {
      await database.query(
        `update owner set headline = '', location = '', about_me = '', phone = '', pronouns = '',
           availability = '', portfolio_url = '', github_url = '', linkedin_url = '',
           instagram_url = '', twitter_url = '', avatar = null, resume = null, links = '[]'`,
      );
      return '/?view=account&section=update-profile';
    },
  },
  { name: 'update-password', path: '/?view=account&section=update-password' },
  { name: 'security', path: securityPath },
  {
    name: 'new-token',
    path: '/?view=account&section=security',
    after: async (page) => {
      await page.getByRole('button', { name: 'New token' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'token-created',
    path: '/?view=account&section=security',
    after: async (page) => {
      await page.getByRole('button', { name: 'New token' }).click();
      await page.getByLabel('Name').fill('Photo uploader');
      await page.getByRole('button', { name: 'Create token' }).click();
      await page.getByRole('dialog', { name: 'Copy your token' }).waitFor();
    },
  },
  { name: 'sessions', path: '/?view=account&section=sessions' },
  { name: 'backup', path: backupPath },
  { name: 'backup-bucket', path: backupBucketPath },
  {
    name: 'backup-key',
    path: backupBucketPath,
    after: async (page) => {
      await page.getByRole('button', { name: 'Replace the key' }).click();
      await page.getByRole('dialog', { name: 'Keep this key' }).waitFor();
    },
  },
  {
    name: 'backup-problems',
    path: async (environment) => {
      await failBackups(environment);
      return '/?view=account&section=backup';
    },
  },
  {
    name: 'dashboard-backup-problems',
    path: async (environment) => {
      await failBackups(environment);
      return '/';
    },
  },
  { name: 'keyboard', path: '/?view=account&section=keyboard' },
  { name: 'palette', path: '/', after: (page) => openPalette(page, '') },
  { name: 'palette-found', path: '/', after: (page) => openPalette(page, 'slow') },
  {
    name: 'palette-long',
    path: '/',
    as: 'longest-content',
    after: (page) => openPalette(page, 'e'),
  },
  {
    name: 'shortcuts',
    path: '/',
    after: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'restore-unsaved',
    path: '/?view=add-skill',
    after: async (page) => {
      await page.getByLabel('Title').fill('Locksmithing');
      // A reload can come before the browser has stored it.
      await page.waitForTimeout(2000);
      await page.reload();
      await page.getByText('Restore unsaved changes').waitFor();
    },
  },
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
  {
    name: 'icon-picker',
    path: '/?view=add-skill',
    after: async (page) => {
      await page.getByLabel('Title').fill('post');
      await page.getByRole('button', { name: 'Choose an icon' }).click();
      await page.getByRole('option', { name: 'PostgreSQL' }).waitFor();
    },
  },
  {
    name: 'view-project',
    path: async (environment) => `/view/project/${await projectId(environment, 'Tidewatch')}`,
  },
  {
    name: 'update-project',
    path: async (environment) => `/update/project/${await projectId(environment, 'Tidewatch')}`,
  },
  ...copyScreens(),
  ...viewScreens(),
  ...visitorScreens(),
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
  { name: 'import', path: '/import' },
  {
    name: 'import-review',
    path: '/import',
    after: async (page) => {
      await readLinkedIn(page);
      await page.locator('summary').click();
    },
  },
  {
    name: 'import-done',
    path: '/import',
    after: async (page) => {
      await readLinkedIn(page);
      await page.getByRole('button', { name: /^Import \d+ items$/ }).click();
      await page.getByRole('heading', { name: 'Import complete' }).waitFor();
    },
  },
  {
    name: 'import-github',
    path: '/import',
    after: async (page) => {
      await page.getByRole('radio', { name: 'GitHub' }).check();
      await page.getByLabel('GitHub user name').fill('nobody');
      await page.getByRole('button', { name: 'Read', exact: true }).click();
      await page.getByRole('alert').waitFor();
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
    path: siteHome,
    after: async (page) => {
      const menu = page.getByRole('button', { name: 'Open menu' });
      if (await menu.isVisible()) await menu.click();
    },
  },
];

/** Layout shifts count only while a page loads, not after an action of the user. */
export function isLoadedByUrl({ name, after }: Screen): boolean {
  return after === undefined || name === 'setup';
}

async function openPalette(page: Page, query: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search and commands' }).fill(query);
  await page.getByRole('option', { selected: true }).waitFor();
  await page.getByText('Still searching').waitFor({ state: 'hidden' });
}

async function readLinkedIn(page: Page): Promise<void> {
  const buffer = Buffer.from(zipOf(LINKEDIN_FILES));
  const file = {
    name: 'Basic_LinkedInDataExport_11-15-2026.zip',
    mimeType: 'application/zip',
    buffer,
  };
  await page.locator('[type=file]').setInputFiles(file);
  await page.getByRole('region', { name: 'Change' }).waitFor();
}

async function siteHome(environment: TestEnvironment): Promise<string> {
  return `${await environment.siteDashboard()}/`;
}

async function addOnSite(environment: TestEnvironment): Promise<string> {
  return `${await environment.siteDashboard()}/?view=add-project`;
}

/** The form is in another tab, which can be closed once the preview has the page. */
async function openPreviewTab(page: Page): Promise<void> {
  const form = await page.context().newPage();
  await form.goto(page.url());
  await form.getByLabel('Project Title').fill('Annals of My Glass House');
  await form.getByRole('button', { name: 'Preview', exact: true }).click();
  const link = form.getByRole('link', { name: 'Open the preview in a new tab' });
  await page.goto(new URL((await link.getAttribute('href')) ?? '', page.url()).href);
  await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
  await form.close();
}

async function sitePath(environment: TestEnvironment): Promise<string> {
  const owner = ownerClient(environment);
  const { body } = await owner.call(calls.site.get);
  const json = {
    ...body.site.settings,
    accent: '#19b5a5',
    customCss: '.intro {\n  background: url(https://cdn.example.net/p.png);\n}\n',
  };
  await owner.call(calls.site.saveDraft, { json });
  return `${await environment.siteDashboard()}/?view=site`;
}

/** Without the contact details, so that the machine check has a problem. */
async function resumePath(environment: TestEnvironment): Promise<string> {
  const owner = ownerClient(environment);
  const { body } = await owner.call(calls.resume.get);
  await owner.call(calls.resume.update, { json: { ...body.settings, contact: false } });
  return `${await environment.siteDashboard()}/?view=resume`;
}

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

/**
 * Splits screens into groups that one page visits in turn. A new page for each screen would take
 * twice as long, and a single group would leave nothing to run in parallel.
 */
export function inGroups<Item>(items: readonly Item[], size = 8): (readonly Item[])[] {
  return items.flatMap((_, start) =>
    start % size === 0 ? [items.slice(start, start + size)] : [],
  );
}

/** Tokens of every kind, and events of several browsers. */
async function securityPath({ database }: TestEnvironment): Promise<string> {
  await database.query(`
    insert into api_token (owner_id, token_hash, prefix, name, scopes, created_at, expires_at, last_used_at)
    select owner.id, sha256(name::bytea), prefix, name, scopes::text[], now() - age, now() + expires, now() - used
    from owner, (values
      ('Deploy script', 'vt_7Qc', '{write}', interval '9 days', null::interval, interval '10 days'),
      ('Blog importer on the old laptop', 'vt_kZ2', '{write-drafts,read-messages}', '60 days', '5 days', '17 days'),
      ('Static site build', 'vt_p0R', '{read}', '1 day', '77 days', null)
    ) as token (name, prefix, scopes, age, expires, used)`);
  await database.query(`
    insert into audit_event (kind, subject, times, address, user_agent, created_at, last_at)
    select kind, subject, times, address::inet, browser, now() - age, now() - age
    from (values
      ('sign-in-failed', 'wrong password', 4, '198.51.100.7', '', interval '1 day'),
      ('backup-downloaded', '', 1, '203.0.113.24', 'Chrome/140.0 (Mac OS X)', '7 days'),
      ('token-created', 'Static site build', 1, '203.0.113.24', 'Chrome/140.0 (Mac OS X)', '14 days'),
      ('signed-in-new-device', 'password', 1, '2001:db8:85a3:8d3:1319:8a2e:370:7348', 'Firefox/140.0 (Linux)', '19 days')
    ) as event (kind, subject, times, address, browser, age)`);
  return '/?view=account&section=security';
}

async function backupPath({ database }: TestEnvironment): Promise<string> {
  await database.query(`
    insert into automatic_backup
      (name, taken_at, size, drill_passed_at, drill_rows, drill_files, drill_ms)
    values ('nightly-2026-11-17T02-13-05Z.tar', now() - interval '9 hours', 48312320,
      now() - interval '9 hours', 1834, 56, 4200)
    on conflict (id) do update set name = excluded.name, taken_at = excluded.taken_at,
      size = excluded.size, drill_passed_at = excluded.drill_passed_at,
      drill_rows = excluded.drill_rows, drill_files = excluded.drill_files,
      drill_ms = excluded.drill_ms, drill_failure = null, error = null, missing = 0`);
  return '/?view=account&section=backup';
}

/** With a key, and a backup that was sent. */
async function backupBucketPath(environment: TestEnvironment): Promise<string> {
  const path = await backupPath(environment);
  await environment.database.query(`
    update automatic_backup set key_since = now() - interval '30 days', sent_name = name,
      recipient = 'age1lvyvwawkr0mcnnnncaghunadrqkmuf9e6507x9y920xxpp866cnql7dp2z',
      sent_at = now() - interval '8 hours', sent_size = 48324504`);
  return `${await environment.siteDashboard()}${path}`;
}

/** Late and incomplete, because the disk is full, and one that failed the drill. */
export async function failBackups(environment: TestEnvironment): Promise<void> {
  await backupPath(environment);
  await environment.database.query(`
    update automatic_backup set taken_at = now() - interval '5 days', error = 'The disk is full.',
      missing = 2, drill_passed_at = now() - interval '6 days',
      drill_failure = name || ': This is not a complete Vitrine backup. The file changed after it was written. Check its disk, and download a backup.'`);
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
  if (as === 'visitor' || as === 'no-owner') await page.context().clearCookies();
  else await page.context().addCookies([environment.session]);
  const address = typeof path === 'string' ? path : await path(environment);
  await page.goto(new URL(address, environment.origin).href);
  await page.locator('h1').waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await after?.(page);
}
