import { createHash } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import { COLLECTIONS } from '@vitrine/contract/collections';
import { TRASH_COLLECTIONS } from '@vitrine/contract/options';
import type { Client } from '@vitrine/testing/api-client';
import type { TestEnvironment } from '@vitrine/testing/environment';

/** A screen, and how to open it. */
export interface Screen {
  readonly name: string;
  readonly path: string | ((environment: TestEnvironment) => Promise<string>);
  /** Who opens it, on which data. The owner of the seeded portfolio by default. */
  readonly as?: 'owner' | 'beginner' | 'full-inbox' | 'longest-content' | 'visitor' | 'no-owner';
  /** What to do on the page before the screen is complete. */
  readonly after?: (page: Page) => Promise<unknown>;
}

/** An image of one pixel. */
export const PNG = {
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

export const SVG = {
  name: 'icon.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="#0b6b6b"/></svg>',
  ),
};

export function toast(page: Page, text: string | RegExp): Locator {
  return page.locator('[data-sonner-toast]').filter({ hasText: text });
}

/** The card with this heading. */
export function card(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title, exact: true });
}

/** The table row that contains this text. */
export function row(table: Locator, text: string): Locator {
  return table.getByRole('row').filter({ hasText: text });
}

export async function confirm(page: Page, action = 'Delete'): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: action, exact: true }).click();
}

/** The ID of the project whose title starts with this text. */
export async function projectId(environment: TestEnvironment, title: string): Promise<string> {
  const { rows } = await environment.database.query(
    'select id from project where starts_with(title, $1)',
    [title],
  );
  return rows[0].id;
}

/** A client with the owner's session, for changes outside the browser. */
export function ownerClient({ service, session }: TestEnvironment): Client {
  return Object.assign(service.client(), { cookie: `${session.name}=${session.value}` });
}

/** Fills 400 days with visits, among them names that are as long as they can be. */
export async function fillVisits({ database }: TestEnvironment): Promise<void> {
  await database.query('delete from visit_count');
  await database.query(
    `insert into visit_count (period, kind, starts_on, name, count)
    with day (starts_on, number) as (select current_date - number, number from generate_series(0, 400) as number),
      name (kind, name, share) as (values
        ('visit', '', 40), ('page', '/', 33), ('page', '/projects/tidewatch', 16), ('page', '/resume', 8),
        ('page', '/projects/' || repeat('a-very-long-name-', 14), 5), ('page', '/contact', 3),
        ('page', '*', 7), ('referrer', '', 18), ('referrer', 'search.example', 12),
        ('referrer', repeat('forum-', 14) || '.example', 10), ('country', 'GB', 30), ('country', 'DE', 10),
        ('resume', '/resume.pdf', 3), ('resume', '/resume.docx', 1), ('contact', '', 1), ('bot', '', 160)),
      counted as (select kind::visit_kind, name, starts_on, share + share * number * 7 % 11 as count from day, name)
    select 'day'::visit_period, kind, starts_on, name, count from counted
    union all select 'month', kind, date_trunc('month', starts_on), name, sum(count) from counted group by 2, 3, 4`,
  );
}

/** Deletes the newest item of each collection, some of them weeks ago. */
export async function fillTrash(environment: TestEnvironment): Promise<void> {
  const { database } = environment;
  const items: object[] = [];
  await ownerClient(environment).call(calls.view.add, { json: { name: 'Design lead' } });
  for (const noun of TRASH_COLLECTIONS) {
    const table = noun === 'message' || noun === 'view' ? noun : COLLECTIONS[noun].table;
    const { rows } = await database.query(`select id from ${table} order by seq desc limit 1`);
    items.push({ noun, id: rows[0].id });
  }
  await ownerClient(environment).call(calls.trash.add, { json: { items } });
  await database.query(
    `update trash set deleted_at = deleted_at - case noun
       when 'timeline' then interval '28.5 days' when 'skill' then interval '29.5 days'
       when 'software-application' then interval '3 days' else interval '0' end`,
  );
}

/** Creates a valid reset link. */
export async function resetPath(environment: TestEnvironment, token = 'token'): Promise<string> {
  await environment.database.query(
    `insert into password_reset (token_hash, owner_id, expires_at)
     select $1, id, now() + interval '10 minutes' from owner`,
    [createHash('sha256').update(token).digest()],
  );
  return `/password/reset/${token}`;
}

/** The number of rows in a table. */
export async function count(environment: TestEnvironment, table: string): Promise<number> {
  const { rows } = await environment.database.query(`select count(*)::int as count from ${table}`);
  return rows[0].count;
}

/** Signs in through the form. */
export async function login(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

export async function expectAt(page: Page, path: string): Promise<void> {
  await expect
    .poll(() => page.url().replace(/^https?:\/\/[^/]+/, ''), { message: 'the address' })
    .toBe(path);
}

/** Delays requests until the returned function is called. */
export async function hold(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue().catch(() => {});
  });
  return resolve;
}

/** Fills in the project form, except for the banner. */
export async function fillProject(page: Page, title: string): Promise<void> {
  await page.getByLabel('Project Title').fill(title);
  await page.getByLabel('Description').fill('It opens. It closes. It stays shut');
  await page.getByLabel('Technologies').fill('TypeScript, Brass');
  await page.getByLabel('Stack').selectOption('Mern');
  await page.getByLabel('Deployed').selectOption('No');
  await page.getByLabel('Github Repository Link').fill('https://github.com/ada-example/lock');
  await page.getByLabel('Project Link').fill('https://lock.example.com');
}
