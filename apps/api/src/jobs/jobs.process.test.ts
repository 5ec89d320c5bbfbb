import { useApp } from '@vitrine/testing/app';
import { sql } from 'kysely';
import { expect, test } from 'vitest';

const site = useApp();

// Waits for the queue, which looks once a minute.
test('the address in a sent email leaves the queue within two hours', {
  timeout: 180_000,
}, async () => {
  const { db } = site.app;
  await sql`insert into pgboss.job (name, data, state, completed_on, deletion_seconds)
    select 'mail', '{"email": "eve@example.com"}', 'completed', now() - n * interval '1 minute',
      (select deletion_seconds from pgboss.queue where name = 'mail')
    from unnest(array[30, 61]) n`.execute(db);
  await sql`update pgboss.queue set maintain_on = now() - interval '61 minutes'`.execute(db);
  const count = async () =>
    (await sql`select from pgboss.job where data ->> 'email' = 'eve@example.com'`.execute(db)).rows
      .length;
  expect(await count()).toBe(2);
  await expect.poll(count, { timeout: 150_000, interval: 1_000 }).toBe(1);
});
