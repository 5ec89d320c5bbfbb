import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { uploads } from '@vitrine/testing/uploads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';

let host: Host;

beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.stop());

/** Returns the ID and the time. The time counts from when the draft exists, which may take a while. */
async function schedule(owner: Client, title: string, seconds: number) {
  const form = {
    title,
    description: 'a',
    technologies: 'b',
    stack: 'Mern',
    deployed: 'No',
    projectBanner: await uploads.png(8, 8),
  };
  const params = { id: (await owner.call(calls.project.addDraft, { form })).body.project._id };
  const time = new Date(Date.now() + seconds * 1000);
  const json = { publishAt: time.toISOString() };
  expect((await owner.call(calls.project.schedule, { params, json })).status).toBe(200);
  return { id: params.id, time };
}

async function publications(id: string): Promise<number> {
  const { rows } = await host.database.query(
    `select count(*)::int from revision where item_id = $1 and after ->> 'state' = 'published'`,
    [id],
  );
  return rows[0].count;
}

async function isPublic(at: { client(): Client }, title: string): Promise<boolean> {
  const { body } = await at.client().call(calls.public.portfolio);
  return body.projects.some((project) => project.title === title);
}

test('two processes publish a scheduled project once, within a minute of its time', async () => {
  const second = await host.start();
  const { id, time } = await schedule(await host.owner(), 'On time', 10);
  expect(await isPublic(second, 'On time')).toBe(false);
  for (const service of [host.service, second])
    await expect
      .poll(() => isPublic(service, 'On time'), { timeout: 60_000, interval: 500 })
      .toBe(true);
  expect(Date.now() - time.getTime()).toBeLessThan(60_000);
  expect(await publications(id)).toBe(1);
  await second.signal('SIGTERM');
});

test('a project whose time passed while the service was down is published when it starts', async () => {
  const { id } = await schedule(await host.owner(), 'Down', 3_600);
  await host.service.signal('SIGKILL');
  await host.database.query(
    `update project set publish_at = now() - interval '1 second' where id = $1`,
    [id],
  );
  expect(await publications(id)).toBe(0);
  const started = Date.now();
  const services = await Promise.all([host.start(), host.start()]);
  for (const service of services)
    await expect
      .poll(() => isPublic(service, 'Down'), { timeout: 60_000, interval: 500 })
      .toBe(true);
  expect(Date.now() - started).toBeLessThan(60_000);
  expect(await publications(id)).toBe(1);
});
