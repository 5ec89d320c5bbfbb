import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import { downloads, type Route } from '@vitrine/contract/routes';
import type { Client } from '@vitrine/testing/api-client';
import { run } from '@vitrine/testing/process';
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

describe('requests that are open while the owner takes the account back', () => {
  /** Sends a request except for the end of its body. Returns a function that sends the rest. */
  async function open(
    client: Client,
    route: Route,
    headers: Record<string, string>,
    text: string | Buffer,
  ) {
    const body = Buffer.from(text);
    const sent = request(`${client.origin}/api/v1${route.path}`, {
      method: route.method,
      headers: { cookie: client.cookie, 'content-length': body.length, ...headers },
    });
    sent.write(body.subarray(0, -1));
    return async () => {
      sent.end(body.subarray(-1));
      const [response]: IncomingMessage[] = await once(sent, 'response');
      response?.resume();
      return response?.statusCode;
    };
  }

  test('change nothing when their body arrives', async ({ annotate }) => {
    const thief = await host.owner();
    const backup = await thief.fetch('/api/v1/backup/download');
    const archive = Buffer.from(await backup.arrayBuffer());
    const token = { name: 'Late', scopes: ['write'], expiresInDays: null };
    const { body } = await thief.call(calls.token.add, { json: token });
    const json = { 'content-type': 'application/json' };
    const form = { 'content-type': 'multipart/form-data; boundary=x' };
    const email = `--x\r\ncontent-disposition: form-data; name="email"\r\n\r\nthief@example.com\r\n--x--\r\n`;
    const event = { title: 'Late', description: 'Late', from: 1943 };
    const requests = [
      await open(thief, calls.user.updateProfile.route, form, email),
      await open(
        thief,
        calls.backup.restore.route,
        { 'content-type': 'application/x-tar' },
        archive,
      ),
      await open(thief, calls.token.add.route, json, JSON.stringify(token)),
      await open(thief, calls.timeline.add.route, json, JSON.stringify(event)),
      await open(
        host.service.client(),
        calls.timeline.add.route,
        { ...json, authorization: `Bearer ${body.secret}` },
        JSON.stringify(event),
      ),
    ];
    // The guard has admitted all of them.
    await sleep(500);
    const { code } = await run(
      'vitrine.ts',
      ['owner', 'recover'],
      { DATABASE_URL: host.databaseUrl, MEDIA_DIR: host.mediaDir },
      `${OWNER.password}\n`,
    );
    expect(code).toBe(0);
    const before = await dumpTables(host.database);
    const statuses = await Promise.all(requests.map((finish) => finish()));
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    expect(await dumpTables(host.database)).toEqual(before);
    await annotate('a new email address, a restore, a token and two entries: 401 each');
  });
});
