import { calls } from '@vitrine/contract/calls';
import { useApp } from '@vitrine/testing/app';
import { expect, test } from 'vitest';

const site = useApp();

test('alerts are sent when their cause is saved, not with the next poll', async () => {
  const json = { name: 'Deploy script', scopes: ['read'], expiresInDays: null };
  const started = performance.now();
  for (const count of [1, 2, 3, 4, 5]) {
    await site.owner.call(calls.token.add, { json });
    await site.app.mail.waitFor('An API token was created', count);
  }
  // Each poll but the first would come two seconds after the one before.
  expect(performance.now() - started).toBeLessThan(8_000);
});
