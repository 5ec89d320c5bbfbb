import { setTimeout as sleep } from 'node:timers/promises';
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
    { name: 'correct', service: host.service },
    ...(await Promise.all([startSkewed('a day ahead', DAY), startSkewed('a day behind', -DAY)])),
  ];
});
afterAll(() => host.stop());

/** Starts a process in which Date is off by this much. */
async function startSkewed(name: string, ms: number) {
  const skew = `
    const RealDate = Date;
    globalThis.Date = class extends RealDate {
      constructor(...args) { args.length === 0 ? super(RealDate.now() + ${ms}) : super(...args); }
      static now() { return RealDate.now() + ${ms}; }
    };`;
  const module = `data:text/javascript,${encodeURIComponent(skew)}`;
  const service = await host.start({ NODE_OPTIONS: `--import=${module}`, LOG_LEVEL: 'info' });
  return { name, service };
}

describe('clock skew', () => {
  test('sessions, reset links, forms and limits of one process are valid in the others', async ({
    annotate,
  }) => {
    // A short run checks each process with the next one; a long run checks all pairs.
    const pairs = processes.flatMap((issuer, index) =>
      (isLong ? processes : processes.slice(index - 2).slice(0, 1)).map((verifier) => ({
        issuer: issuer.service,
        verifier: verifier.service,
      })),
    );
    const tokens = await Promise.all(
      pairs.map(async ({ issuer }) => (await issuer.client().call(calls.public.form)).body.token),
    );
    const formsOpened = Date.now();
    for (const { issuer, verifier } of pairs) {
      await host.resetRateLimits();
      await checkSessionAndReset(issuer, verifier);
    }
    // A form that is sent sooner counts as spam.
    await sleep(Math.max(0, formsOpened + 3_100 - Date.now()));
    for (const [index, { verifier }] of pairs.entries()) {
      await host.resetRateLimits();
      await checkForm(verifier, { token: tokens[index] ?? '', message: `message ${index}` });
    }
    await checkLoginLimit();
    await annotate(
      `${processes.map(({ name }) => name).join(', ')}: ${pairs.length} pairs of processes, no difference`,
    );
  });

  test('the skewed process logs skewed times', async () => {
    const [, ahead] = processes;
    const log = (await ahead?.service.log()) ?? '';
    const line = log.split('\n').find((text) => text.includes('"time"')) ?? '{}';
    expect(JSON.parse(line).time - Date.now()).toBeGreaterThan(DAY / 2);
  });
});

/** A session and a reset link from one process work on the other. */
async function checkSessionAndReset(issuer: ServiceProcess, verifier: ServiceProcess) {
  const client = issuer.client();
  expect((await client.call(calls.user.login, { json: LOGIN })).status).toBe(200);
  const owner = Object.assign(verifier.client(), { cookie: client.cookie });
  expect((await owner.call(calls.user.me)).status).toBe(200);
  const token = await requestResetToken(issuer);
  const reset = await verifier.client().call(calls.user.resetPassword, {
    params: { token },
    json: { password: OWNER.password, confirmPassword: OWNER.password },
  });
  expect(reset.status).toBe(200);
  expect((await owner.call(calls.user.me)).status).toBe(401);
}

/** A form token from one process is accepted by the other, and the message is not spam. */
async function checkForm(verifier: ServiceProcess, form: { token: string; message: string }) {
  await verifier.client().call(calls.public.send, {
    json: { senderName: 'A', subject: 'B', email: 'c@d.example', ...form },
  });
  const { rows } = await host.database.query<{ folder: string }>(
    'select folder from message where message = $1',
    [form.message],
  );
  expect(rows.map(({ folder }) => folder)).toEqual(['inbox']);
}

/** Attempts on all processes count together. */
async function checkLoginLimit() {
  await host.resetRateLimits();
  const statuses: number[] = [];
  const attempt = async ({ service }: { service: ServiceProcess }) => {
    const json = { ...LOGIN, password: 'a guess' };
    statuses.push((await service.client().call(calls.user.login, { json })).status);
  };
  // Each process counts some of the attempts, and each rejects one.
  for (let round = 0; round < 5; round += 1) for (const one of processes) await attempt(one);
  expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(5).fill(429)]);
}

async function requestResetToken(service: ServiceProcess): Promise<string> {
  const seen = host.mail.withSubject('Reset your password').length;
  await service.client().call(calls.user.forgotPassword, { json: { email: OWNER.email } });
  const { text } = await host.mail.waitFor('Reset your password', seen + 1);
  return /\/password\/reset\/([\w-]+)/.exec(text ?? '')?.[1] ?? '';
}
