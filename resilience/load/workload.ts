import { randomInt, randomUUID } from 'node:crypto';
import { calls } from '@vitrine/contract/calls';
import { uploads } from '@vitrine/testing/uploads';
import { OWNER } from '../support/host.ts';
import type { Load } from '../support/load-generator.ts';

/** Runs reads and writes until the load ends, and records which writes were acknowledged. */
export function startWorkload(
  { send, sendUntilAcknowledged, repeat }: Load,
  { seconds }: { seconds: number },
) {
  const stored = new Set<string>();
  const deleted = new Set<string>();
  /** When the acknowledged requests for a reset link were sent. */
  const resets: number[] = [];
  const svg = uploads.svg();

  async function readDocument() {
    await send(async (client) => {
      const response = await client.fetch('/api/v1/public/portfolio');
      await response.arrayBuffer();
      return response;
    });
  }
  async function readLists() {
    await send((client) => client.call(calls.project.list));
    await send((client) => client.call(calls.message.list));
    await send((client) => client.call(calls.user.me));
  }
  async function addTool() {
    const name = randomUUID();
    await sendUntilAcknowledged([201], (client, headers) =>
      client.call(calls.softwareApplication.add, { form: { name, svg }, headers }),
    );
    stored.add(name);
  }
  async function addAndDeleteEntry() {
    const title = randomUUID();
    const { body } = await sendUntilAcknowledged([201], (client, headers) => {
      const json = { title, description: 'x', from: 2000 };
      return client.call(calls.timeline.add, { json, headers });
    });
    if (randomInt(2) === 0) {
      stored.add(title);
      return;
    }
    // A repeated request returns 404 if the first one succeeded without a response.
    const params = { id: body.timeline._id };
    await sendUntilAcknowledged([200, 404], (client) =>
      client.call(calls.timeline.remove, { params }),
    );
    deleted.add(title);
  }
  async function sendMessage() {
    const subject = randomUUID();
    await sendUntilAcknowledged([201], (client, headers) => {
      const json = { senderName: 'A', subject, email: 'c@d.example', message: subject };
      return client.call(calls.public.send, { json, headers });
    });
    stored.add(subject);
  }
  async function requestReset() {
    const sent = Date.now();
    await sendUntilAcknowledged([200], (client, headers) =>
      client.call(calls.user.forgotPassword, { json: { email: OWNER.email }, headers }),
    );
    resets.push(sent);
  }

  const ended = Promise.all([
    repeat(20, readDocument),
    repeat(20, readDocument),
    repeat(20, readDocument),
    repeat(50, readLists),
    repeat(100, addTool),
    repeat(50, addAndDeleteEntry),
    repeat(1_500, sendMessage),
    // Stays below the limit of an account.
    repeat((seconds * 1000) / 4, requestReset),
  ]);
  return { stored, deleted, resets, ended };
}
