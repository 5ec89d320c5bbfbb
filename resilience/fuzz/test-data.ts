import { createHash } from 'node:crypto';
import { calls } from '@vitrine/contract/calls';
import { uploads } from '@vitrine/testing/uploads';
import type { Client } from 'pg';
import { type Host, OWNER } from '../support/host.ts';
import type { RequestContext } from './arbitraries/requests.ts';

/** Fixed ids, so that requests can still use them after items were deleted and created again. */
const IDS = {
  project: idsOf('a'),
  skill: idsOf('b'),
  softwareApplication: idsOf('c'),
  timeline: idsOf('d'),
  message: idsOf('e'),
  session: idsOf('f'),
};

function idsOf(character: string): string[] {
  return ['1', '2', '3'].map(
    (digit) => `${character.repeat(8)}-0000-4000-8000-00000000000${digit}`,
  );
}

const RESET_TOKEN = 'a-known-reset-token';

export interface TestData extends RequestContext {
  /** Restores the items, the account and the rate limits. */
  reset(): Promise<void>;
  /** Restores the password and the session of the cookie. */
  restoreAccess(): Promise<void>;
}

export async function createTestData(host: Host): Promise<TestData> {
  const { database } = host;
  const owner = await host.owner();
  const skill = await owner.call(calls.skill.add, {
    form: { title: 'a', proficiency: '1', svg: uploads.svg() },
  });
  const mediaUrl = new URL(skill.body.skill.svg.url);
  const form = await owner.call(calls.public.form);
  const restoreAccess = await createAccessReset(database, owner.cookie);
  return {
    cookie: owner.cookie,
    publicUrl: mediaUrl.origin,
    known: {
      ...Object.fromEntries(Object.entries(IDS).map(([noun, ids]) => [`${noun}.id`, ids])),
      ids: IDS.message,
      email: [OWNER.email, 'm@example.com', 'a@b'],
      password: [OWNER.password, 'another password'],
      currentPassword: [OWNER.password],
      newPassword: [OWNER.password, 'another password'],
      token: [RESET_TOKEN, form.body.token],
      search: ['a', 'b c', 'd*', 'c@example.com'],
      before: ['1', '999999999999999999'],
      media: [mediaUrl.pathname],
      ...Object.fromEntries(LINKS.map((name) => [name, ['https://example.com/a', '']])),
    },
    restoreAccess,
    async reset() {
      await host.resetRateLimits();
      await database.query('update owner set email = $1', [OWNER.email]);
      await recreateItems(database, mediaUrl.pathname.replace('/media/', ''));
      await restoreAccess();
    },
  };
}

async function createAccessReset(database: Client, cookie: string): Promise<() => Promise<void>> {
  const { rows } = await database.query('select password_hash from owner');
  const passwordHash: unknown = rows[0]?.password_hash;
  const tokenHash = hash(cookie.replace(/^[^=]*=/, ''));

  async function update(): Promise<void> {
    await database.query('update owner set password_hash = $1 where password_hash <> $1', [
      passwordHash,
    ]);
    await database.query(
      `insert into session (token_hash, owner_id, expires_at, user_agent)
       select $1, id, now() + interval '1 day', '' from owner on conflict do nothing`,
      [tokenHash],
    );
    await database.query(
      `insert into password_reset (token_hash, owner_id, expires_at)
       select $1, id, now() + interval '1 hour' from owner on conflict do nothing`,
      [hash(RESET_TOKEN)],
    );
  }
  // Several requests may need it at once, and the connection runs one statement at a time.
  let updated = Promise.resolve();
  return () => {
    updated = updated.then(update);
    return updated;
  };
}

/** No item has it yet. It is not a valid key, so that moves have to rebalance the list. */
const POSITION = `replace(gen_random_uuid()::text, '-', '')`;

/** Deletes all items but those with the fixed ids, and adds the missing ones again. */
async function recreateItems(database: Client, picture: string): Promise<void> {
  const items: [ids: string[], table: string, columns: string, values: string][] = [
    [
      IDS.project,
      'project',
      'title, slug, description, technologies, stack, deployed, banner, position',
      `'a', 'project-' || id, 'b', 'c', 'Mern', 'No', '${picture}', ${POSITION}`,
    ],
    [IDS.skill, 'skill', 'title, proficiency, svg, position', `'a', 1, '${picture}', ${POSITION}`],
    [
      IDS.softwareApplication,
      'software_application',
      'name, svg, position',
      `'a', '${picture}', ${POSITION}`,
    ],
    [IDS.timeline, 'timeline', 'title, description, from_year', `'a', 'b', 2000`],
    [
      IDS.message,
      'message',
      'sender_name, subject, email, message',
      `'a', 'b', 'c@example.com', 'd'`,
    ],
    [
      IDS.session,
      'session',
      'token_hash, owner_id, expires_at, user_agent',
      `sha256(id::text::bytea), (select id from owner), now() + interval '1 day', ''`,
    ],
  ];
  await database.query('delete from trash; delete from revision');
  for (const [ids, table, columns, values] of items) {
    await database.query(`delete from ${table} where id <> all ($1::uuid[])`, [ids]);
    await database.query(
      `insert into ${table} (id, ${columns})
       select id, ${values} from unnest($1::uuid[]) as ids (id) on conflict (id) do nothing`,
      [ids],
    );
  }
}

const LINKS = [
  ...['portfolioURL', 'linkedInURL', 'githubURL', 'instagramURL', 'twitterURL', 'facebookURL'],
  ...['gitRepoLink', 'projectLink'],
];

/** Tokens are stored as their SHA-256. */
function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
