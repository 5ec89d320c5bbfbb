import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';
import { everyRow } from '../support/rows.ts';
import { addItems, everyWrite, type Items, send } from '../support/writes.ts';

let host: Host;
let owner: Client;
let items: Items;

beforeAll(async () => {
  host = await startHost();
  owner = await host.owner();
  items = await addItems(owner);
});
afterAll(() => host.stop());
beforeEach(() => host.forgetAttempts());

test('every call that takes fields is among those that are tried here', async () => {
  const tried = new Set((await everyWrite(items)).map(({ call }) => call.route));
  const missing = Object.values(calls)
    .flatMap((group) => Object.values(group))
    .map(({ route }) => route)
    .filter(({ sends }) => sends !== 'nothing' && sends !== 'archive')
    .filter((route) => !tried.has(route));
  expect(missing).toEqual([]);
});

describe('mass assignment', () => {
  const EXTRA = {
    _id: '00000000-0000-4000-8000-000000000000',
    id: '00000000-0000-4000-8000-000000000000',
    role: 'admin',
    passwordHash: 'x',
    password_hash: 'x',
    ownerId: '00000000-0000-4000-8000-000000000000',
    createdAt: '2000-01-01T00:00:00Z',
    position: '1',
  };

  test('no write takes a field that it does not name', async ({ annotate }) => {
    const before = await everyRow(host.database);
    const writes = await everyWrite(items);
    let tries = 0;
    for (const write of writes)
      for (const [name, value] of Object.entries(EXTRA)) {
        const { status, message } = await send(owner, write, { ...write.fields, [name]: value });
        expect([status, message]).toEqual([400, `There is no field named ${name}.`]);
        tries += 1;
      }
    expect(await everyRow(host.database)).toEqual(before);
    await annotate(
      `${writes.length} writes × ${tries / writes.length} fields: all 400, no row changed`,
    );
  });
});

describe('SQL injection', () => {
  const PAYLOADS = [
    `'; drop table project; --`,
    `' or '1'='1`,
    `1; select pg_sleep(5)`,
    `' || pg_sleep(5) || '`,
    `" or ""="`,
    `$1`,
    `\\'; delete from owner; --`,
    `') returning password_hash --`,
    `%' and 1=1 union select password_hash from owner --`,
    `id desc; truncate message`,
    `a & ! | <-> :* ( '`,
  ];

  test('what looks like SQL is text, in every field, address and query', async ({ annotate }) => {
    const tables = Object.keys(await everyRow(host.database));
    let tries = 0;
    const ask = async (work: () => Promise<{ status: number }>) => {
      const start = performance.now();
      const { status } = await work();
      expect(status).toBeLessThan(500);
      // No payload that sleeps was run.
      expect(performance.now() - start).toBeLessThan(4_000);
      tries += 1;
    };
    for (const payload of PAYLOADS) {
      await host.forgetAttempts();
      for (const write of await everyWrite(items))
        for (const name of Object.keys(write.fields)) {
          const isCostly =
            write.call === calls.user.login || write.call === calls.user.updatePassword;
          if (isCostly) await host.forgetAttempts();
          await ask(() => send(owner, write, { ...write.fields, [name]: payload }));
        }
      for (const { route, params } of Object.values(calls).flatMap((group) => Object.values(group)))
        if (route.path.includes(':')) {
          const [name = ''] = Object.keys(params.shape);
          const path = route.path.replace(`:${name}`, encodeURIComponent(payload));
          await ask(() => owner.fetch(`/api/v1${path}`, { method: route.method }));
        }
      for (const name of ['limit', 'before', 'folder', 'search', 'order', 'sort'])
        await ask(() => owner.call(calls.message.list, { query: { [name]: payload } }));
      await ask(() => owner.fetch('/api/v1/project/getall', {}, { 'idempotency-key': payload }));
    }
    expect(Object.keys(await everyRow(host.database))).toEqual(tables);
    const { rows } = await host.database.query('select count(*)::integer as count from owner');
    expect(rows).toEqual([{ count: 1 }]);
    const found = await owner.call(calls.message.list, { query: { search: `' or '1'='1` } });
    expect(found.body.messages).toEqual([]);
    await annotate(
      `${PAYLOADS.length} payloads, ${tries} requests: no 5xx, none slept, all tables there`,
    );
  });
});

describe('prototype pollution and unexpected content types', () => {
  /** As it is, where fetch would tidy up. */
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

  test('neither JSON nor a form can reach a prototype, and no odd type gets past the check', async ({
    annotate,
  }) => {
    const before = await everyRow(host.database);
    const accepted: string[] = [];
    const check = async (path: string, type: string, body: string) => {
      const answer = await post(path, type, body);
      if (answer.status < 400 || answer.status > 499)
        accepted.push(`${answer.status} ${type} ${body}`);
      else expect(JSON.parse(answer.body)).toMatchObject({ success: false });
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
    expect(await everyRow(host.database)).toEqual(before);
    await annotate(
      `${BODIES.length} bodies, ${2 * FIELDS.length} forms, ${TYPES.length} types: all 4xx, no row changed`,
    );
  });

  test('space around an ordinary content type is no matter', async () => {
    for (const type of [
      ' application/json',
      '\tapplication/json ',
      'application/json ; charset=utf-8',
    ])
      expect((await post('/timeline/add', type, `{${ENTRY}}`)).status).toBe(201);
  });
});
