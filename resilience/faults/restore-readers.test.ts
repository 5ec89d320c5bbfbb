import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import { COLLECTIONS, namesOf } from '@vitrine/contract/collections';
import type { Client } from '@vitrine/testing/api-client';
import { callsOf } from '@vitrine/testing/collection-samples';
import { waitForLockContention } from '@vitrine/testing/database';
import { timed } from '@vitrine/testing/statistics';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uploadBackup } from '../support/backup-file.ts';
import { type Host, startHost } from '../support/host.ts';
import { isLong, size } from '../support/size.ts';
import { createItems } from '../support/write-calls.ts';

const MESSAGES = size({ short: 2_000, long: 150_000 });
const RESTORES = size({ short: 4, long: 200 });
const READERS = 8;
const READS = [
  calls.user.me,
  ...namesOf(COLLECTIONS).map((name) => callsOf(name).list),
  calls.message.list,
] as const;

let host: Host;
let owner: Client;

beforeAll(async () => {
  host = await startHost();
  owner = await host.owner();
  await createItems(owner);
});
afterAll(() => host.stop());

async function download(): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await owner.fetch('/api/v1/backup/download')).arrayBuffer());
}

/** Reads from many tables until it is stopped. */
function startReaders(readers: number) {
  const { origin } = host.service;
  const reads: { status: number; ms: number; at: number }[] = [];
  let isOn = true;
  const reading = Array.from({ length: readers }, async (_, reader) => {
    for (let count = reader; isOn; count += 1) {
      const call = READS[count % READS.length] ?? calls.user.me;
      const at = performance.now();
      const client = Object.assign(owner.copy(), { origin });
      const { result, ms } = await timed(() => client.call(call).catch(() => ({ status: 0 })));
      reads.push({ status: result.status, ms, at });
      // A restore ends all sessions, until the test adds its own again.
      if (result.status === 401) await sleep(5);
    }
  });
  return {
    reads,
    async stop() {
      isOn = false;
      await Promise.all(reading);
    },
  };
}

const failed = (reads: { status: number }[]) =>
  reads.map(({ status }) => status).filter((status) => status === 0 || status >= 500);

describe('reads during a restore', () => {
  test('no read fails during repeated restores', { timeout: 1_800_000 }, async ({ annotate }) => {
    const archive = await download();
    // Each restore ends all sessions, so this one is added again each time.
    const { rows } = await host.database.query('select token_hash, expires_at from session');
    const session = rows.at(-1);
    const reading = startReaders(READERS);
    for (let restore = 0; restore < RESTORES; restore += 1) {
      const response = await uploadBackup(owner.copy(), archive);
      expect([response.status, await response.json()]).toMatchObject([200, { success: true }]);
      await host.database.query(
        `insert into session (token_hash, owner_id, expires_at, user_agent)
         select $1, id, $2, '' from owner`,
        [session.token_hash, session.expires_at],
      );
    }
    await reading.stop();
    const { reads } = reading;
    expect(failed(reads), await host.service.log()).toEqual([]);
    expect(reads.filter(({ status }) => status === 200).length).toBeGreaterThan(RESTORES);
    await annotate(
      `${RESTORES} restores with ${READERS} readers: ${reads.length} reads, 0 failed, ${Math.max(...reads.map(({ ms }) => ms)).toFixed(0)} ms at most`,
    );
  });

  test('a reader that holds a lock does not deadlock with the restore', async ({ annotate }) => {
    const archive = await download();
    const { database } = host;
    // A transaction that has read projects and will read media, as a list does.
    await database.query('begin; select from project');
    const restoring = uploadBackup(owner.copy(), archive);
    await waitForLockContention(database);
    await database.query('select from media; commit');
    expect((await restoring).status).toBe(200);
    owner = await host.owner();
    await annotate('a reader that holds one table and then reads another: both complete');
  });

  test('reads return the old data until the restore is complete', { timeout: 600_000 }, async ({
    annotate,
  }) => {
    await host.database.query(
      `insert into message (sender_name, subject, email, message)
       select 'Visitor ' || n, 'Subject ' || n, 'v' || n || '@example.com', repeat('Words ' || n || ' ', 20)
       from generate_series(1, $1::integer) as n`,
      [MESSAGES],
    );
    const archive = await download();
    const json = { title: 'After the backup', description: 'x', from: 2000 };
    expect((await owner.call(calls.timeline.add, { json })).status).toBe(201);
    const reading = startReaders(2);
    const { result: response, ms: total } = await timed(() => uploadBackup(owner.copy(), archive));
    expect([response.status, await response.json()]).toMatchObject([200, { success: true }]);
    await reading.stop();
    const { reads } = reading;
    expect(failed(reads)).toEqual([]);
    const slowest = Math.max(...reads.map(({ ms }) => ms));
    // A short restore on a busy machine may take no longer than one read.
    if (isLong) expect(slowest).toBeLessThan(total / 2);
    const client = await host.owner();
    const { timelines } = (await client.call(calls.timeline.list)).body;
    expect(timelines.map(({ title }) => title)).not.toContain(json.title);
    await annotate(
      `${MESSAGES} messages restored in ${(total / 1000).toFixed(1)} s: ${reads.length} reads meanwhile, 0 failed, ${slowest.toFixed(0)} ms at most`,
    );
  });
});
