import { calls } from '@vitrine/contract/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../test/client.ts';
import { startApp, type TestApp } from '../../test/harness.ts';

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp();
  owner = await app.owner();
});
afterAll(() => app.stop());

const ENTRY = { title: 'Engineer', description: 'Made things.', from: 2019, to: 2022 };

test('an entry is added and listed with its years', async () => {
  const added = await owner.call(calls.timeline.add, { json: ENTRY });
  expect(added.status).toBe(201);
  expect(added.body).toMatchObject({ success: true, message: 'Timeline entry added.' });
  const { body } = await owner.call(calls.timeline.list);
  expect(body.timelines).toContainEqual({
    _id: added.body.timeline._id,
    title: 'Engineer',
    description: 'Made things.',
    timeline: { from: 2019, to: 2022 },
  });
});
