import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { uploads } from '@vitrine/testing/uploads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';
import { size } from '../support/size.ts';
import { createItems, type Items } from '../support/write-calls.ts';

let host: Host;
let owner: Client;
/** The same session on another process. */
let elsewhere: Client;
let items: Items;

const RACES = size({ short: 40, long: 100 });

beforeAll(async () => {
  host = await startHost();
  owner = await host.owner();
  elsewhere = Object.assign((await host.start({ PUBLIC_URL: host.publicUrl })).client(), {
    cookie: owner.cookie,
  });
  items = await createItems(owner);
});
afterAll(() => host.stop());

describe('concurrent edits', () => {
  test('of two concurrent updates one succeeds, and the other returns 409', async ({
    annotate,
  }) => {
    const params = { id: items.project };
    for (let race = 0; race < RACES; race += 1) {
      const { version } = (await owner.call(calls.project.get, { params })).body.project;
      const titles = ['left', 'right'].map((tab) => `${tab} ${race}`);
      const responses = await Promise.all(
        [owner, elsewhere].map((tab, index) =>
          tab.call(calls.project.update, {
            params,
            form: { title: titles[index] ?? '', version: String(version) },
          }),
        ),
      );
      const statuses = responses.map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([200, 409]);
      const { project } = (await owner.call(calls.project.get, { params })).body;
      expect([project.title, project.version]).toEqual([
        titles[statuses.indexOf(200)],
        version + 1,
      ]);
    }
    await annotate(
      `${RACES} races at 2 processes: each 200 and 409, and the first update is stored`,
    );
  });
});

describe('duplicate submissions', () => {
  test('two requests with the same idempotency key create one row', async ({ annotate }) => {
    const svg = uploads.svg();
    for (let pair = 0; pair < RACES; pair += 1) {
      const headers = { 'idempotency-key': `pair-${pair}` };
      const responses = await Promise.all(
        [owner, elsewhere].map((tab) =>
          pair % 2 === 0
            ? tab.call(calls.timeline.add, {
                json: { title: `Pair ${pair}`, description: 'x', from: 2000 },
                headers,
              })
            : tab.call(calls.softwareApplication.add, {
                form: { name: `Pair ${pair}`, svg },
                headers,
              }),
        ),
      );
      expect(responses.map(({ status }) => status)).toEqual([201, 201]);
      expect(responses[0]?.body).toEqual(responses[1]?.body);
    }
    const { rows } = await host.database.query<{ count: number }>(
      `select count(*)::integer as count from (
         select title from timeline union all select name from software_application) as created (title)
       where title like 'Pair %'`,
    );
    expect(rows).toEqual([{ count: RACES }]);
    await annotate(`${RACES} pairs at 2 processes: ${RACES} rows, identical responses`);
  });
});
