import { randomInt, randomUUID } from 'node:crypto';
import { signFormToken } from '@vitrine/api/modules/message/form-token';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { uploads } from '@vitrine/testing/uploads';
import { type Host, LOGIN, OWNER } from '../support/host.ts';
import { type Load, startLoad } from '../support/load-generator.ts';
import type { Cluster } from './cluster.ts';
import { isServed, smallPicture } from './media-helpers.ts';

interface Options {
  readonly cluster: Cluster;
  readonly owner: Client;
  readonly seconds: number;
  /** Between two messages. */
  readonly messagePauseMs: number;
}

/** What the workload did, to compare with what is stored at the end. */
export interface WorkloadRecord {
  readonly stored: Set<string>;
  readonly deleted: Set<string>;
  readonly banners: string[];
  /** When each message was acknowledged, by its subject. */
  readonly messages: Map<string, number>;
  /** How long each write took to appear in the public documents. */
  readonly updates: { since: number; delay: number }[];
  readonly counts: { proficiency: number; notModified: number; signIns: number; resets: number };
}

/** Runs reads and writes through nginx until the time is over. */
export async function startWorkload({ cluster, owner, seconds, messagePauseMs }: Options) {
  const { cookie } = owner;
  const load = startLoad({
    seconds,
    next: () => ({ target: 0, client: Object.assign(cluster.client(), { cookie }) }),
  });
  const record: WorkloadRecord = {
    stored: new Set(),
    deleted: new Set(),
    banners: [],
    messages: new Map(),
    updates: [],
    counts: { proficiency: 0, notModified: 0, signIns: 0, resets: 0 },
  };
  const { readDocument, readLists, readBanner } = createReads(load, record);
  const { addEntry, addProject } = createItemWrites(load, record, cluster);
  const { updateSkill, sendMessage } = await createOtherWrites(load, record, cluster.host, owner);
  const { signInAndOut, requestReset } = createAccountCalls(load, record, cluster);
  const ended = Promise.all([
    load.repeat(50, readDocument),
    load.repeat(50, readDocument),
    load.repeat(200, readLists),
    load.repeat(100, readBanner),
    load.repeat(500, addEntry),
    load.repeat(1_000, addProject),
    load.repeat(500, updateSkill),
    load.repeat(messagePauseMs, sendMessage),
    load.repeat(2_000, signInAndOut),
    load.repeat(3_000, requestReset),
  ]);
  return { ...load, record, ended, addProject };
}

function createReads({ send }: Load, { banners, counts }: WorkloadRecord) {
  let etag = '';
  return {
    async readDocument() {
      // Half of the requests are conditional.
      const headers = { 'if-none-match': randomInt(2) === 0 ? etag : '' };
      await send(async (client) => {
        const response = await client.fetch('/api/v1/public/portfolio', {}, headers);
        await response.arrayBuffer();
        etag = response.headers.get('etag') ?? etag;
        if (response.status === 304) counts.notModified += 1;
        return response;
      });
    },
    async readLists() {
      await send((client) => client.call(calls.project.list));
      await send((client) => client.call(calls.message.list));
    },
    async readBanner() {
      const path = banners[randomInt(Math.max(1, banners.length))];
      if (path === undefined) return;
      await send(async (client) => ({ status: (await isServed(client, path)) ? 200 : 500 }));
    },
  };
}

function createItemWrites(
  { sendUntilAcknowledged }: Load,
  { stored, deleted, banners, updates }: WorkloadRecord,
  cluster: Cluster,
) {
  /** Keeps one in four, so that the document stays at a realistic size. */
  async function maybeDelete(
    title: string,
    remove: Parameters<typeof sendUntilAcknowledged>[1],
  ): Promise<void> {
    if (randomInt(4) === 0) {
      stored.add(title);
      return;
    }
    // A repeated request returns 404 if the first one succeeded without a response.
    await sendUntilAcknowledged([200, 404], remove);
    deleted.add(title);
  }
  return {
    async addEntry() {
      const title = randomUUID();
      const { body } = await sendUntilAcknowledged([201], (client, headers) => {
        const json = { title, description: 'x', from: 2000 };
        return client.call(calls.timeline.add, { json, headers });
      });
      const since = performance.now();
      updates.push({ since, delay: await cluster.waitForDocuments(title) });
      const params = { id: body.timeline._id };
      await maybeDelete(title, (client) => client.call(calls.timeline.remove, { params }));
    },
    async addProject() {
      const title = randomUUID();
      const projectBanner = await smallPicture();
      const texts = { title, description: 'x', technologies: 'x', stack: 'Mern', deployed: 'No' };
      const { body } = await sendUntilAcknowledged([201], (client, headers) =>
        client.call(calls.project.add, { form: { ...texts, projectBanner }, headers }),
      );
      banners.push(new URL(body.project.projectBanner.url).pathname);
      const params = { id: body.project._id };
      await maybeDelete(title, (client) => client.call(calls.project.remove, { params }));
    },
  };
}

async function createOtherWrites(
  { sendUntilAcknowledged }: Load,
  { messages, counts }: WorkloadRecord,
  { database }: Host,
  owner: Client,
) {
  const { rows } = await database.query<{ key: Buffer }>('select key from form_key');
  const formKey = rows[0]?.key ?? Buffer.of();
  const { body: added } = await owner.call(calls.skill.add, {
    form: { title: 'Analysis', proficiency: '0', svg: uploads.svg() },
  });
  return {
    async updateSkill() {
      const proficiency = (counts.proficiency + 1) % 101;
      await sendUntilAcknowledged([200], (client) =>
        client.call(calls.skill.update, { params: { id: added.skill._id }, json: { proficiency } }),
      );
      counts.proficiency = proficiency;
    },
    async sendMessage() {
      const subject = randomUUID();
      // A form that was open for 30 seconds, as a visitor's is.
      const token = signFormToken(formKey, Date.now() / 1000 - 30);
      await sendUntilAcknowledged([201], (client, headers) => {
        const json = { senderName: 'A', subject, email: 'c@d.example', message: subject, token };
        return client.call(calls.public.send, { json, headers });
      });
      messages.set(subject, performance.now());
    },
  };
}

function createAccountCalls(
  { send, sendUntilAcknowledged }: Load,
  { counts }: WorkloadRecord,
  cluster: Cluster,
) {
  return {
    async signInAndOut() {
      const visitor = cluster.client();
      await sendUntilAcknowledged([200], (_client, headers) =>
        visitor.call(calls.user.login, { json: LOGIN, headers }),
      );
      const session = { cookie: visitor.cookie };
      const expectAtAll = (expected: number) =>
        Promise.all(
          cluster.running().map((service) =>
            send(
              () => Object.assign(service.client(), session).call(calls.user.me),
              (status) => status === expected,
            ),
          ),
        );
      await expectAtAll(200);
      // A repeated request returns 401 if the first one succeeded without a response.
      await sendUntilAcknowledged([200, 401], () => visitor.call(calls.user.logout));
      await expectAtAll(401);
      counts.signIns += 1;
    },
    async requestReset() {
      // The limit of an account would allow only a few.
      await cluster.host.database.query(`delete from rate_limit where key like 'forgot:%'`);
      await sendUntilAcknowledged([200], (client, headers) =>
        client.call(calls.user.forgotPassword, { json: { email: OWNER.email }, headers }),
      );
      counts.resets += 1;
    },
  };
}
