import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { signFormToken } from '@vitrine/api/modules/message/form-token';
import { calls } from '@vitrine/contract/calls';
import { freePort } from '@vitrine/testing/postgres';
import type { ServiceProcess } from '@vitrine/testing/process';
import { quantile } from '@vitrine/testing/statistics';
import { uploads } from '@vitrine/testing/uploads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, LOGIN, OWNER, startHost } from '../support/host.ts';
import { openInbox } from '../support/live-inbox.ts';
import { type Nginx, startNginx } from '../support/nginx.ts';
import { size } from '../support/size.ts';
import { startTraffic } from '../support/traffic.ts';
import { type Bucket, createBucket } from './bucket.ts';
import { isServed, smallPicture, vitrine } from './portfolio.ts';

const SECONDS = size({ short: 30, long: 600 });
/** No more than 200 an hour are for the inbox. */
const MESSAGE_PAUSE_MS = size({ short: 400, long: 3_100 });
/** So long after a kill something may fail. */
const KILL_MS = 2_000;

let bucket: Bucket;
let host: Host;
let nginx: Nginx;
/** Those that nginx knows and that are alive. */
let running: ServiceProcess[];

beforeAll(async () => {
  bucket = await createBucket();
  const port = await freePort();
  const env = {
    ...bucket.env,
    MEDIA_DIR: '/nowhere',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: '127.0.0.1',
  };
  host = await startHost({ env });
  running = [host.service, await host.start(), await host.start()];
  nginx = await startNginx(port, originsOf(running));
});
afterAll(async () => {
  await nginx.stop();
  await host.stop();
});

function originsOf(services: readonly ServiceProcess[]): string[] {
  return services.map(({ origin }) => origin);
}

/** How long after now somebody asked, at any of them, and the public document was without it. */
async function untilShown(title: string): Promise<number> {
  const since = performance.now();
  const isShown = async (service: ServiceProcess) => {
    const headers = { 'accept-encoding': 'identity' };
    const response = await service.client().fetch('/api/v1/public/portfolio', { headers });
    return (await response.text()).includes(title);
  };
  const delays = running.map(async (service) => {
    let delay = 0;
    let asked = since;
    // One that was killed meanwhile is not waited for.
    const isDue = () => running.includes(service) && asked < since + 10_000;
    while (isDue() && !(await isShown(service).catch(() => false))) {
      delay = asked - since;
      await sleep(20);
      asked = performance.now();
    }
    return delay;
  });
  return Math.max(...(await Promise.all(delays)));
}

