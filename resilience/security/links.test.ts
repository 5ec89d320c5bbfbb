import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { PLAIN_SITE, type StaticSite, serveFolder } from '@vitrine/testing/static-site';
import { uploads } from '@vitrine/testing/uploads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { dashboardUrl, launchBrowser, signIn } from '../support/browser.ts';
import { dumpTables } from '../support/dump-tables.ts';
import { type Host, OWNER, startHost } from '../support/host.ts';
import { isLong } from '../support/size.ts';
import { allWriteCalls, createItems, type Items, linkNames } from '../support/write-calls.ts';

let host: Host;
let owner: Client;
let items: Items;
let browser: Browser;
let site: StaticSite;

beforeAll(async () => {
  [host, browser, site] = await Promise.all([
    startHost(),
    launchBrowser(),
    serveFolder(PLAIN_SITE),
  ]);
  owner = await host.owner();
  items = await createItems(owner);
  await host.database.query('update project set title = $1', [TITLE]);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([host.stop(), site.stop()]);
});

const TITLE = 'The only project';
const RUN = "document.title='taken over'";

const INVALID_LINKS = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  ` \n\t javascript:${RUN}`,
  `\u0001javascript:${RUN}`,
  `\u00a0\ufeffjavascript:${RUN}`,
  `java\tscript:${RUN}`,
  `java\r\nscript:${RUN}`,
  `java\u0000script:${RUN}`,
  `javascript\t:${RUN}`,
  `javascript&colon;${RUN}`,
  `&#106;avascript:${RUN}`,
  `javascript%3A${RUN}`,
  `%6Aavascript:${RUN}`,
  `\\u006aavascript:${RUN}`,
  `javascript://example.com/%0a${RUN}`,
  `javascript:${RUN}//https://example.com`,
  `javascript:${RUN}//\nhttps://example.com`,
  `https://example.com\njavascript:${RUN}`,
  `https:javascript:${RUN}`,
  `feed:javascript:${RUN}`,
  `view-source:javascript:${RUN}`,
  `vbscript:${RUN}`,
  `livescript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `data:text/html;base64,${Buffer.from(`<script>${RUN}</script>`).toString('base64')}`,
  `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"/>`,
  'blob:http://localhost/00000000-0000-4000-8000-000000000000',
  'filesystem:http://localhost/temporary/a.html',
  'file:///etc/passwd',
  'about:blank',
  'ftp://example.com/a',
  'ws://example.com',
  'intent://example.com#Intent;scheme=javascript;end',
  'mailto:eve@example.com',
  '//example.com',
  '\\\\example.com',
  'http:\\\\example.com',
  'https:example.com',
  'https:/example.com',
  'https://',
  'https:// example.com',
  'https://exa\u0000mple.com',
  'https://[::1',
  'example',
  'eve@example.com',
  'example.com:javascript',
  'example.com\\@evil.example',
  '/user/logout',
  '#',
  '?',
];

describe('`javascript:` links', () => {
  test('every link field rejects anything but a web link', async ({ annotate }) => {
    const fields = await linkFields();
    const named = (await allWriteCalls(items)).flatMap(({ call }) => linkNames(call));
    expect(fields.map(({ name }) => name).toSorted()).toEqual(named.toSorted());
    expect(fields.length).toBeGreaterThan(15);
    const before = await dumpTables(host.database);
    for (const [index, { write, name }] of fields.entries())
      for (const link of sample(INVALID_LINKS, index)) {
        const sent = await sendAsFormAndJson(write, { ...write.fields, [name]: link });
        expect(new Set(sent.statuses), `${name} = ${link}`).toEqual(new Set([400]));
        expect(new Set(sent.invalidFields.flat()), `${name} = ${link}`).toEqual(new Set([name]));
      }
    expect(await dumpTables(host.database)).toEqual(before);
    await annotate(
      `${sample(INVALID_LINKS, 0).length} links × ${fields.length} fields, as JSON and as a form: all 400, no row changed`,
    );
  });

  test('an invalid link in the database is not rendered as a link', async ({ annotate }) => {
    const { database } = host;
    const context = await signIn(browser, host);
    const page = await context.newPage();

    // Proves that these pages show the links of each column.
    const valid = COLUMNS.map(([, column]) => `https://example.com/${column}`);
    await storeLinks(valid);
    for (const links of [await dashboardLinks(page), await siteLinks(page)])
      expect([...links]).toEqual(expect.arrayContaining(valid));

    await expect(storeLinks(INVALID_LINKS)).rejects.toThrow('violates check constraint');
    await database.query('alter domain web_link drop constraint web_link_check');
    await database.query('alter table media drop constraint media_metadata_check');
    // PostgreSQL cannot store NUL.
    const stored = sample(INVALID_LINKS, 0, 2).filter((link) => !link.includes('\0'));
    await storeResumeName(`javascript:${RUN}//`);
    let count = 0;
    for (let start = 0; start < stored.length; start += COLUMNS.length) {
      await storeLinks(stored.slice(start, start + COLUMNS.length));
      const links = [...(await dashboardLinks(page)), ...(await siteLinks(page))];
      count += links.length;
      expect(links.filter((link) => !/^(https?|mailto|tel):/.test(link))).toEqual([]);
    }
    await annotate(
      `${stored.length + 1} links stored in ${COLUMNS.length + 1} columns: ${count} links rendered, none with such a scheme`,
    );
  });
});

