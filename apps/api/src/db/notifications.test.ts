import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createDatabase } from '@vitrine/testing/database';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from './client.ts';
import { listenToDatabase } from './notifications.ts';

test('a listener that cannot connect retries and does not cancel running statements', async () => {
  const database = await createDatabase();
  onTestFinished(() => database.drop());
  const db = connect({ url: database.url, onConnectionError: () => {} });
  onTestFinished(() => db.destroy());

  const attempts: Socket[] = [];
  const silent = createServer((socket) => attempts.push(socket.on('error', () => {})));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    silent.close();
    for (const socket of attempts) socket.destroy();
  });
  const { port } = silent.address() as AddressInfo;
  const notifications = listenToDatabase(`postgres://x@127.0.0.1:${port}/x`, db);
  onTestFinished(() => notifications.stop());

  notifications.start();
  await sql`select pg_sleep(6)`.execute(db);
  await expect.poll(() => attempts.length).toBeGreaterThan(1);
});
