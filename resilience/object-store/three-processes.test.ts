import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { quantile } from '@vitrine/testing/statistics';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOGIN, OWNER } from '../support/host.ts';
import { type InboxClient, openInbox } from '../support/inbox-client.ts';
import { size } from '../support/size.ts';
import { type Bucket, createBucket } from './bucket.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { isServed, vitrine } from './media-helpers.ts';
import { startWorkload, type WorkloadRecord } from './workload.ts';

const SECONDS = size({ short: 30, long: 600 });
/** The inbox takes 200 messages per hour. */
const MESSAGE_PAUSE_MS = size({ short: 400, long: 3_100 });
/** Requests may fail for this long after a kill. */
const KILL_MS = 2_000;

let bucket: Bucket;
let cluster: Cluster;

beforeAll(async () => {
  bucket = await createBucket();
  cluster = await startCluster(bucket);
});
afterAll(() => cluster.stop());

describe('three processes behind nginx', () => {
  test('share rate limits', async ({ annotate }) => {
    const attempts = Array.from({ length: 30 }, async () => {
      const json = { email: OWNER.email, password: 'a guess' };
      const headers = { 'x-forwarded-for': '192.0.2.1' };
      const response = await cluster.client().call(calls.user.login, { json, headers });
      return { status: response.status, upstream: response.headers.get('x-upstream') };
    });
    const responses = await Promise.all(attempts);
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(20);
    expect(new Set(responses.map(({ upstream }) => upstream)).size).toBe(3);
    await annotate('30 login attempts from one address, at 3 processes: 10 are hashed');
  });

  test('lose no acknowledged write while one is killed, one added and one removed, and requests only fail within 2 s of the kill', {
    timeout: (SECONDS + 900) * 1000,
  }, async ({ annotate }) => {
    const owner = cluster.client();
    await owner.call(calls.user.login, { json: LOGIN });
    const inbox = await openInbox(owner.copy());
    const options = { cluster, owner, seconds: SECONDS, messagePauseMs: MESSAGE_PAUSE_MS };
    const { failures, times, record, ended, addProject } = await startWorkload(options);
    const [{ killed, added }] = await Promise.all([changeProcesses(inbox, addProject), ended]);
    const isNearKill = (time: number) => time >= killed && time <= killed + KILL_MS;

    expect(failures.filter(({ to }) => !isNearKill(to))).toEqual([]);
    expect(failures.length).toBeGreaterThan(0);
    const upstreams = await cluster.nginx.upstreamsByRequest();
    expect(upstreams.filter((all) => all.at(-1) === added.origin).length).toBeGreaterThan(0);
    const retried = upstreams.filter((all) => all.length > 1).length;
    await annotate(
      `${SECONDS} s, ${upstreams.length} requests: ${failures.length} failed within 2 s of the kill, 0 otherwise; ${retried} were retried at another process; median ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms`,
    );
    await annotate(await checkStored(record, owner));
    await annotate(await checkInbox(record, inbox));
    const updates = record.updates.filter(({ since }) => !isNearKill(since));
    const delays = updates.map(({ delay }) => delay);
    // Soft, so that a busy machine does not hide the other results.
    expect.soft(delays.filter((delay) => delay > 1_000)).toEqual([]);
    await annotate(
      `${delays.length} writes in the public document of each process: median ${quantile(delays, 0.5).toFixed(0)} ms, p99 ${quantile(delays, 0.99).toFixed(0)} ms, ${Math.max(...delays).toFixed(0)} ms at most`,
    );
    await annotate(await checkResetEmails(record));
  });
});

/** Kills a process during uploads, adds another, and removes one. The inbox is connected to both. */
async function changeProcesses(inbox: InboxClient, addProject: () => Promise<void>) {
  const began = performance.now();
  const waitUntil = (share: number) =>
    sleep(Math.max(0, began + share * SECONDS * 1000 - performance.now()));
  await waitUntil(1 / 3);
  // Each process receives some of these uploads.
  const uploading = Promise.all(Array.from({ length: 24 }, addProject));
  await sleep(100);
  const killed = performance.now();
  await cluster.remove(inbox.upstream()).signal('SIGKILL');
  await uploading;

  const added = await cluster.start();
  await waitUntil(1 / 2);
  await cluster.update(added);

  await waitUntil(2 / 3);
  const removed = cluster.remove(inbox.upstream());
  await cluster.update();
  await sleep(2_000);
  expect(await removed.signal('SIGTERM')).toBe(0);
  return { killed, added };
}

/** Checks that every acknowledged write is stored once, and nothing else. */
async function checkStored(record: WorkloadRecord, owner: Client): Promise<string> {
  const { stored, deleted, banners, messages, counts } = record;
  const { rows } = await cluster.host.database.query<{ name: string }>(
    `select title as name from timeline union all select title from project
     union all select subject from message`,
  );
  const expected = [...stored, ...messages.keys()];
  expect(rows.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
  const { body } = await owner.call(calls.skill.list);
  expect(body.skills.map((skill) => skill.proficiency)).toEqual([counts.proficiency]);
  for (const path of banners) {
    expect(await isServed(owner, path)).toBe(true);
    expect((await bucket.raw(path.slice(1))).status).toBe(200);
  }
  // The store updates its listings in the background.
  const verify = async () => (await vitrine(cluster.host, ['verify'], bucket.env)).output;
  const isComplete = /: 0 missing, 0 extra, 0 damaged\.\n$/;
  await expect.poll(verify, { timeout: 120_000, interval: 2_000 }).toMatch(isComplete);
  return `${expected.length} acknowledged writes stored and ${deleted.size} deletions done, 0 lost, 0 duplicated; ${banners.length} banners uploaded, all stored; ${counts.notModified} responses 304; ${counts.signIns} sessions valid at all processes until the logout`;
}

/** Checks that the inbox received every message, immediately or after it reconnected. */
async function checkInbox({ messages }: WorkloadRecord, inbox: InboxClient): Promise<string> {
  const { seen, gaps, errors } = inbox;
  const unseen = () => [...messages.keys()].filter((subject) => !seen.has(subject));
  await expect
    .poll(() => ({ unseen: unseen(), errors }), { timeout: 10_000 })
    .toEqual({ unseen: [], errors: [] });
  await inbox.close();
  expect(gaps).toHaveLength(2);
  const waits = [...messages].map(([subject, since]) => (seen.get(subject) ?? 0) - since);
  const late = [...messages].filter(([subject, since]) => {
    const gap = gaps.find(({ from, to }) => since > from - 1_000 && since < to);
    return (seen.get(subject) ?? 0) > (gap?.to ?? since) + 5_000;
  });
  expect(late).toEqual([]);
  return `${messages.size} messages received by an open inbox: median ${quantile(waits, 0.5).toFixed(0)} ms, ${(Math.max(...waits) / 1000).toFixed(1)} s at most, with a reconnect`;
}

/** Checks that each queued email was sent once, those of the killed process included. */
async function checkResetEmails({ counts }: WorkloadRecord): Promise<string> {
  const { rows } = await cluster.host.database.query(
    `select id from pgboss.job where name = 'password-reset'`,
  );
  const emails = () =>
    cluster.host.mail.withSubject('Reset your password').map(({ text }) => text ?? '');
  await expect.poll(() => emails().length, { timeout: 200_000 }).toBe(rows.length);
  expect(new Set(emails()).size).toBe(rows.length);
  // A request while an email is queued adds none.
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThanOrEqual(counts.resets);
  return `${rows.length} emails queued, ${emails().length} sent`;
}