/** All links in a long run; in a short run every fourth, or every second, from an offset. */
function sample(links: readonly string[], offset: number, step = 4): string[] {
  return links.filter((_, index) => isLong || index % step === offset % step);
}

type Write = Awaited<ReturnType<typeof allWriteCalls>>[number];

/** Every field of every call whose message asks for a web link. */
async function linkFields(): Promise<{ write: Write; name: string }[]> {
  return (await allWriteCalls(items)).flatMap((write) => {
    const { input } = write.call;
    const shape = input instanceof z.ZodObject ? input.shape : {};
    return (
      Object.entries(shape)
        // The fields for the addresses of this service take no path, and complete what is typed.
        .filter(([, field]) => z.safeParse(field, 'https://example.com/a').success)
        .filter(([, field]) => /https?:\/\//.test(z.safeParse(field, 'x:y').error?.message ?? ''))
        .map(([name]) => ({ write, name }))
    );
  });
}

async function sendAsFormAndJson(
  { call, params = {}, files = {} }: Write,
  fields: Readonly<Record<string, unknown>>,
) {
  const texts = Object.entries(fields).map(([name, value]) => [name, String(value)]);
  const form = { ...Object.fromEntries(texts), ...files };
  const responses = await Promise.all([
    owner.call(call, { params, json: fields }),
    ...(call.route.sends.includes('form') ? [owner.call(call, { params, form })] : []),
  ]);
  return {
    statuses: responses.map(({ status }) => status),
    // JSON cannot contain the required file, which is reported, too.
    invalidFields: responses.map(({ body }) =>
      Object.keys(body.fields ?? {}).filter((name) => !(name in files)),
    ),
  };
}

const COLUMNS = [
  ['owner', 'portfolio_url'],
  ['owner', 'github_url'],
  ['owner', 'linkedin_url'],
  ['owner', 'instagram_url'],
  ['owner', 'twitter_url'],
  ['owner', 'facebook_url'],
  ['project', 'git_repo_link'],
  ['project', 'project_link'],
] as const;

/** Writes each link into one column, and waits until the public document contains them. */
async function storeLinks(links: readonly string[]): Promise<void> {
  for (const [index, [table, column]] of COLUMNS.entries())
    await host.database.query(`update ${table} set ${column} = $1`, [links[index] ?? '']);
  for (const end = Date.now() + 20_000; Date.now() < end; ) {
    const { body } = await host.service.client().call(calls.public.portfolio);
    if (body.projects[0]?.projectLink === (links[COLUMNS.length - 1] ?? '')) return;
    await sleep(20);
  }
  throw new Error('The public document was not updated.');
}

/** The preview of the resume has a URL, too. */
async function storeResumeName(name: string): Promise<void> {
  await owner.call(calls.user.updateProfile, { form: { resume: uploads.pdf() } });
  await host.database.query(
    `update media set metadata = jsonb_set(metadata, '{preview,name}', to_jsonb($1::text))
     where name = (select resume from owner)`,
    [name],
  );
}

async function dashboardLinks(page: Page): Promise<string[]> {
  const links: string[] = [];
  for (const [path, text] of [
    ['', TITLE],
    ['?view=account', OWNER.email],
    ['manage/projects', TITLE],
    [`view/project/${items.project}`, TITLE],
  ] as const) {
    await page.goto(`${dashboardUrl(host)}/${path}`);
    await page.getByRole('main').getByText(text).first().waitFor();
    links.push(...(await linksOf(page)));
  }
  return links;
}

async function siteLinks(page: Page): Promise<string[]> {
  await page.goto(`${site.origin}/?vitrine=${dashboardUrl(host)}`);
  await page.getByRole('heading', { level: 1, name: OWNER.fullName }).waitFor();
  return linksOf(page);
}

function linksOf(page: Page): Promise<string[]> {
  return page.evaluate(() => Array.from(document.links, ({ href }) => href));
}
