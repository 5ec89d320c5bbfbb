import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { uploads } from '@vitrine/testing/uploads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';
import { addItems, type Items } from '../support/writes.ts';

let host: Host;
let owner: Client;
/** The same owner at another process. */
let elsewhere: Client;
let items: Items;

beforeAll(async () => {
  host = await startHost();
  owner = await host.owner();
  elsewhere = Object.assign((await host.start({ PUBLIC_URL: host.publicUrl })).client(), {
    cookie: owner.cookie,
  });
  items = await addItems(owner);
});
afterAll(() => host.stop());

describe('concurrent edits', () => {
  test('in 100 races one wins each time, and the other is told', async ({ annotate }) => {
    const params = { id: items.project };
    for (let race = 0; race < 100; race += 1) {
      const { version } = (await owner.call(calls.project.get, { params })).body.project;
      const titles = ['left', 'right'].map((tab) => `${tab} ${race}`);
      const answers = await Promise.all(
        [owner, elsewhere].map((tab, at) =>
          tab.call(calls.project.update, {
            params,
            form: { title: titles[at] ?? '', version: String(version) },
          }),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([200, 409]);
      const { project } = (await owner.call(calls.project.get, { params })).body;
      expect([project.title, project.version]).toEqual([
        titles[statuses.indexOf(200)],
        version + 1,
      ]);
    }
    await annotate('100 races at two processes: 100 × (200 and 409), the winner’s words kept');
  });
});

describe('duplicate submissions', () => {
  test('100 pairs with one key each make 100 rows', async ({ annotate }) => {
    const svg = uploads.svg();
    for (let pair = 0; pair < 100; pair += 1) {
      const headers = { 'idempotency-key': `pair-${pair}` };
      const answers = await Promise.all(
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
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect(answers[0]?.body).toEqual(answers[1]?.body);
    }
    const { rows } = await host.database.query<{ count: number }>(
      `select count(*)::integer as count from (
         select title from timeline union all select name from software_application) as made (title)
       where title like 'Pair %'`,
    );
    expect(rows).toEqual([{ count: 100 }]);
    await annotate('100 pairs at two processes: 100 rows, both clicks answered alike');
  });
});
