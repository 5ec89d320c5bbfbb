import { calls } from '@vitrine/contract/calls';
import type { ServiceProcess } from '@vitrine/testing/process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, LOGIN, OWNER, startHost } from '../support/host.ts';
import { isLong } from '../support/size.ts';

const DAY = 24 * 60 * 60 * 1000;

let host: Host;
let processes: { name: string; service: ServiceProcess }[];

beforeAll(async () => {
  host = await startHost();
  processes = [
    { name: 'right', service: host.service },
    { name: 'a day ahead', service: await startSkewed(DAY) },
    { name: 'a day behind', service: await startSkewed(-DAY) },
  ];
});
afterAll(() => host.stop());

/** A process whose clock is off: every way of asking JavaScript for the time is. */
function startSkewed(ms: number): Promise<ServiceProcess> {
  const skew = `
    const Right = Date;
    globalThis.Date = class extends Right {
      constructor(...given) { given.length === 0 ? super(Right.now() + ${ms}) : super(...given); }
      static now() { return Right.now() + ${ms}; }
    };`;
  const module = `data:text/javascript,${encodeURIComponent(skew)}`;
  return host.start({ NODE_OPTIONS: `--import=${module}`, LOG_LEVEL: 'info' });
}

describe('clock skew', () => {
  test('a session, a reset link, a form and a limit of one process hold in each other', async ({
    annotate,
  }) => {
    let pairs = 0;
    // Each with the next, or each with each.
    for (const [at, made] of processes.entries())
      for (const used of isLong ? processes : processes.slice(at - 2).slice(0, 1)) {
        await host.forgetAttempts();
        const owner = Object.assign(used.service.client(), {
          cookie: (await host.owner(made.service)).cookie,
        });
        expect((await owner.call(calls.user.me)).status).toBe(200);

        const token = await resetToken(made.service);
        const json = { password: OWNER.password, confirmPassword: OWNER.password };
        const reset = await used.service
          .client()
          .call(calls.user.resetPassword, { params: { token }, json });
        expect(reset.status).toBe(200);
        expect((await owner.call(calls.user.me)).status).toBe(401);

        const { token: formToken } = (await made.service.client().call(calls.public.form)).body;
        await host.database.query(`select pg_sleep(3.1)`);
        await used.service.client().call(calls.public.send, {
          json: {
            senderName: 'A',
            subject: 'B',
            email: 'c@d.example',
            message: `${pairs}`,
            token: formToken,
          },
        });
        const { rows } = await host.database.query<{ folder: string }>(
          'select folder from message where message = $1',
          [String(pairs)],
        );
        expect(rows.map(({ folder }) => folder)).toEqual(['inbox']);

        await host.forgetAttempts();
        const statuses: number[] = [];
        for (let n = 0; n < 11; n += 1) {
          const { status } = await (n % 2 ? made : used).service
            .client()
            .call(calls.user.login, { json: { ...LOGIN, password: 'a guess' } });
          statuses.push(status);
        }
        expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
        pairs += 1;
      }
    await annotate(
      `${processes.map(({ name }) => name).join(', ')}: ${pairs} pairs of processes, nothing changes`,
    );
  });

  test('the clock of the process that is off is off', async () => {
    const [, ahead] = processes;
    const log = (await ahead?.service.log()) ?? '';
    const line = log.split('\n').find((text) => text.includes('"time"')) ?? '{}';
    expect(JSON.parse(line).time - Date.now()).toBeGreaterThan(DAY / 2);
  });
});

async function resetToken(at: ServiceProcess): Promise<string> {
  const seen = host.mail.about('Reset your password').length;
  await at.client().call(calls.user.forgotPassword, { json: { email: OWNER.email } });
  const { text } = await host.mail.waitFor('Reset your password', seen + 1);
  return /\/password\/reset\/([\w-]+)/.exec(text ?? '')?.[1] ?? '';
}
