import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dumpTables } from '../support/dump-tables.ts';
import { type Host, startHost } from '../support/host.ts';
import { size } from '../support/size.ts';
import {
  allWriteCalls,
  createItems,
  fieldNames,
  type Items,
  sendWrite,
} from '../support/write-calls.ts';

let host: Host;
let owner: Client;
let items: Items;

beforeAll(async () => {
  host = await startHost();
  owner = await host.owner();
  items = await createItems(owner);
});
afterAll(() => host.stop());
beforeEach(() => host.resetRateLimits());

test('these tests cover every call that takes fields', async () => {
  const covered = new Set((await allWriteCalls(items)).map(({ call }) => call.route));
  const missing = Object.values(calls)
    .flatMap((group) => Object.values(group))
    .map(({ route }) => route)
    .filter(({ sends }) => sends !== 'nothing' && sends !== 'archive' && sends !== 'file')
    .filter((route) => !covered.has(route));
  expect(missing).toEqual([]);
});

describe('mass assignment', () => {
  const EXTRA = {
    _id: '00000000-0000-4000-8000-000000000000',
    id: '00000000-0000-4000-8000-000000000000',
    isAdmin: 'true',
    passwordHash: 'x',
    password_hash: 'x',
    ownerId: '00000000-0000-4000-8000-000000000000',
    createdAt: '2000-01-01T00:00:00Z',
    position: '1',
  };

  test('every write rejects fields outside the contract', async ({ annotate }) => {
    const before = await dumpTables(host.database);
    const writes = await allWriteCalls(items);
    let count = 0;
    for (const write of writes)
      for (const [name, value] of Object.entries(EXTRA)) {
        if (fieldNames(write.call).includes(name)) continue;
        const { status, message } = await sendWrite(owner, write, {
          ...write.fields,
          [name]: value,
        });
        expect([status, message]).toEqual([400, `There is no field named ${name}.`]);
        count += 1;
      }
    expect(await dumpTables(host.database)).toEqual(before);
    await annotate(`${writes.length} writes, ${count} fields: all 400, no row changed`);
  });
});

describe('SQL injection', () => {
  const PAYLOADS = [
    // A short run uses the first four.
    `'; drop table project; --`,
    `' || pg_sleep(60) || '`,
    `$1`,
    `a & ! | <-> :* ( '`,
    `' or '1'='1`,
    `1; select pg_sleep(60)`,
    `" or ""="`,
    `\\'; delete from owner; --`,
    `') returning password_hash --`,
    `%' and 1=1 union select password_hash from owner --`,
    `id desc; truncate message`,
  ];

  test('every field, path and query treats SQL as text', async ({ annotate }) => {
    const payloads = PAYLOADS.slice(0, size({ short: 4, long: PAYLOADS.length }));
    const tables = Object.keys(await dumpTables(host.database));
    let count = 0;
    const send = async (request: () => Promise<{ status: number }>) => {
      // A payload that sleeps would reach the timeout of statements, and return a 5xx.
      expect((await request()).status).toBeLessThan(500);
      count += 1;
    };
    for (const payload of payloads) {
      await host.resetRateLimits();
      for (const write of await allWriteCalls(items)) {
        await host.resetRateLimits();
        await Promise.all(
          fieldNames(write.call).map((name) =>
            send(() => sendWrite(owner, write, { ...write.fields, [name]: payload })),
          ),
        );
      }
      for (const { route, params } of Object.values(calls).flatMap((group) => Object.values(group)))
        if (route.path.includes(':')) {
          const [name = ''] = Object.keys(params.shape);
          const path = route.path.replace(`:${name}`, encodeURIComponent(payload));
          await send(() => owner.fetch(`/api/v1${path}`, { method: route.method }));
        }
      for (const name of ['limit', 'before', 'folder', 'search', 'order', 'sort'])
        await send(() => owner.call(calls.message.list, { query: { [name]: payload } }));
      await send(() => owner.fetch('/api/v1/project/getall', {}, { 'idempotency-key': payload }));
    }
    expect(Object.keys(await dumpTables(host.database))).toEqual(tables);
    const { rows } = await host.database.query('select count(*)::integer as count from owner');
    expect(rows).toEqual([{ count: 1 }]);
    const found = await owner.call(calls.message.list, { query: { search: `' or '1'='1` } });
    expect(found.body.messages).toEqual([]);
    await annotate(`${payloads.length} payloads, ${count} requests: no 5xx, all tables intact`);
  });
});

