import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import { catchMail, type MailCatcher } from '@vitrine/testing/mail-catcher';
import { freePort } from '@vitrine/testing/postgres';
import type { ServiceProcess } from '@vitrine/testing/process';
import { runSql } from '@vitrine/testing/query';
import { quantile } from '@vitrine/testing/statistics';
import { uploads } from '@vitrine/testing/uploads';
import { describe, expect, test } from 'vitest';
import { type Host, OWNER, startHost } from '../support/host.ts';
import { ownPostgres } from '../support/own-postgres.ts';
import { size } from '../support/size.ts';
import { type Failure, startTraffic } from '../support/traffic.ts';

const SECONDS = size({ short: 20, long: 600 });
/** From one fault to the next. */
const PAUSE_SECONDS = size({ short: 2, long: 15 });

/** What broke at a process, or at both, from when to when. */
interface Outage {
  readonly at: 'both' | 0 | 1;
  readonly from: number;
  to: number;
}

describe('load with fault injection', () => {
  test('no acknowledged write is lost or doubled, and nothing fails but while something is away', {
    timeout: (SECONDS + 600) * 1000,
  }, async ({ annotate }) => {
    const postgres = await ownPostgres();
    const smtpPort = await freePort();
    const env = { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, TRUST_PROXY: '127.0.0.1' };
    const host = await startHost({ databaseUrl: postgres.url, env });
    const service: [ServiceProcess, ServiceProcess] = [host.service, await host.start()];
    const { cookie } = await host.owner();
    await Promise.all(service.map((one) => one.until('/api/v1/public/portfolio', 200)));

    const { end, failures, times, ask, insist, keepDoing } = startTraffic({
      seconds: SECONDS,
      next() {
        const at = randomInt(2) === 0 ? 0 : 1;
        return { at, client: Object.assign(service[at].client(), { cookie }) };
      },
    });
    const outages: Outage[] = [];
    const kept = new Set<string>();
    const gone = new Set<string>();
    let resets = 0;

    const svg = uploads.svg();
    const addTool = async () => {
      const name = randomUUID();
      await insist([201], (client, headers) =>
        client.call(calls.softwareApplication.add, { form: { name, svg }, headers }),
      );
      kept.add(name);
    };
    const addAndRemoveEntry = async () => {
      const title = randomUUID();
      const { body } = await insist([201], (client, headers) => {
        const json = { title, description: 'x', from: 2000 };
        return client.call(calls.timeline.add, { json, headers });
      });
      if (randomInt(2) === 0) {
        kept.add(title);
        return;
      }
      // Sent again after a broken connection, it may find that it has happened.
      const params = { id: body.timeline._id };
      await insist([200, 404], (client) => client.call(calls.timeline.remove, { params }));
      gone.add(title);
    };
    const sendMessage = async () => {
      const subject = randomUUID();
      await insist([201], (client, headers) => {
        const json = { senderName: 'A', subject, email: 'c@d.example', message: subject };
        return client.call(calls.public.send, { json, headers });
      });
      kept.add(subject);
    };
    const askForReset = async () => {
      await insist([200], (client, headers) =>
        client.call(calls.user.forgotPassword, { json: { email: OWNER.email }, headers }),
      );
      resets += 1;
    };
    const readDocument = () =>
      ask(async (client) => {
        const response = await client.fetch('/api/v1/public/portfolio');
        await response.arrayBuffer();
        return response;
      });
    const readLists = async () => {
      await ask((client) => client.call(calls.project.list));
      await ask((client) => client.call(calls.message.list));
      await ask((client) => client.call(calls.user.me));
    };

    const traffic = [
      keepDoing(20, readDocument),
      keepDoing(20, readDocument),
      keepDoing(20, readDocument),
      keepDoing(50, readLists),
      keepDoing(100, addTool),
      keepDoing(50, addAndRemoveEntry),
      keepDoing(1_500, sendMessage),
      // No more than an account may ask for in a quarter of an hour.
      keepDoing((SECONDS * 1000) / 4, askForReset),
    ];

    let mail: MailCatcher | undefined = await catchMail(smtpPort);
    const mails: string[] = [];
    const takeMailAway = async () => {
      mails.push(...(mail?.mails ?? []).map(({ subject }) => subject ?? ''));
      await mail?.stop();
      mail = undefined;
    };
    const during = async (at: Outage['at'], work: () => Promise<void>) => {
      const outage: Outage = { at, from: performance.now(), to: Number.POSITIVE_INFINITY };
      outages.push(outage);
      await work();
      outage.to = performance.now();
    };
    const kill = (at: 0 | 1) =>
      during(at, async () => {
        await service[at].signal('SIGKILL');
        service[at] = await host.start({ PORT: new URL(service[at].origin).port });
      });
    const faults = [
      () =>
        during('both', async () => {
          await postgres.stop();
          await sleep(500);
          await postgres.start();
          await Promise.all(service.map((one) => one.until('/readyz', 200)));
        }),
      () => kill(0),
      takeMailAway,
      () => kill(1),
      async () => {
        mail = await catchMail(smtpPort);
      },
    ];
    let happened = 0;
    for (; performance.now() < end - 2 * PAUSE_SECONDS * 1000; happened += 1) {
      await sleep(PAUSE_SECONDS * 1000);
      await faults[happened % faults.length]?.();
    }
    await Promise.all(traffic);
    mail ??= await catchMail(smtpPort);

    const unexplained = failures.filter(
      (failure) => !outages.some((outage) => explains(outage, failure)),
    );
    expect(unexplained).toEqual([]);
    expect(failures.length).toBeGreaterThan(0);
    const rows = await everyName(host);
    expect(rows.length).toBe(new Set(rows).size);
    expect([...kept].filter((name) => !rows.includes(name))).toEqual([]);
    expect(rows.filter((name) => !kept.has(name))).toEqual([]);
    const resetMails = () =>
      [...mails, ...(mail?.mails ?? []).map(({ subject }) => subject)].filter(
        (subject) => subject === 'Reset your password',
      ).length;
    await expect.poll(resetMails, { timeout: 330_000, interval: 500 }).toBe(resets);

    await host.stop();
    await mail.stop();
    await postgres.remove();
    await annotate(
      `${SECONDS} s, ${happened} faults, ${times.length} answers: ${kept.size} acknowledged writes kept and ${gone.size} deletions done, 0 lost, 0 doubled; ${failures.length} failures while something was away, 0 otherwise; p99 ${quantile(times, 0.99).toFixed(0)} ms, median ${quantile(times, 0.5).toFixed(1)} ms; ${resets} reset mails asked for, ${resets} arrived`,
    );
  });
});

/** When it was sent and when it failed: an outage in between explains it, or one a second away. */
function explains(outage: Outage, { at, from, to }: Failure): boolean {
  const isThere = outage.at === 'both' || outage.at === at;
  const time = (from + to) / 2;
  return isThere && time > outage.from - 1_000 && time < outage.to + 1_000;
}

async function everyName({ databaseUrl }: Host): Promise<string[]> {
  const rows = await runSql(
    databaseUrl,
    `select name from software_application union all select title from timeline
     union all select subject from message`,
  );
  return rows.map(({ name }) => String(name));
}
