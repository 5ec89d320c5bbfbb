import { calls } from '@vitrine/contract/calls';
import { median, timed } from '@vitrine/testing/statistics';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, LOGIN, OWNER, startHost } from '../support/host.ts';
import { everyRow } from '../support/rows.ts';

let host: Host;

beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.stop());

describe('who has an account', () => {
  const ASK = {
    login: (email: string) =>
      host.service.client().call(calls.user.login, { json: { email, password: 'a guess' } }),
    forgot: (email: string) =>
      host.service.client().call(calls.user.forgotPassword, { json: { email } }),
  };

  test.for(['login', 'forgot'] as const)(
    '%s answers a known and an unknown address alike, and as fast',
    async (name, { annotate }) => {
      const answers = new Set<string>();
      const known: number[] = [];
      const unknown: number[] = [];
      for (let turn = 0; turn < 200; turn += 1) {
        await host.forgetAttempts();
        // Taking turns: whatever else the machine does, it does to both.
        for (const [email, times] of [
          [OWNER.email, known],
          [`eve${turn}@example.com`, unknown],
        ] as const) {
          const { result, ms } = await timed(() => ASK[name](email));
          answers.add(`${result.status} ${JSON.stringify(result.body)}`);
          times.push(ms);
        }
      }
      const [here, there] = [median(known), median(unknown)];
      await annotate(
        `200 + 200 calls, ${answers.size} answer, medians ${here.toFixed(1)} and ${there.toFixed(1)} ms`,
      );
      expect([...answers]).toHaveLength(1);
      expect(Math.abs(here - there)).toBeLessThan(5);
    },
  );
});

describe('a stolen cookie', () => {
  test('more than 10 minutes after the login cannot take the account over', async ({
    annotate,
  }) => {
    const owner = await host.owner();
    const backup = await owner.fetch('/api/v1/backup/download');
    const archive = await backup.arrayBuffer();
    await host.database.query(
      `update session set confirmed_at = confirmed_at - interval '10 minutes'`,
    );
    const thief = owner.copy();
    const before = await everyRow(host.database);
    const answers = {
      download: await thief.fetch('/api/v1/backup/download'),
      restore: await thief.fetch('/api/v1/backup/restore', {
        method: 'POST',
        headers: { 'content-type': 'application/x-tar' },
        body: archive,
      }),
      email: await thief.fetch('/api/v1/user/update/me', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'thief@example.com' }),
      }),
    };
    for (const [name, answer] of Object.entries(answers)) {
      const { code } = JSON.parse(await answer.text());
      expect([name, answer.status, code]).toEqual([name, 403, 'confirm-password']);
    }
    expect(await everyRow(host.database)).toEqual(before);
    // The cookie alone does not confirm itself, and the owner goes on.
    const guess = await thief.call(calls.session.confirm, { json: { password: 'a guess' } });
    expect(guess.status).toBe(400);
    expect((await owner.call(calls.user.login, { json: LOGIN })).status).toBe(200);
    expect((await owner.fetch('/api/v1/backup/download')).status).toBe(200);
    await annotate('download, restore, change of the email address: 403 each, no row changed');
  });
});
