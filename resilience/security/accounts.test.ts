import { calls } from '@vitrine/contract/calls';
import { quantile, timed } from '@vitrine/testing/statistics';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dumpTables } from '../support/dump-tables.ts';
import { type Host, LOGIN, OWNER, startHost } from '../support/host.ts';
import { size } from '../support/size.ts';

/** Fewer suffice if both take the same time. A busy machine may need more to show it. */
const MIN_ROUNDS = size({ short: 10, long: 200 });
const MAX_ROUNDS = size({ short: 60, long: 200 });

let host: Host;

beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.stop());

describe('account enumeration', () => {
  const REQUESTS = {
    login: (email: string) =>
      host.service.client().call(calls.user.login, { json: { email, password: 'a guess' } }),
    forgot: (email: string) =>
      host.service.client().call(calls.user.forgotPassword, { json: { email } }),
  };

  test.for(['login', 'forgot'] as const)(
    '%s returns the same response in the same time for a known and an unknown address',
    async (name, { annotate }) => {
      const responses = new Set<string>();
      const known: number[] = [];
      const unknown: number[] = [];
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        if (round >= MIN_ROUNDS && isSimilar(known, unknown)) break;
        await host.resetRateLimits();
        const pair = [
          { email: OWNER.email, times: known },
          { email: `eve${round}@example.com`, times: unknown },
        ];
        // Alternating the order gives both the same share of cold caches and other load.
        for (const { email, times } of round % 2 ? pair : pair.reverse()) {
          const { result, ms } = await timed(() => REQUESTS[name](email));
          responses.add(`${result.status} ${JSON.stringify(result.body)}`);
          times.push(ms);
        }
      }
      await annotate(
        `${known.length} + ${unknown.length} calls, ${responses.size} response, 20th percentile ${fastEnd(known).toFixed(1)} and ${fastEnd(unknown).toFixed(1)} ms`,
      );
      expect([...responses]).toHaveLength(1);
      expect(isSimilar(known, unknown)).toBe(true);
    },
  );

  /** Other load only adds time, so compare the fast ends of both distributions. */
  const fastEnd = (times: readonly number[]) => quantile(times, 0.2);

  /** A missing hash would make one of them several times as fast as the other. */
  function isSimilar(...times: [number[], number[]]): boolean {
    const [one, other] = [fastEnd(times[0]), fastEnd(times[1])];
    return Math.abs(one - other) < Math.max(5, Math.min(one, other) / 3);
  }
});

describe('stolen session cookie', () => {
  test('cannot take over the account more than 10 minutes after the login', async ({
    annotate,
  }) => {
    const owner = await host.owner();
    const backup = await owner.fetch('/api/v1/backup/download');
    const archive = await backup.arrayBuffer();
    await host.database.query(
      `update session set confirmed_at = confirmed_at - interval '10 minutes'`,
    );
    const thief = owner.copy();
    const before = await dumpTables(host.database);
    const responses = {
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
    for (const [name, response] of Object.entries(responses)) {
      const { code } = JSON.parse(await response.text());
      expect([name, response.status, code]).toEqual([name, 403, 'confirm-password']);
    }
    expect(await dumpTables(host.database)).toEqual(before);
    // The thief cannot confirm the session without the password; the owner can.
    const guess = await thief.call(calls.session.confirm, { json: { password: 'a guess' } });
    expect(guess.status).toBe(400);
    expect((await owner.call(calls.user.login, { json: LOGIN })).status).toBe(200);
    expect((await owner.fetch('/api/v1/backup/download')).status).toBe(200);
    await annotate('download, restore, change of the email address: 403 each, no row changed');
  });
});