describe('prototype pollution and unexpected content types', () => {
  /** Sends headers unchanged, which fetch would normalize. */
  async function post(path: string, type: string, body: string) {
    const sent = request(`${host.service.origin}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': type, cookie: owner.cookie },
    });
    sent.end(body);
    return new Promise<{ status: number; body: string }>((resolve, reject) => {
      sent.on('error', reject);
      sent.on('response', async (response) =>
        resolve({ status: response.statusCode ?? 0, body: await text(response) }),
      );
    });
  }

  const ENTRY = '"title":"T","description":"D","from":2000';
  const BODIES = [
    `{"__proto__":{"from":2000},"title":"T","description":"D"}`,
    `{${ENTRY},"__proto__":{"isOwner":true}}`,
    `{${ENTRY},"__proto__":null}`,
    `{${ENTRY},"\\u005f_proto__":{"x":1}}`,
    `{${ENTRY},"constructor":{"prototype":{"x":1}}}`,
    `{${ENTRY},"to":{"__proto__":{"x":1}}}`,
    `{${ENTRY},"to":{"constructor":{"prototype":{"x":1}}}}`,
    `{${ENTRY},"prototype":{"x":1}}`,
    `[{"__proto__":{"x":1}}]`,
  ];
  const FIELDS = [
    '__proto__',
    'constructor',
    '__proto__[x]',
    'constructor[prototype][x]',
    'toString',
  ];
  const TYPES = [
    'application/json\ta',
    'application/json a',
    'application/jsonx',
    'application/json, text/plain',
    'text/json',
    'text/plain',
    'application/x-www-form-urlencoded\ta',
    'application/octet-stream',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'application/xml',
    'application/javascript',
    'x',
    '/',
    ';',
  ];

  test('rejects prototype keys in JSON and forms, and unexpected content types', async ({
    annotate,
  }) => {
    // The queue changes replies of earlier tests, which it cannot send.
    await host.database.query(`update message set replies = '[]'`);
    const before = await dumpTables(host.database);
    const accepted: string[] = [];
    const check = async (path: string, type: string, body: string) => {
      const response = await post(path, type, body);
      if (response.status < 400 || response.status > 499)
        accepted.push(`${response.status} ${type} ${body}`);
      else expect(JSON.parse(response.body)).toMatchObject({ success: false });
    };
    for (const body of BODIES) await check('/timeline/add', 'application/json', body);
    for (const name of FIELDS) {
      const part = (field: string, value: string) =>
        `--x\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`;
      const entry = part('title', 'T') + part('description', 'D') + part('from', '2000');
      await check(
        '/timeline/add',
        'multipart/form-data; boundary=x',
        `${entry}${part(name, 'true')}--x--\r\n`,
      );
      await check(
        '/timeline/add',
        'application/x-www-form-urlencoded',
        `title=T&description=D&from=2000&${encodeURIComponent(name)}=true`,
      );
    }
    for (const type of TYPES) await check('/timeline/add', type, `{${ENTRY}}`);
    expect(accepted).toEqual([]);
    expect(await dumpTables(host.database)).toEqual(before);
    await annotate(
      `${BODIES.length} bodies, ${2 * FIELDS.length} forms, ${TYPES.length} types: all 4xx, no row changed`,
    );
  });

  test('accepts whitespace around a content type', async () => {
    for (const type of [
      ' application/json',
      '\tapplication/json ',
      'application/json ; charset=utf-8',
    ])
      expect((await post('/timeline/add', type, `{${ENTRY}}`)).status).toBe(201);
  });
});
