import { createDatabase, waitForLockContention } from '@vitrine/testing/database';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Db } from './client.ts';

let database: { url: string; drop(): Promise<void> };
let db: Db;

beforeAll(async () => {
  database = await createDatabase();
  db = connect({ url: database.url, onConnectionError: () => {} });
  await sql`insert into timeline (title, description, from_year)
    values ('first', 'x', 2000), ('second', 'x', 2000)`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const rename = (title: string) =>
  sql`update timeline set description = description || 'y' where title = ${title}`;

/** How often each row was written. */
async function writes() {
  const { rows } = await sql<{ length: number }>`
    select char_length(description) - 1 as length from timeline order by seq`.execute(db);
  await sql`update timeline set description = 'x'`.execute(db);
  return rows.map(({ length }) => length);
}

test('retries deadlocked transactions, and applies each once', async () => {
  let waiting = 0;
  let release = () => {};
  const bothHoldOne = new Promise<void>((resolve) => {
    release = resolve;
  });
  const write = (one: string, other: string) =>
    db.transaction().execute(async (trx) => {
      await rename(one).execute(trx);
      waiting += 1;
      if (waiting === 2) release();
      await bothHoldOne;
      await rename(other).execute(trx);
    });
  await Promise.all([write('first', 'second'), write('second', 'first')]);
  expect(waiting).toBe(3);
  expect(await writes()).toEqual([2, 2]);
});

test('retries a transaction with an isolation level and an access mode', async () => {
  let attempts = 0;
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read write')
    .execute(async (trx) => {
      attempts += 1;
      await sql`select from timeline`.execute(trx);
      // Another connection changes the row after the snapshot was taken.
      if (attempts === 1) await rename('first').execute(db);
      await rename('first').execute(trx);
    });
  expect(attempts).toBe(2);
  expect(await writes()).toEqual([2, 0]);
});

test('retries a statement that deadlocks with a transaction', async () => {
  const other = new pg.Client(database.url);
  await other.connect();
  await other.query(`begin; select from timeline where title = 'second' for update`);
  const alone = sql`update timeline set description = description || 'y'`.execute(db);
  // It holds the first row and waits for the second. PostgreSQL cancels the statement that waited first.
  await waitForLockContention(other);
  await other.query(`update timeline set description = description where title = 'first'`);
  await other.query('commit');
  await alone;
  expect(await writes()).toEqual([1, 1]);
  await other.end();
});
