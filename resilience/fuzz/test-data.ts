import { createHash, randomUUID } from 'node:crypto';
import { calls } from '@vitrine/contract/calls';
import { COLLECTIONS, type CollectionName, namesOf, recordOf } from '@vitrine/contract/collections';
import type { Client as ApiClient } from '@vitrine/testing/api-client';
import { ORCID_ID } from '@vitrine/testing/citations-stand-in';
import { addSample } from '@vitrine/testing/collection-samples';
import type { Client } from 'pg';
import { type Host, OWNER } from '../support/host.ts';
import { linkNames } from '../support/write-calls.ts';
import type { RequestContext } from './arbitraries/requests.ts';

/** Fixed ids, so that requests can still use them after items were deleted and created again. */
const COLLECTION_IDS = recordOf(namesOf(COLLECTIONS), (name) =>
  idsOf(`a${namesOf(COLLECTIONS).indexOf(name)}`),
);
const IDS = { message: idsOf('e'), session: idsOf('f'), view: idsOf('d'), copy: idsOf('c') };

function idsOf(start: string): string[] {
  return ['1', '2', '3'].map(
    (digit) => `${start.padEnd(8, '0')}-0000-4000-8000-00000000000${digit}`,
  );
}

const RESET_TOKEN = 'a-known-reset-token';
/** Of the link to an author's page. */
const AUTHOR_TOKEN = 'a'.repeat(43);
/** Of the link to the first view. */
const VIEW_TOKEN = 'a'.repeat(22);

/** What calls need that are not for every item. The first testimonial has no answer yet. */
const STATES: Partial<Record<CollectionName, string>> = {
  testimonial: `
    update testimonial set expires_at = now() + interval '1 day',
      link_hashes = array['${createHash('sha256').update(AUTHOR_TOKEN).digest('hex')}']
    where id = '${COLLECTION_IDS.testimonial[0]}';
    update testimonial set state = 'received', quote = 'a', name = 'b', answered_at = now()
    where id <> '${COLLECTION_IDS.testimonial[0]}'`,
  timeline: `update timeline set kind = 'publication'`,
};

export interface TestData extends RequestContext {
  /** Restores the items, the account and the rate limits. */
  reset(): Promise<void>;
  /** Restores the password and the session of the cookie. */
  restoreAccess(): Promise<void>;
}

export async function createTestData(host: Host, siteUrl?: string): Promise<TestData> {
  const { database } = host;
  const owner = await host.owner();
  const collections = await addCollections(owner, database);
  const { skills } = (await owner.call(calls.skill.list)).body;
  const mediaUrl = new URL(skills[0]?.svg.url ?? '');
  const form = await owner.call(calls.public.form);
  const restoreAccess = await createAccessReset(database, owner.cookie);
  return {
    cookie: owner.cookie,
    publicUrl: mediaUrl.origin,
    siteUrl,
    known: {
      ...Object.fromEntries(
        namesOf(COLLECTIONS).map((name) => [`${COLLECTIONS[name].one}.id`, COLLECTION_IDS[name]]),
      ),
      ...Object.fromEntries(Object.entries(IDS).map(([name, ids]) => [`${name}.id`, ids])),
      ids: IDS.message,
      email: [OWNER.email, 'm@example.com', 'a@b'],
      password: [OWNER.password, 'another password'],
      currentPassword: [OWNER.password],
      newPassword: [OWNER.password, 'another password'],
      token: [RESET_TOKEN, form.body.token],
      search: ['a', 'b c', 'd*', 'c@example.com'],
      before: ['1', '999999999999999999'],
      'import.id': COLLECTION_IDS.timeline,
      name: ['a.bib', 'a.ris', 'a.md', 'a.json', 'a'],
      dois: ['10.5555/jei.2026.0312'],
      id: [ORCID_ID],
      authorPage: [`/kind-words/${AUTHOR_TOKEN}`],
      viewPage: [`/v/${VIEW_TOKEN}`, `/v/${VIEW_TOKEN}/resume.json`],
      media: [mediaUrl.pathname],
      ...Object.fromEntries(LINKS.map((name) => [name, ['https://example.com/a', '']])),
    },
    restoreAccess,
    async reset() {
      await host.resetRateLimits();
      await database.query('update owner set email = $1', [OWNER.email]);
      await database.query('delete from trash; delete from revision');
      for (const rows of collections) await recreateRows(database, rows);
      await recreateItems(database);
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

interface Rows {
  readonly table: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Adds items of each collection and gives them the fixed ids. Returns their rows. */
async function addCollections(owner: ApiClient, database: Client): Promise<Rows[]> {
  const collections: Rows[] = [];
  for (const name of namesOf(COLLECTIONS)) {
    const { table } = COLLECTIONS[name];
    const ids = COLLECTION_IDS[name];
    // With the id as its title, a project has an address that no other one gets.
    for (const id of ids)
      await database.query(`update ${table} set id = $1 where id = $2`, [
        id,
        await addSample(owner, name, id),
      ]);
    await database.query(STATES[name] ?? '');
    const { rows } = await database.query(
      `select to_jsonb(item) as row from ${table} as item where id = any ($1::uuid[])`,
      [ids],
    );
    collections.push({ table, rows: rows.map(({ row }) => row) });
  }
  return collections;
}

/** Deletes all items, and adds those with the fixed ids again. */
async function recreateRows(database: Client, { table, rows }: Rows): Promise<void> {
  await database.query(`delete from ${table}`);
  const { rows: columns } = await database.query(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  );
  const [{ names }] = columns;
  // No item has this position yet. It is not a valid key, so that moves have to rebalance the list.
  const position = () => ({ position: randomUUID().replaceAll('-', '') });
  await database.query(
    `insert into ${table} (${names}) select ${names}
     from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows.map((row) => ({ ...row, ...position() })))],
  );
}

/** The same for messages, sessions, views and copies. */
async function recreateItems(database: Client): Promise<void> {
  const items: [ids: string[], table: string, columns: string, values: string][] = [
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
    [
      IDS.view,
      'view',
      'name, sections, resume, published_at, link_hash, link',
      `'a', '[]', '{}', now(), case id when '${IDS.view[0]}' then sha256('${VIEW_TOKEN}') end,
       case id when '${IDS.view[0]}' then sha256('${VIEW_TOKEN}') end`,
    ],
    [
      IDS.copy,
      'copy_destination',
      'kind, url, contact, folder, secrets',
      `'folder', 'https://copy.example', 'none', id::text, sha256(id::text::bytea)`,
    ],
  ];
  await database.query('delete from view; delete from ended_view_link');
  for (const [ids, table, columns, values] of items) {
    await database.query(`delete from ${table} where id <> all ($1::uuid[])`, [ids]);
    await database.query(
      `insert into ${table} (id, ${columns})
       select id, ${values} from unnest($1::uuid[]) as ids (id) on conflict (id) do nothing`,
      [ids],
    );
  }
}

const LINKS = Object.values(calls)
  .flatMap((group) => Object.values(group))
  .flatMap(linkNames);

/** Tokens are stored as their SHA-256. */
function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
