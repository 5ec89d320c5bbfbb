import type { Call } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import { downloads, type Route } from '@vitrine/contract/routes';
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
  const SENSITIVE = [
    ...Object.values(calls).flatMap((group) =>
      Object.values<Call>(group).map(({ route }) => route),
    ),
    ...Object.values<Route>(downloads),
  ].filter(({ needsConfirmation }) => needsConfirmation);

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
    const send = (route: Route, type: string, body: BodyInit) =>
      thief.fetch(`/api/v1${route.path.replace(':id', crypto.randomUUID())}`, {
        method: route.method,
        ...(route.method !== 'GET' && { headers: { 'content-type': type }, body }),
      });
    const email = JSON.stringify({ email: 'thief@example.com' });
    const responses: [string, Response][] = [
      [
        'PUT /user/update/me',
        await send(calls.user.updateProfile.route, 'application/json', email),
      ],
    ];
    for (const route of SENSITIVE) {
      const [type, body] =
        route.sends === 'archive' ? ['application/x-tar', archive] : ['application/json', '{}'];
      responses.push([`${route.method} ${route.path}`, await send(route, type, body)]);
    }
    for (const [name, response] of responses) {
      const { code } = JSON.parse(await response.text());
      expect([name, response.status, code]).toEqual([name, 403, 'confirm-password']);
    }
    expect(await dumpTables(host.database)).toEqual(before);
    // The thief can neither change the password nor confirm the session without it; the owner can.
    const password = { newPassword: 'of the thief', confirmNewPassword: 'of the thief' };
    const json = { ...password, currentPassword: 'a guess' };
    expect((await thief.call(calls.user.updatePassword, { json })).status).toBe(400);
    const guess = await thief.call(calls.session.confirm, { json: { password: 'a guess' } });
    expect(guess.status).toBe(400);
    expect((await owner.call(calls.user.login, { json: LOGIN })).status).toBe(200);
    expect((await owner.fetch('/api/v1/backup/download')).status).toBe(200);
    await annotate(`${responses.map(([name]) => name).join(', ')}: 403 each, no row changed`);
  });
});
