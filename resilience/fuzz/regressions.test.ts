import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { calls } from '@vitrine/contract/calls';
import { waitForLockContention } from '@vitrine/testing/database';
import { timed } from '@vitrine/testing/statistics';
import { file } from '@vitrine/testing/uploads';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, OWNER, startHost } from '../support/host.ts';
import { residentMemory } from '../support/memory.ts';
import { type Header, type HttpRequest, sendRequest } from './send-request.ts';

/** Bugs that fuzzing has found. */
describe('fuzzing regressions', () => {
  let host: Host;

  beforeAll(async () => {
    host = await startHost();
  });
  afterAll(() => host.stop());

  test('completes a password change and a password reset that run at the same time', async () => {
    const { password } = OWNER;
    const token = 'a reset token';
    await host.database.query(
      `insert into password_reset (token_hash, owner_id, expires_at)
       select $1, id, now() + interval '1 hour' from owner`,
      [createHash('sha256').update(token).digest()],
    );
    const owner = await host.owner();
    const holder = new pg.Client(host.databaseUrl);
    await holder.connect();
    // Holds the owner's row until both wait for it, the change first: they used to deadlock.
    await holder.query('begin; select from owner for update');
    const change = owner.call(calls.user.updatePassword, {
      json: { currentPassword: password, newPassword: password, confirmNewPassword: password },
    });
    await waitForLockContention(holder);
    const reset = host.service.client().call(calls.user.resetPassword, {
      params: { token },
      json: { password, confirmPassword: password },
    });
    await waitForLockContention(holder, { count: 2 });
    await holder.query('commit');
    await holder.end();

    const statuses = (await Promise.all([change, reset])).map(({ status }) => status);
    expect(statuses, host.service.output()).toEqual([200, 400]);
  });

  test('does not log an error for a client that disconnects during a request', async () => {
    const { port, hostname } = new URL(host.service.origin);
    const before = await host.service.log();
    for (const body of ['', '{', '{"email":']) {
      const socket = connect(Number(port), hostname);
      const head = 'POST /api/v1/user/login HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99\r\n';
      socket.end(`${head}content-type: application/json\r\n\r\n${body}`);
      await once(socket.resume(), 'close');
    }
    expect((await host.service.log()).slice(before.length)).toBe('');
  });

  test('serves requests after one with a body and an Upgrade header', async () => {
    const upgrade: Header[] = [
      ['host', 'localhost'],
      ['connection', 'upgrade'],
      ['upgrade', 'h2c'],
    ];
    const request = { method: 'GET', path: '/api/v1/public/form', headers: upgrade };
    const statuses = Array.from({ length: 20 }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const send = (sent: HttpRequest) => sendRequest(host.service.origin, agent, sent);
      await send({ ...request, body: Buffer.alloc(250_000, 'x') });
      const { status } = await send({ ...request, headers: upgrade.slice(0, 1), body: undefined });
      agent.destroy();
      return status;
    });
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
  });

  test('rejects a PDF that includes itself, with bounded time and memory', async ({ annotate }) => {
    const owner = await host.owner();
    const times = [];
    for (const count of [2, 10, 1_000]) {
      const resume = file(recursivePdf(count), 'a.pdf');
      const { result, ms } = await timed(() =>
        owner.call(calls.user.updateProfile, { form: { resume } }),
      );
      expect(result.status).toBe(400);
      times.push(ms);
    }
    const { peakResidentMb } = await residentMemory(host.service);
    const ms = Math.round(Math.max(...times));
    await annotate(`slowest ${ms} ms, peak memory ${peakResidentMb} MB`);
    expect(ms).toBeLessThan(30_000);
    expect(peakResidentMb).toBeLessThan(1_000);
  });
});

/** A page whose content draws itself several times. */
function recursivePdf(count: number): string {
  const content = '/X Do '.repeat(count);
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</XObject<</X 4 0 R>>>>>>',
    `<</Subtype/Form/BBox[0 0 9 9]/Length ${content.length}>>\nstream\n${content}\nendstream`,
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  return `%PDF-1.4\n${objects.join('')}trailer\n<</Root 1 0 R>>\n`;
}