describe('three processes behind nginx', () => {
  test('attempts are counted together', async ({ annotate }) => {
    const guesses = Array.from({ length: 30 }, async () => {
      const json = { email: OWNER.email, password: 'a guess' };
      const headers = { 'x-forwarded-for': '192.0.2.1' };
      const answer = await nginx.client().call(calls.user.login, { json, headers });
      return { status: answer.status, at: answer.headers.get('x-passed-to') };
    });
    const answers = await Promise.all(guesses);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
    expect(new Set(answers.map(({ at }) => at)).size).toBe(3);
    await annotate('30 guesses from one address, at 3 processes: 10 are hashed');
  });

  test('one is killed, one added, one taken away: no acknowledged write is lost or doubled, and nothing fails but within 2 s of the kill', {
    timeout: (SECONDS + 900) * 1000,
  }, async ({ annotate }) => {
    const owner = nginx.client();
    await owner.call(calls.user.login, { json: LOGIN });
    const { cookie } = owner;
    const { rows: formKeys } = await host.database.query<{ key: Buffer }>(
      'select key from form_key',
    );
    const formKey = formKeys[0]?.key ?? Buffer.of();
    const { body: added } = await owner.call(calls.skill.add, {
      form: { title: 'Analysis', proficiency: '0', svg: uploads.svg() },
    });
    const inbox = await openInbox(owner.copy());
    const { failures, times, ask, insist, keepDoing } = startTraffic({
      seconds: SECONDS,
      next: () => ({ at: 0, client: Object.assign(nginx.client(), { cookie }) }),
    });
    const kept = new Set<string>();
    const gone = new Set<string>();
    const banners: string[] = [];
    const sent = new Map<string, number>();
    const shown: { since: number; delay: number }[] = [];
    let proficiency = 0;
    let tag = '';
    let unchanged = 0;
    let signIns = 0;
    let resets = 0;

    const readDocument = async () => {
      // Every other time by somebody who has it already.
      const headers = { 'if-none-match': randomInt(2) === 0 ? tag : '' };
      await ask(async (client) => {
        const response = await client.fetch('/api/v1/public/portfolio', {}, headers);
        await response.arrayBuffer();
        tag = response.headers.get('etag') ?? tag;
        if (response.status === 304) unchanged += 1;
        return response;
      });
    };
    const readLists = async () => {
      await ask((client) => client.call(calls.project.list));
      await ask((client) => client.call(calls.message.list));
    };
    const readBanner = async () => {
      const path = banners[randomInt(Math.max(1, banners.length))];
      if (path === undefined) return;
      await ask(async (client) => ({ status: (await isServed(client, path)) ? 200 : 500 }));
    };
    const addEntry = async () => {
      const title = randomUUID();
      const { body } = await insist([201], (client, headers) => {
        const json = { title, description: 'x', from: 2000 };
        return client.call(calls.timeline.add, { json, headers });
      });
      const since = performance.now();
      shown.push({ since, delay: await untilShown(title) });
      const params = { id: body.timeline._id };
      await keepOrRemove(title, (client) => client.call(calls.timeline.remove, { params }));
    };
    const addProject = async () => {
      const title = randomUUID();
      const projectBanner = await smallPicture();
      const { body } = await insist([201], (client, headers) => {
        const fields = {
          title,
          description: 'x',
          technologies: 'x',
          stack: 'Mern',
          deployed: 'No',
        };
        return client.call(calls.project.add, { form: { ...fields, projectBanner }, headers });
      });
      banners.push(new URL(body.project.projectBanner.url).pathname);
      const params = { id: body.project._id };
      await keepOrRemove(title, (client) => client.call(calls.project.remove, { params }));
    };
    /** One in four stays, so that the document does not grow beyond what people have. */
    const keepOrRemove = async (title: string, remove: Parameters<typeof insist>[1]) => {
      if (randomInt(4) === 0) {
        kept.add(title);
        return;
      }
      // Sent again after a broken connection, it may find that it has happened.
      await insist([200, 404], remove);
      gone.add(title);
    };
    const updateSkill = async () => {
      const next = (proficiency + 1) % 101;
      await insist([200], (client) =>
        client.call(calls.skill.update, {
          params: { id: added.skill._id },
          json: { proficiency: next },
        }),
      );
      proficiency = next;
    };
    const sendMessage = async () => {
      const subject = randomUUID();
      // Of a form that was open for as long as a person takes to write.
      const token = signFormToken(formKey, Date.now() / 1000 - 30);
      await insist([201], (client, headers) => {
        const json = { senderName: 'A', subject, email: 'c@d.example', message: subject, token };
        return client.call(calls.public.send, { json, headers });
      });
      sent.set(subject, performance.now());
    };
    const signInAndOut = async () => {
      const visitor = nginx.client();
      await insist([200], (_client, headers) =>
        visitor.call(calls.user.login, { json: LOGIN, headers }),
      );
      const session = { cookie: visitor.cookie };
      const everywhere = (expected: number) =>
        Promise.all(
          running.map((service) =>
            ask(
              () => Object.assign(service.client(), session).call(calls.user.me),
              (status) => status === expected,
            ),
          ),
        );
      await everywhere(200);
      // Sent again after a broken connection, it may find that it has happened.
      await insist([200, 401], () => visitor.call(calls.user.logout));
      await everywhere(401);
      signIns += 1;
    };
    const askForReset = async () => {
      // An account may ask five times in a quarter of an hour, which would be few mails.
      await host.database.query(`delete from rate_limit where key like 'forgot:%'`);
      await insist([200], (client, headers) =>
        client.call(calls.user.forgotPassword, { json: { email: OWNER.email }, headers }),
      );
      resets += 1;
    };

    const traffic = Promise.all([
      keepDoing(50, readDocument),
      keepDoing(50, readDocument),
      keepDoing(200, readLists),
      keepDoing(100, readBanner),
      keepDoing(500, addEntry),
      keepDoing(1_000, addProject),
      keepDoing(500, updateSkill),
      keepDoing(MESSAGE_PAUSE_MS, sendMessage),
      keepDoing(2_000, signInAndOut),
      keepDoing(3_000, askForReset),
    ]);

    /** The inbox is open there, so that this is tried as well. */
    const takeOut = () => {
      const leaving = running.find(({ origin }) => origin === inbox.at()) ?? host.service;
      running = running.filter((service) => service !== leaving);
      return leaving;
    };
    const began = performance.now();
    const until = (share: number) =>
      sleep(Math.max(0, began + share * SECONDS * 1000 - performance.now()));
    const changes = async () => {
      await until(1 / 3);
      // Uploads are on their way to each of them.
      const busy = Promise.all(Array.from({ length: 24 }, addProject));
      await sleep(100);
      const killed = performance.now();
      await takeOut().signal('SIGKILL');
      await busy;

      const fourth = await host.start();
      await until(1 / 2);
      await nginx.tell([...originsOf(running), fourth.origin]);
      running = [...running, fourth];

      await until(2 / 3);
      const leaving = takeOut();
      await nginx.tell(originsOf(running));
      await sleep(2_000);
      expect(await leaving.signal('SIGTERM')).toBe(0);
      return { killed, fourth };
    };
    const [{ killed, fourth }] = await Promise.all([changes(), traffic]);
    const isNearKill = (time: number) => time >= killed && time <= killed + KILL_MS;

    expect(failures.filter(({ to }) => !isNearKill(to))).toEqual([]);
    expect(failures.length).toBeGreaterThan(0);
    const passed = await nginx.passedTo();
    expect(passed.filter((to) => to.at(-1) === fourth.origin).length).toBeGreaterThan(0);

    // Every acknowledged write is there once, and nothing else.
    const { rows } = await host.database.query<{ name: string }>(
      `select title as name from timeline union all select title from project
       union all select subject from message`,
    );
    const written = [...kept, ...sent.keys()];
    expect(rows.map(({ name }) => name).toSorted()).toEqual(written.toSorted());
    const { body: skills } = await owner.call(calls.skill.list);
    expect(skills.skills.map((skill) => skill.proficiency)).toEqual([proficiency]);
    for (const path of banners) {
      expect(await isServed(owner, path)).toBe(true);
      expect((await bucket.raw(path.slice(1))).status).toBe(200);
    }
    // Listings are brought together in the background.
    const verify = async () => (await vitrine(host, ['verify'], bucket.env)).output;
    const clean = /: 0 missing, 0 extra, 0 damaged\.\n$/;
    await expect.poll(verify, { timeout: 120_000, interval: 2_000 }).toMatch(clean);

    // Each was seen in the open inbox, at once or as soon as it was open again.
    const { seen, gaps, faults } = inbox;
    const unseen = () => [...sent.keys()].filter((subject) => !seen.has(subject));
    const nothing = { unseen: [], faults: [] };
    await expect.poll(() => ({ unseen: unseen(), faults }), { timeout: 10_000 }).toEqual(nothing);
    await inbox.close();
    expect(gaps).toHaveLength(2);
    const waits = [...sent].map(([subject, since]) => (seen.get(subject) ?? 0) - since);
    const late = [...sent].filter(([subject, since]) => {
      const gap = gaps.find(({ from, to }) => since > from - 1_000 && since < to);
      return (seen.get(subject) ?? 0) > (gap?.to ?? since) + 5_000;
    });
    expect(late).toEqual([]);

    const delays = shown
      .filter(({ since }) => !isNearKill(since))
      .map(({ since, delay }) => ({ delay, afterKill: since - killed }));
    // Softly: on a machine that is busy with other things as well, the rest is still told.
    expect.soft(delays.filter(({ delay }) => delay > 1_000)).toEqual([]);

    // One that was being sent by the killed process is sent by another when its time is over.
    const { rows: queued } = await host.database.query(
      `select id from pgboss.job where name = 'password-reset'`,
    );
    const links = () => host.mail.about('Reset your password').map(({ text }) => text ?? '');
    await expect.poll(() => links().length, { timeout: 200_000 }).toBe(queued.length);
    expect(new Set(links()).size).toBe(queued.length);
    // A request while a mail waits adds none.
    expect(queued.length).toBeGreaterThan(0);
    expect(queued.length).toBeLessThanOrEqual(resets);

    const shownIn = (share: number) =>
      `${quantile(
        delays.map(({ delay }) => delay),
        share,
      ).toFixed(0)} ms`;
    const again = passed.filter((to) => to.length > 1).length;
    await annotate(
      `${SECONDS} s, ${passed.length} requests: ${failures.length} failed within 2 s of the kill, 0 otherwise; ${again} were passed on to another process; median ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms`,
    );
    await annotate(
      `${written.length} acknowledged writes kept and ${gone.size} deletions done, 0 lost, 0 doubled; ${banners.length} banners uploaded, all there; ${unchanged} answers 304; ${signIns} sign-ins, good at all processes until signed out`,
    );
    await annotate(
      `${sent.size} messages seen in an open inbox, half of them within ${quantile(waits, 0.5).toFixed(0)} ms, the last after ${(Math.max(...waits) / 1000).toFixed(1)} s and a reconnection; ${shown.length} writes in the public document of each process, ${shownIn(0.5)} in the middle, ${shownIn(0.99)} for 99 of 100, ${shownIn(1)} at most; ${queued.length} mails asked for, ${links().length} left`,
    );
  });
});
