import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredAddresses } from '../../config.ts';
import { connect, type Db, type Trx } from '../../db/client.ts';

export async function findAddresses(db: Db): Promise<StoredAddresses> {
  const rows = await db
    .selectFrom('address')
    .select(['part', 'url'])
    .execute()
    .catch((error) => {
      // The first start creates the table.
      if (isMissingTable(error)) return [];
      throw error;
    });
  return Object.fromEntries(rows.map(({ part, url }) => [part, url]));
}

export async function saveAddress(trx: Trx, part: string, url: string): Promise<void> {
  await trx.deleteFrom('address').where('part', '=', part).execute();
  if (url !== '') await trx.insertInto('address').values({ part, url }).execute();
}

/** Reads the addresses before the service starts. Waits for the database. */
export async function waitForAddresses(url: string): Promise<StoredAddresses> {
  const db = connect({ url, poolSize: 3, onConnectionError: () => {} });
  let isReported = false;
  try {
    for (;;) {
      try {
        return await findAddresses(db);
      } catch (error) {
        // There is no log yet.
        if (!isReported) process.stderr.write(`Waiting for the database: ${error}\n`);
        isReported = true;
        await sleep(1_000);
      }
    }
  } finally {
    await db.destroy();
  }
}

function isMissingTable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42P01';
}
