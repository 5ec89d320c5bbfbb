import type { TestEnvironment } from '@vitrine/testing/environment';
import type { Screen } from './screen.ts';

const PUBLISH = '/?view=site&tab=publish';

/** The copies of the site: none, current ones, failed ones, and the dialogs. */
export function copyScreens(): Screen[] {
  const filled = async (environment: TestEnvironment) => {
    await fillCopies(environment);
    return `${await environment.siteDashboard()}${PUBLISH}`;
  };
  const failed = async (environment: TestEnvironment) => {
    await fillCopies(environment);
    await failCopies(environment);
    return `${await environment.siteDashboard()}${PUBLISH}`;
  };
  return [
    {
      name: 'publish',
      path: filled,
      after: (page) => page.getByText('What changed').first().click(),
    },
    { name: 'publish-empty', path: PUBLISH, as: 'beginner' },
    { name: 'publish-failed', path: failed },
    { name: 'publish-long', path: longCopies, as: 'longest-content' },
    {
      name: 'publish-connect',
      path: filled,
      after: async (page) => {
        await page.getByRole('button', { name: 'Add destination' }).click();
        await page.getByRole('menuitem', { name: 'GitHub Pages' }).click();
        const dialog = page.getByRole('dialog', { name: 'Connect GitHub Pages' });
        await dialog.getByLabel('Repository').fill('nobody/portfolio');
        await dialog.getByLabel('Access token').fill('github_pat_11AEXAMPLE');
        await dialog.getByRole('button', { name: 'Test' }).click();
        await dialog.getByRole('button', { name: 'Test again' }).waitFor();
      },
    },
    {
      name: 'publish-settings',
      path: failed,
      after: async (page) => {
        await page.getByRole('button', { name: 'Change settings' }).click();
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'publish-remove',
      path: filled,
      after: async (page) => {
        await page
          .getByRole('button', { name: /^More actions for / })
          .first()
          .click();
        await page.getByRole('menuitem', { name: 'Remove' }).click();
        await page.getByRole('alertdialog').waitFor();
      },
    },
  ];
}

const NONE = { count: 0, paths: [] };
const PAGES = {
  count: 12,
  paths: ['index.html', 'projects/tidewatch/index.html', 'feed.xml', 'sitemap.xml', 'resume.pdf'],
};
const CHANGES = {
  added: { count: 1, paths: [`media/${'7c'.repeat(32)}.webp`] },
  changed: PAGES,
  removed: { count: 1, paths: [`media/${'e2'.repeat(32)}.webp`] },
};

/** One of each kind, each with some updates. */
async function fillCopies({ database }: TestEnvironment): Promise<void> {
  await database.query(
    `insert into copy_destination
       (kind, url, contact, endpoint, bucket, region, prefix, repository, branch, folder, secrets, created_at)
     select kind, url, 'form', endpoint, bucket, region, prefix, repository, branch, folder,
       decode(repeat('00', 40), 'hex'), now() - interval '30 days' + number * interval '1 hour'
     from (values
       (1, 'github', 'https://ada-example.github.io/portfolio', '', '', '', '', 'ada-example/portfolio', 'gh-pages', ''),
       (2, 'bucket', 'https://ada.example.net', 'https://s3.eu-north.example', 'ada-site', 'eu-north', '', '', '', ''),
       (3, 'folder', 'https://ada.example.org', '', '', '', '', '', '', 'ada.example.org'))
       as destination (number, kind, url, endpoint, bucket, region, prefix, repository, branch, folder)`,
  );
  await database.query(
    `insert into copy_run (destination_id, started_at, ended_at, cause, files, changes)
     select id, now() - days * interval '1 day', now() - days * interval '1 day' + seconds * interval '1 second',
       cause, 212, changes
     from copy_destination, (values
       (0.1, 9, 'change', $1::jsonb), (3.4, 1, 'change', $2), (5.6, 4, 'owner', $2),
       (9.2, 140, 'settings', $3)) as run (days, seconds, cause, changes)`,
    [
      CHANGES,
      { ...CHANGES, added: NONE, removed: NONE },
      { ...CHANGES, added: { ...PAGES, count: 212 } },
    ].map((changes) => JSON.stringify(changes)),
  );
}

/** The bucket needs a new key, and the folder is tried again. */
async function failCopies({ database }: TestEnvironment): Promise<void> {
  await database.query(
    `insert into copy_run (destination_id, started_at, ended_at, cause, files, changes, failure)
     select id, now() - interval '90 minutes', now() - interval '89 minutes', 'change', 212, $1::jsonb,
       case kind when 'bucket' then 'The object store rejected the access key (403). It may have been deleted, or may not list, read, write and delete in this bucket. Replace the key.'
       else 'The disk of the folder is full. Free some space.' end
     from copy_destination where kind <> 'github'`,
    [JSON.stringify({ added: NONE, changed: NONE, removed: NONE })],
  );
  await database.query(
    `update copy_destination set failed_runs = 3, failed_since = now() - interval '3 hours',
       has_final_failure = kind = 'bucket', is_reported = true
     where kind <> 'github'`,
  );
}

/** With the longest texts that destinations can have. */
async function longCopies(environment: TestEnvironment): Promise<string> {
  await fillCopies(environment);
  await failCopies(environment);
  await environment.database.query(
    `update copy_destination set token_expires_at = now() + interval '9 days', url = 'https://' || repeat('w', 200) || '.example/' || repeat('w', 280);
     update copy_destination set endpoint = 'https://' || repeat('s', 200) || '.example',
       bucket = repeat('b', 63), prefix = repeat('p', 200) where kind = 'bucket';
     update copy_destination set repository = repeat('r', 70) || '/' || repeat('r', 69),
       branch = repeat('g', 100) where kind = 'github';
     update copy_destination set folder = repeat('f', 100) where kind = 'folder';
     update copy_run set failure = repeat('W', 200) where failure is not null;
     update copy_run set changes = jsonb_set(changes, '{changed,paths}', to_jsonb(array[repeat('p', 500)]))`,
  );
  return `${await environment.siteDashboard()}${PUBLISH}`;
}
