import { calls } from '@vitrine/contract/calls';
import { SITE_SECTION_NAMES } from '@vitrine/contract/options';
import type { TestEnvironment } from '@vitrine/testing/environment';
import { ownerClient, type Screen } from './screen.ts';

/** The list in each state, the studio of a view with a link, and that of a new one. */
export function viewScreens(): Screen[] {
  const studio = async (environment: TestEnvironment) => {
    const [id] = await fillViews(environment);
    return `${await environment.siteDashboard()}/update/view/${id}`;
  };
  const newOne = async (environment: TestEnvironment) =>
    `${await environment.siteDashboard()}/update/view/new`;
  const list = async (environment: TestEnvironment) => {
    await fillViews(environment);
    return `${await environment.siteDashboard()}/?view=views`;
  };
  return [
    { name: 'views', path: list },
    { name: 'views-empty', path: '/?view=views', as: 'beginner' },
    {
      name: 'views-no-match',
      path: list,
      after: async (page) => {
        await page.getByLabel('Search views').fill('Nobody');
        await page.getByText('No view matches.').waitFor();
      },
    },
    { name: 'views-long', path: longViews, as: 'longest-content' },
    { name: 'view-studio', path: studio },
    {
      name: 'view-studio-changed',
      path: studio,
      after: async (page) => {
        await page.getByLabel('Headline').fill('Tools that a harbor can trust');
        await page.getByText('Unpublished changes').waitFor();
      },
    },
    {
      name: 'view-studio-preview',
      path: studio,
      after: async (page) => {
        const tab = page.getByRole('radio', { name: 'Preview' });
        if (await tab.isVisible()) await tab.check();
        await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
      },
    },
    {
      name: 'view-studio-rejected',
      path: newOne,
      after: async (page) => {
        const publish = page.getByRole('button', { name: 'Publish view' });
        await publish.filter({ visible: true }).click();
        await page.getByText('Enter the name.', { exact: true }).first().waitFor();
      },
    },
    {
      name: 'view-studio-revoke',
      path: studio,
      after: async (page) => {
        await page.getByRole('button', { name: 'Revoke link' }).click();
        await page.getByRole('alertdialog').waitFor();
      },
    },
    { name: 'view-studio-new', path: newOne },
    { name: 'view-studio-empty', path: newOne, as: 'beginner' },
    {
      name: 'view-studio-long',
      path: async (environment) => {
        const [id] = await longViews(environment).then(() => viewIds(environment));
        return `${await environment.siteDashboard()}/update/view/${id}`;
      },
      as: 'longest-content',
    },
  ];
}

/** Views in every state. The first one has drafts and a note. */
export async function fillViews(environment: TestEnvironment): Promise<readonly string[]> {
  const { database } = environment;
  const owner = ownerClient(environment);
  await database.query(
    `update project set state = 'draft', published_at = null where starts_with(title, 'Night Bus')`,
  );
  const { body: choices } = await owner.call(calls.view.choices);
  const sections = SITE_SECTION_NAMES.map((name) => {
    const { entries = [] } = choices.sections.find((section) => section.name === name) ?? {};
    const count = name === 'work' || name === 'path' ? 3 : name === 'writing' ? 1 : 0;
    const included = entries.slice(0, count).map(({ _id }) => _id);
    return { name, shown: true, included, excluded: [] };
  });
  const names = [
    'Newsletter interview',
    'Harbor council of Porthgarrow: tender for the public tide display on the quay',
    'A short contract for Charles Wheatstone',
    'Talks and lectures',
    'Design engineer, data tools',
    'Design lead at Northsea Ports',
  ];
  const ids: string[] = [];
  for (const [index, name] of names.entries()) {
    const headline = index > 3 ? 'Tools that a harbor can trust at four in the morning' : '';
    const note =
      'Dear Margaret, you asked for the work closest to tide and berth planning. Tidewatch is the obvious one.\n\nThe resume is two pages, for your technical director.\n\nAda';
    const { body } = await owner.call(calls.view.add, { json: { name, headline, note, sections } });
    ids.push(body.view._id);
    if (index !== 2) await publish(environment, body.view._id);
  }
  const [revoked = '', expired = '', , endless = '', ending = '', first = ''] = ids;
  await owner.call(calls.view.revoke, { params: { id: revoked } });
  await database.query(`update view set expires_at = now() - interval '18 days' where id = $1`, [
    expired,
  ]);
  await database.query('update view set expires_at = null where id = $1', [endless]);
  await database.query(`update view set expires_at = now() + interval '9 days' where id = $1`, [
    ending,
  ]);
  for (const [id, days, about] of [
    [first, 1, 4],
    [ending, 4, 1],
    [expired, 20, 6],
  ] as const)
    await database.query(
      `insert into visit_count (period, kind, starts_on, name, count)
       select 'day'::visit_period, 'view'::visit_kind, current_date - $2::int, $1::text, $3::int
       union all select 'month', 'view', date_trunc('month', current_date - $2::int)::date, $1, $3`,
      [id, days, about],
    );
  return ids.toReversed();
}

/** A view whose texts are as long as they can be, with all content. */
async function longViews(environment: TestEnvironment): Promise<string> {
  const owner = ownerClient(environment);
  const { body: choices } = await owner.call(calls.view.choices);
  const sections = SITE_SECTION_NAMES.map((name) => {
    const { entries = [] } = choices.sections.find((section) => section.name === name) ?? {};
    return { name, shown: true, included: entries.map(({ _id }) => _id), excluded: [] };
  });
  const [name, headline, note] = [100, 120, 600].map((length) => 'W'.repeat(length));
  const { body } = await owner.call(calls.view.add, {
    json: { name: name ?? '', headline: headline ?? '', note: note ?? '', sections },
  });
  await publish(environment, body.view._id);
  return `${await environment.siteDashboard()}/?view=views`;
}

async function viewIds({ database }: TestEnvironment): Promise<readonly string[]> {
  const { rows } = await database.query('select id from view order by seq desc');
  return rows.map(({ id }) => id);
}

/** Only a service with a site creates links. */
async function publish(environment: TestEnvironment, id: string): Promise<void> {
  const { name, value } = environment.session;
  const url = `${await environment.siteDashboard()}/api/v1/view/publish/${id}`;
  const response = await fetch(url, { method: 'PUT', headers: { cookie: `${name}=${value}` } });
  if (!response.ok) throw new Error(await response.text());
}
