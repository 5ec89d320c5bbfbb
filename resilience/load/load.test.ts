import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CaughtMail, type MailCatcher, startMailCatcher } from '@vitrine/testing/mail-catcher';
import { freePort } from '@vitrine/testing/postgres';
import type { ServiceProcess } from '@vitrine/testing/process';
import { runSql } from '@vitrine/testing/query';
import { quantile } from '@vitrine/testing/statistics';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DedicatedPostgres, startDedicatedPostgres } from '../support/dedicated-postgres.ts';
import { type Host, startHost } from '../support/host.ts';
import { type FailedRequest, startLoad } from '../support/load-generator.ts';
import { size } from '../support/size.ts';
import { startWorkload } from './workload.ts';

const SECONDS = size({ short: 15, long: 600 });
/** Between two faults. */
const PAUSE_SECONDS = size({ short: 1, long: 15 });

let postgres: DedicatedPostgres;
let host: Host;
let smtpPort: number;
let services: [ServiceProcess, ServiceProcess];

beforeAll(async () => {
  postgres = await startDedicatedPostgres();
  smtpPort = await freePort();
  const env = { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, TRUST_PROXY: '127.0.0.1' };
  host = await startHost({ databaseUrl: await postgres.createDatabase(), env });
  services = [host.service, await host.start()];
  await Promise.all(
    services.map((service) => service.waitForStatus('/api/v1/public/portfolio', 200)),
  );
});
afterAll(async () => {
  await host.stop();
  await postgres.remove();
});

describe('load with fault injection', () => {
  test('loses and duplicates no acknowledged write, and requests only fail during a fault', {
    timeout: (SECONDS + 600) * 1000,
  }, async ({ annotate }) => {
    const { cookie } = await host.owner();
    const load = startLoad({
      seconds: SECONDS,
      next() {
        const target = randomInt(2) === 0 ? 0 : 1;
        return { target, client: Object.assign(services[target].client(), { cookie }) };
      },
    });
    const { failures, times } = load;
    const workload = startWorkload(load, { seconds: SECONDS });
    const { stored, deleted, resets } = workload;
    const faults = await startFaults();
    let injected = 0;
    for (; performance.now() < load.end - 2 * PAUSE_SECONDS * 1000; injected += 1) {
      await sleep(PAUSE_SECONDS * 1000);
      await faults.inject(injected);
    }
    await workload.ended;

    const isExplained = (failure: FailedRequest) =>
      faults.outages.some((outage) => explains(outage, failure));
    expect(failures.filter((failure) => !isExplained(failure))).toEqual([]);
    expect(failures.length).toBeGreaterThan(0);
    expect((await storedNames()).toSorted()).toEqual([...stored].toSorted());
    await faults.startMailServer();
    await runSql(
      host.databaseUrl,
      `update pgboss.job set start_after = now() where state = 'retry'`,
    );
    // Requests that wait for the same poll of the queue share an email.
    const isAnswered = (sent: number) => faults.resetEmails().some(({ time }) => time > sent);
    await expect
      .poll(() => resets.every(isAnswered), { timeout: 330_000, interval: 500 })
      .toBe(true);
    await faults.stopMailServer();
    await annotate(
      `${SECONDS} s, ${injected} faults, ${times.length} responses: ${stored.size} acknowledged writes stored and ${deleted.size} deletions done, 0 lost, 0 duplicated; ${failures.length} failures during faults, 0 otherwise; p99 ${quantile(times, 0.99).toFixed(0)} ms, median ${quantile(times, 0.5).toFixed(1)} ms; ${resets.length} reset links requested, each sent`,
    );
  });
});

/** A period in which one process, or both, could not work. */
interface Outage {
  readonly target: 'both' | 0 | 1;
  readonly from: number;
  to: number;
}

async function startFaults() {
  const outages: Outage[] = [];
  const delivered: CaughtMail[] = [];
  let mail: MailCatcher | undefined = await startMailCatcher(smtpPort);

  async function duringOutage(target: Outage['target'], action: () => Promise<void>) {
    const outage: Outage = { target, from: performance.now(), to: Number.POSITIVE_INFINITY };
    outages.push(outage);
    await action();
    outage.to = performance.now();
  }
  const restartDatabase = () =>
    duringOutage('both', async () => {
      await postgres.stop();
      await sleep(500);
      await postgres.start();
      await Promise.all(services.map((service) => service.waitForStatus('/readyz', 200)));
    });
  const killProcess = (target: 0 | 1) =>
    duringOutage(target, async () => {
      await services[target].signal('SIGKILL');
      services[target] = await host.start({ PORT: new URL(services[target].origin).port });
    });
  async function stopMailServer() {
    const stopped = mail;
    mail = undefined;
    await stopped?.stop();
    // It accepts an email whose delivery has begun until it has stopped.
    delivered.push(...(stopped?.mails ?? []));
  }
  async function startMailServer() {
    mail ??= await startMailCatcher(smtpPort);
  }
  const faults = [
    restartDatabase,
    () => killProcess(0),
    stopMailServer,
    () => killProcess(1),
    startMailServer,
  ];
  return {
    outages,
    inject: async (count: number) => faults[count % faults.length]?.(),
    startMailServer,
    stopMailServer,
    resetEmails: () =>
      [...delivered, ...(mail?.mails ?? [])].filter(
        ({ subject }) => subject === 'Reset your password',
      ),
  };
}

/** Whether the request overlaps with the outage, give or take a second. */
function explains(outage: Outage, { target, from, to }: FailedRequest): boolean {
  const isAffected = outage.target === 'both' || outage.target === target;
  const time = (from + to) / 2;
  return isAffected && time > outage.from - 1_000 && time < outage.to + 1_000;
}

async function storedNames(): Promise<string[]> {
  const rows = await runSql(
    host.databaseUrl,
    `select name from software_application union all select title from timeline
     union all select subject from message`,
  );
  return rows.map(({ name }) => String(name));
}
