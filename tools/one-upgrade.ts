/** Part of ops/try-one.sh: an image with two versions of PostgreSQL, on data of the older one. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import {
  addEntry,
  createOwner,
  listEntries,
  listFolders,
  query,
  readLog,
  runToEnd,
  startNew,
  stop,
} from './one-container.ts';
import { passed, report } from './one-report.ts';

const ENTRIES = 200;
const [BEFORE = '', AFTER = ''] = (process.env['VERSIONS'] ?? '').split(' ');

/** The check finds no row of the other table while a dump is loaded. */
const CANNOT_BE_COPIED = `
  create table z_later as select 1;
  create function has_later() returns boolean language sql as 'select exists (select from public.z_later)';
  create table a_first (id integer check (has_later()));
  insert into a_first values (1);`;

export async function tryUpgrade(): Promise<void> {
  const volume = 'upgrade';
  await startNew({ image: 'one-before', volume });
  const client = await createOwner();
  for (let n = 0; n < ENTRIES; n += 1) await addEntry(client, `entry ${n}`);
  await query(
    `insert into passkey (credential_id, public_key, counter, name, host, is_synced)
     values ('abc', 'key', 3, 'MacBook Air', 'localhost', false)`,
  );
  await client.call(calls.user.forgotPassword, { json: { email: 'ada@example.com' } });
  // A job adds the row. Otherwise it may run after the upgrade, and the numbers differ.
  while ((await query('select count(*) from password_reset')) !== '1') await sleep(100);
  const [entries, rows] = [await listEntries(client), await countRows()];
  await stop();

  const ms = await startNew({ image: 'one-upgrade', volume });
  assert.match(await readLog(), new RegExp(`PostgreSQL ${BEFORE} was upgraded to ${AFTER}`));
  await expectData(client, AFTER, entries);
  assert.equal(await countRows(), rows);
  report({ id: 'one-upgrade', name: 'Start with an upgrade, until ready', unit: 'ms' }, [ms]);
  const count = rows.split('\n').length;
  passed(
    `Upgrade of PostgreSQL ${BEFORE} to ${AFTER}`,
    `all ${entries.size} entries, the same number of rows in ${count} tables, the session still valid`,
  );

  assert.ok(await addEntry(client, 'after the upgrade'));
  await stop();
  const POSTGRES_ROLLBACK = BEFORE;
  await startNew({ image: 'one-upgrade', volume, env: { POSTGRES_ROLLBACK } });
  await expectData(client, BEFORE, entries);
  await stop();
  await startNew({ image: 'one-upgrade', volume });
  await expectData(client, AFTER, entries);
  await stop();
  const { code, output } = await runToEnd({ image: 'one-before', volume });
  assert.equal(code, 1);
  assert.match(output, new RegExp(`set POSTGRES_ROLLBACK=${BEFORE}`));
  await startNew({ image: 'one-before', volume, env: { POSTGRES_ROLLBACK } });
  await expectData(client, BEFORE, entries);
  await stop();
  passed(
    `Back to PostgreSQL ${BEFORE}, with the newer and the older image`,
    'the same entries and session; the older image refuses without the setting',
  );
}

/** Also proves that the session is valid. */
async function expectData(client: Client, version: string, entries: Set<string>): Promise<void> {
  assert.equal((await query('show server_version')).split('.')[0], version);
  assert.deepEqual(await listEntries(client), entries);
}

/** One line for each table of Vitrine. */
function countRows(): Promise<string> {
  return query(
    `select relname, (xpath('/row/count/text()', query_to_xml('select count(*) from ' || relname, true, true, '')))[1]
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
}

export async function tryFailedUpgrade(): Promise<void> {
  const volume = 'broken';
  await startNew({ image: 'one-before', volume });
  const client = await createOwner();
  await addEntry(client, 'first');
  await query(CANNOT_BE_COPIED);
  await stop();
  await startNew({ image: 'one-upgrade', volume });
  assert.match(await readLog(), new RegExp(`PostgreSQL ${BEFORE} stays in use`));
  assert.ok(!(await listFolders()).includes(`/data/postgres/${AFTER}.new`));
  await expectData(client, BEFORE, new Set(['first']));
  await query('drop table a_first');
  await stop();
  await startNew({ image: 'one-upgrade', volume });
  await expectData(client, AFTER, new Set(['first']));
  await stop();
  passed(
    'An upgrade that fails',
    `PostgreSQL ${BEFORE} stays in use, the log says so, and the next start tries again`,
  );
}
