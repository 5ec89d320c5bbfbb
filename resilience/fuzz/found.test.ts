import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import { timed } from '@vitrine/testing/statistics';
import { file } from '@vitrine/testing/uploads';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, OWNER, startHost } from '../support/host.ts';
import { residentOf } from './memory.ts';
import { Line, shout } from './wire.ts';

/** Cases that the other tests here came upon by chance, each as an example that stays. */
describe('fuzzing regressions', () => {
  let host: Host;

  beforeAll(async () => {
    host = await startHost();
  });
  afterAll(() => host.stop());

  test('a password that is changed in one place and reset in another at once: both get an answer', async () => {
    const { password } = OWNER;
    const token = 'the token of a reset link';
    await host.database.query(
      `insert into password_reset (token_hash, owner_id, expires_at)
       select $1, id, now() + interval '1 hour' from owner`,
      [createHash('sha256').update(token).digest()],
    );
    const owner = await host.owner();
    const holder = new pg.Client(host.databaseUrl);
    await holder.connect();
    // Held back until both are on their way, the change first: each then has what the other needs.
    await holder.query('begin; select from owner for update');
    const change = owner.call(calls.user.updatePassword, {
      json: { currentPassword: password, newPassword: password, confirmNewPassword: password },
    });
    await untilWaiting(1);
    const reset = host.service.client().call(calls.user.resetPassword, {
      params: { token },
      json: { password, confirmPassword: password },
    });
    await untilWaiting(2);
    await holder.query('commit');
    await holder.end();

    const statuses = (await Promise.all([change, reset])).map(({ status }) => status);
    expect(statuses, host.service.output()).toEqual([200, 400]);
  });

  test('somebody who hangs up in the middle of a request is no error of ours, nor in the log', async () => {
    const port = Number(new URL(host.service.origin).port);
    const before = await host.service.log();
    for (const body of ['', '{', '{"email":']) {
      const head = 'POST /api/v1/user/login HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99\r\n';
      const request = `${head}content-type: application/json\r\n\r\n${body}`;
      await shout(port, Buffer.from(request), 'POST');
    }
    expect((await host.service.log()).slice(before.length)).toBe('');
  });

  test('after a body that came with a wish for another protocol, the connection still answers', async () => {
    const port = Number(new URL(host.service.origin).port);
    const head = 'GET /api/v1/public/form HTTP/1.1\r\nhost: localhost\r\n';
    const wish = 'connection: upgrade\r\nupgrade: h2c\r\ncontent-length: 250000\r\n\r\n';
    const request = Buffer.from(`${head}${wish}${'x'.repeat(250_000)}`);
    const lines = Array.from({ length: 20 }, () => new Line(port));
    const next = lines.map(async (line) => {
      await line.ask(request, 'GET');
      return line.ask(Buffer.from(`${head}\r\n`), 'GET').finally(() => line.close());
    });
    const ends = (await Promise.allSettled(next)).map((one) =>
      one.status === 'fulfilled' ? one.value.status : String(one.reason),
    );
    expect(new Set(ends)).toEqual(new Set([200]));
  });

  test('a PDF that draws itself in itself is refused in time, and within a small host', async ({
    annotate,
  }) => {
    const owner = await host.owner();
    const slowest = [];
    for (const times of [2, 10, 1_000]) {
      const resume = file(drawsItself(times), 'a.pdf');
      const { result, ms } = await timed(() =>
        owner.call(calls.user.updateProfile, { form: { resume } }),
      );
      expect(result.status).toBe(400);
      slowest.push(ms);
    }
    const { peakMb } = await residentOf(host.service);
    const ms = Math.round(Math.max(...slowest));
    await annotate(`slowest ${ms} ms, resident at most ${peakMb} MB`);
    expect(ms).toBeLessThan(10_000);
    expect(peakMb).toBeLessThan(1_000);
  });

  async function untilWaiting(count: number): Promise<void> {
    for (const end = Date.now() + 10_000; Date.now() < end; await sleep(20)) {
      const { rowCount } = await host.database.query(
        `select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (rowCount === count) return;
    }
    throw new Error(`No ${count} wait for a lock.`);
  }
});

/** A page whose content is a form that draws itself so many times: a few hundred bytes. */
function drawsItself(times: number): string {
  const content = '/X Do '.repeat(times);
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</XObject<</X 4 0 R>>>>>>',
    `<</Subtype/Form/BBox[0 0 9 9]/Length ${content.length}>>\nstream\n${content}\nendstream`,
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  return `%PDF-1.4\n${objects.join('')}trailer\n<</Root 1 0 R>>\n`;
}
