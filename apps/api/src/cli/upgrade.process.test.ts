import { cp, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createDatabase } from '@vitrine/testing/database';
import { run } from '@vitrine/testing/process';
import { runSql } from '@vitrine/testing/query';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
const HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
const PICTURE = `${'0'.repeat(64)}.png`;

/** What the older release lacks: a table, a column that refers to files, and the name of a column. */
const WITHOUT = `
drop table resume;
alter table revision drop column media;
alter table message rename column spam_reasons to reasons;`;
const NEXT = `
create table resume (singleton boolean primary key default true, settings jsonb not null);
alter table revision add column media text[] not null default '{}';
alter table message rename column reasons to spam_reasons;`;

let folder: string;
/** The migrations of the older release. */
let released: readonly string[];
/** Databases of the older release: one with content, and one to restore into. */
let older: string;
let other: string;

/** A copy of this tree, with a migration that gives an older schema, and then one that gives the current schema. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  for (const name of ['package.json', 'src', 'migrations'])
    await cp(join(ROOT, 'apps/api', name), join(folder, 'apps/api', name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await symlink(join(ROOT, 'apps/api/node_modules'), join(folder, 'apps/api/node_modules'));
  const migrations = join(folder, 'apps/api/migrations');
  await writeFile(join(migrations, '9998-older.sql'), WITHOUT);
  released = (await readdir(migrations)).toSorted();
  [older, other] = [await createMigrated(), await createMigrated()];
  await runSql(
    older,
    `insert into owner (full_name, email, password_hash) values ('Ada', 'a@b.example', '${HASH}');
     insert into message (sender_name, subject, email, message, reasons)
       values ('A', 'B', 'c@d.example', 'E', '{"It contains 6 links."}');
     insert into revision (noun, item_id, operation, after, actor_type, actor_name)
       values ('project', gen_random_uuid(), 'create', '{"banner": "${PICTURE}"}', 'service', '')`,
  );
  await runSql(
    other,
    `insert into passkey (credential_id, public_key, counter, name, host, is_synced)
       values ('abc', 'key', 3, 'MacBook Air', 'vitrine.test', false);
     create table unrelated (id integer)`,
  );
  await writeFile(join(migrations, '9999-next.sql'), NEXT);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const archive = () => join(folder, 'backup.tar');

function runNext(program: string, args: string[], url: string) {
  const settings = { DATABASE_URL: url, MEDIA_DIR: join(folder, 'media') };
  return run(pathToFileURL(join(folder, 'apps/api/src', program)), args, settings);
}

/** Creates a database and applies the migrations that are in the folder now. */
async function createMigrated(): Promise<string> {
  const { url } = await createDatabase({ empty: true });
  expect(await runNext('cli/migrate.ts', [], url)).toEqual({
    code: 0,
    output: `Applied ${released.join(', ')}.\n`,
  });
  return url;
}

const migrated = () => ({
  migrations: [...released, '9999-next.sql'],
  name: 'Ada',
  reasons: ['It contains 6 links.'],
});

function describeDatabase(url: string) {
  return runSql(
    url,
    `select (select array_agg(name order by name) from schema_migration) as migrations,
       (select full_name from owner) as name, (select spam_reasons from message) as reasons,
       (select media from revision) as media, (select count(*)::integer from resume) as resumes`,
  );
}

test('a new version backs up a database that it has not migrated yet', async () => {
  const { code, output } = await runNext('vitrine.ts', ['backup', archive()], older);
  expect([code, output]).toEqual([0, expect.stringContaining('backup.tar: ')]);
});

test('a backup of an older version is migrated when it is restored', async () => {
  const { url } = await createDatabase({ empty: true });
  const { code, output } = await runNext('vitrine.ts', ['restore', archive()], url);
  expect([code, output]).toEqual([0, expect.stringContaining('Restored 3 rows and 0 files.')]);
  expect(await describeDatabase(url)).toEqual([{ ...migrated(), media: [PICTURE], resumes: 0 }]);
});

test('a restore into a database that is behind keeps passkeys and unrelated tables', async () => {
  const { code } = await runNext('vitrine.ts', ['restore', archive(), '--replace'], other);
  expect(code).toBe(0);
  expect(await describeDatabase(other)).toMatchObject([migrated()]);
  const rows = await runSql(other, 'select name, (select count(*) from unrelated) from passkey');
  expect(rows).toEqual([{ name: 'MacBook Air', count: '0' }]);
});

test('a new version applies the migrations that a database lacks', async () => {
  expect(await runNext('cli/migrate.ts', [], older)).toEqual({
    code: 0,
    output: 'Applied 9999-next.sql.\n',
  });
  expect(await describeDatabase(older)).toMatchObject([migrated()]);
});
