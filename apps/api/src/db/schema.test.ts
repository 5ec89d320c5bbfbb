import { COLLECTIONS } from '@vitrine/contract/collections';
import { createDatabase } from '@vitrine/testing/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type Db } from './client.ts';
import { migrate } from './migrate.ts';

let database: { url: string; drop(): Promise<void> };
let db: Db;

beforeAll(async () => {
  database = await createDatabase();
  db = connect({ url: database.url, onConnectionError: () => {} });
  await sql`insert into media (name, metadata, files)
    values (${NAME}, ${JSON.stringify(IMAGE)}, array[${NAME}])`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const NAME = `${'a'.repeat(64)}.png`;
const COPY = `${'b'.repeat(64)}.webp`;
const IMAGE = {
  width: 640,
  height: 320,
  variants: [{ name: COPY, width: 320, height: 160 }],
  placeholder: 'UklGRg==',
};
const hash = (parameters: string) =>
  `$argon2id$v=19$${parameters}$${'A'.repeat(22)}$${'A'.repeat(43)}`;
const OWNER = `'Ada', 'ada@example.com', '${hash('m=19456,t=2,p=1')}'`;
const rehash = (parameters: string) => `update owner set password_hash = '${hash(parameters)}'`;
const describeMedia = (metadata: unknown) =>
  `update media set metadata = '${JSON.stringify(metadata)}'`;
const project = (change: Record<string, string>) => {
  const values = {
    title: `'a'`,
    description: `'b'`,
    technologies: `'c'`,
    stack: `'Mern'`,
    deployed: `'No'`,
    project_link: `''`,
    banner: `'${NAME}'`,
    version: '1',
    position: `'z'`,
    slug: change['position'] ?? `'z'`,
    ...change,
  };
  return `insert into project (${Object.keys(values)}) values (${Object.values(values)})`;
};

describe('the database accepts', () => {
  test.each([
    project({ position: `'a0'`, publish_at: `'9999-12-31 23:59:59Z'` }),
    project({ position: `'a1'`, project_link: `'https://example.com/a?b=c#d'` }),
    project({
      position: `'a2'`,
      ...{ description: `''`, technologies: `''`, stack: 'null', deployed: 'null', banner: 'null' },
    }),
    `insert into timeline (title, description, from_year, to_year) values ('a', 'b', 2020, 2020)`,
    `insert into skill (title, proficiency, svg, position) values ('a', 0, '${NAME}', 'a0'), ('b', 100, '${NAME}', 'a1')`,
    `insert into owner (full_name, email, password_hash) values (${OWNER})`,
    rehash('m=65536,t=9,p=4'),
    describeMedia({ preview: { name: NAME, ...IMAGE } }),
    describeMedia(IMAGE),
  ])('%s', async (statement) => {
    await expect(sql.raw(statement).execute(db)).resolves.toBeDefined();
  });
});

describe('the database rejects', () => {
  test.each([
    ['a second owner', `insert into owner (full_name, email, password_hash) values (${OWNER})`],
    ['a password that is not hashed', `update owner set password_hash = 'secret'`],
    ['a hash that takes 3 GB', rehash('m=3145728,t=2,p=1')],
    ['a hash that takes 65 MB', rehash('m=65537,t=2,p=1')],
    ['a hash that takes hundreds of passes', rehash('m=19456,t=200,p=1')],
    ['a hash that is too cheap', rehash('m=1024,t=1,p=1')],
    ['an image with a URL', describeMedia({ ...IMAGE, url: 'https://elsewhere.example/a.png' })],
    [
      'a URL as the name of an image variant',
      describeMedia({ ...IMAGE, variants: [{ name: 'javascript:alert(1)', width: 1, height: 1 }] }),
    ],
    ['a URL as a placeholder', describeMedia({ ...IMAGE, placeholder: 'https://a.example/' })],
    ['a URL as a width', describeMedia({ ...IMAGE, width: 'javascript:alert(1)' })],
    ['an image without a size', describeMedia({ ...IMAGE, height: undefined })],
    ['a URL as a preview', describeMedia({ preview: { name: '//a.example/b.png', ...IMAGE } })],
    ['a preview without a size', describeMedia({ preview: { name: NAME } })],
    ['an array as metadata', describeMedia([])],
    ['a file with a path', `update media set files = array[name, '../../etc/passwd']`],
    ['an owner with a longer name', `update owner set full_name = repeat('a', 101)`],
    ['an invalid email address', `update owner set email = 'ada'`],
    [
      'an icon that is not stored',
      `insert into skill (title, proficiency, svg, position) values ('a', 1, 'x.svg', 'a2')`,
    ],
    [
      'an end year before the start year',
      `insert into timeline (title, description, from_year, to_year) values ('a', 'b', 2020, 2019)`,
    ],
    ['an empty stack, which is null', project({ stack: `''` })],
    ['a stack of 61 characters', project({ stack: `repeat('x', 61)` })],
    ['an unknown deployed value', project({ deployed: `'Maybe'` })],
    ['an empty title', project({ title: `''` })],
    ['a title of 121 characters', project({ title: `repeat('x', 121)` })],
    ['a javascript: link', project({ project_link: `'javascript:alert(1)'` })],
    ['a link with a line break', project({ project_link: `E'https://a.example\\n'` })],
    ['a file: link', project({ project_link: `'file:///etc/passwd'` })],
    ['version 0', project({ version: '0' })],
    ['a version without a next one', project({ version: '2147483647' })],
    ['an ID that no call accepts', project({ id: `'aaaaaaaa-aaaa-0aaa-0aaa-aaaaaaaaaaaa'` })],
    ['a time that never comes', project({ publish_at: `'infinity'` })],
    ['a time before all others', project({ published_at: `'-infinity'` })],
    ['a time after the year 9999', `update owner set updated_at = '10000-01-01'`],
    ['a position that is taken', project({ position: `'a0'` })],
    ['a position of 61 characters', project({ position: `repeat('a', 61)` })],
    ['a position with other characters', project({ position: `'a-0'` })],
    ['no position', project({ position: 'null' })],
    ['a month as text', project({ started_on: `'March 2024'` })],
    [
      'an end month before the start month',
      `insert into timeline (title, description, from_year, from_month, to_year, to_month) values ('a', 'b', 2020, 5, 2020, 4)`,
    ],
    [
      'an end month without a year',
      `insert into timeline (title, description, from_year, to_month) values ('a', 'b', 2020, 4)`,
    ],
    [
      'trash of an unknown noun',
      `insert into trash (id, noun, item) values (gen_random_uuid(), 'owner', '{}')`,
    ],
    [
      'a revision without content',
      `insert into revision (noun, item_id, operation, actor_type, actor_name) values ('skill', gen_random_uuid(), 'update', 'session', '')`,
    ],
    ['deleting a used banner', `delete from media`],
    [
      'an empty message',
      `insert into message (sender_name, subject, email, message) values ('a', 'b', 'c@d.e', '')`,
    ],
    [
      'a message with an invalid email address',
      `insert into message (sender_name, subject, email, message) values ('a', 'b', 'c', 'd')`,
    ],
    [
      'a login challenge of a session',
      `insert into passkey_challenge values (sha256('a'), 'login', gen_random_uuid(), now())`,
    ],
    [
      'a passkey challenge without a session',
      `insert into passkey_challenge values (sha256('a'), 'confirm', null, now())`,
    ],
    [
      'a passkey without a host name',
      `insert into passkey (credential_id, public_key, counter, name, host, is_synced) values ('a', 'a', 0, 'a', '', false)`,
    ],
    [
      'a session whose token is not hashed',
      `insert into session (token_hash, owner_id, expires_at, user_agent) select 'abc', id, now(), '' from owner`,
    ],
  ])('%s', async (_, statement) => {
    await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({
      code: expect.stringMatching(/^2[23]/),
    });
  });
});

test.each([
  ...Object.values(COLLECTIONS)
    .filter(({ isOrdered }) => isOrdered)
    .map(({ table }) => [table, 'order by position']),
  [
    'timeline',
    'order by to_year desc nulls first, coalesce(to_month, 12::smallint) desc, from_year desc, coalesce(from_month, 1::smallint) desc, seq desc',
  ],
  ['message', `where folder = 'inbox' and seq < 100000 order by seq desc limit 51`],
])('sorts %s with an index', async (table = '', order = '') => {
  const plan = await db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await sql<
      Record<string, string>
    >`explain select * from ${sql.table(table)} ${sql.raw(order)}`.execute(trx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toMatch(/Index Scan/);
  expect(plan).not.toMatch(/Sort/);
});

describe('migrations', () => {
  test('that start concurrently run once', async () => {
    const empty = await createDatabase({ empty: true });
    const clients = Array.from({ length: 4 }, () =>
      connect({ url: empty.url, onConnectionError: () => {} }),
    );
    const applied = await Promise.all(clients.map(migrate));
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    await Promise.all(clients.map((client) => client.destroy()));
    await empty.drop();
  });

  test('that changed after they were applied are rejected', async () => {
    const copy = await createDatabase();
    const client = connect({ url: copy.url, onConnectionError: () => {} });
    await sql`update schema_migration set checksum = 'other' where name like '0001%'`.execute(
      client,
    );
    await expect(migrate(client)).rejects.toThrow(
      /0001-schema.sql was changed after it was applied/,
    );
    await client.destroy();
    await copy.drop();
  });
});
