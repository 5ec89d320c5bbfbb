import type { Call } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import { RESUME_FORMATS } from '@vitrine/contract/options';
import { DEFAULT_RESUME_SETTINGS } from '@vitrine/contract/resume';
import { hasScope, type Route, type TokenScope } from '@vitrine/contract/route';
import { downloads } from '@vitrine/contract/routes';
import type { Client } from '@vitrine/testing/api-client';
import { OWNER, startApp, type TestApp } from '@vitrine/testing/app';
import { addSample } from '@vitrine/testing/collection-samples';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const SITE = 'http://ada.example';
const PHONE = '+44 5550 199';
/** A word that only messages contain. */
const WRITTEN = 'Xylograph';

let app: TestApp;
let owner: Client;
/** An item of each collection with drafts, by the first part of the paths of its calls. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  app = await startApp({ settings: { PUBLIC_URL: 'http://127.0.0.1', SITE_URL: SITE } });
  owner = await app.owner();
  await hide(PHONE);
  for (const name of ['project', 'post'] as const)
    ids[name] = await addSample(owner, name, 'Notes on the engine');
  for (const name of ['Inbox', 'Trash']) {
    const json = { senderName: name, subject: WRITTEN, email: 'b@c.example', message: WRITTEN };
    const { token } = (await owner.call(calls.public.form)).body;
    await app.visitor().call(calls.public.send, { json: { ...json, token } });
  }
  const { rows } = await sql<{ id: string }>`
    update message set folder = 'inbox' returning id`.execute(app.db);
  await owner.call(calls.message.remove, { params: { id: rows[0]?.id ?? '' } });
});
afterAll(() => app.stop());

function hide(phone: string) {
  return owner.call(calls.user.updateProfile, {
    form: { phone, showEmail: 'false', showPhone: 'false' },
  });
}

async function tokenWith(...scopes: TokenScope[]) {
  const json = { name: scopes.join(), scopes, expiresInDays: null };
  const { secret } = (await owner.call(calls.token.add, { json })).body;
  return { authorization: `Bearer ${secret}` };
}

/** The calls that read, and return the same for the same content. */
const ROUTES: readonly Route[] = [
  ...Object.values(calls).flatMap((group) => Object.values<Call>(group).map(({ route }) => route)),
  ...Object.values(downloads),
];
const READS = ROUTES.filter(
  ({ method, path, scope }) =>
    scope !== undefined && (method === 'GET' || /^\/resume\/(preview|check)$/.test(path)),
);

/** Every response to a token, by its path. Archives are unpacked. */
async function readEverything(headers: Record<string, string>, scopes: readonly TokenScope[]) {
  const responses = new Map<string, string>();
  for (const { method, path, scope } of READS) {
    if (scope === undefined || !hasScope(scopes, scope)) continue;
    const paths = path.includes(':format')
      ? RESUME_FORMATS.map((format) => path.replace(':format', format))
      : [path.replace(':id', ids[path.split('/')[1] ?? ''] ?? '')];
    for (const one of paths) {
      const body = method === 'POST' ? { body: JSON.stringify(DEFAULT_RESUME_SETTINGS) } : {};
      const type = method === 'POST' ? { 'content-type': 'application/json' } : {};
      const request = { method, ...body, headers: type };
      const response = await app.visitor().fetch(`/api/v1${one}`, request, headers);
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect([one, response.status]).toEqual([one, 200]);
      responses.set(one, isZip(bytes) ? unzip(bytes) : strFromU8(bytes, true));
    }
  }
  return responses;
}

function isZip(bytes: Uint8Array): boolean {
  return strFromU8(bytes.subarray(0, 2), true) === 'PK';
}

function unzip(bytes: Uint8Array): string {
  return Object.values(unzipSync(bytes))
    .map((file) => strFromU8(file, true))
    .join('\n');
}

describe.each([[['read']], [['write-drafts']], [['write', 'read-messages']]] as const)(
  'with a token of the scope %j',
  (scopes) => {
    test('no response contains the email address or the phone number that visitors do not see', async () => {
      const headers = await tokenWith(...scopes);
      const responses = await readEverything(headers, scopes);
      expect([...responses.keys()]).toEqual(
        expect.arrayContaining(['/resume/download/txt', '/resume/check', '/site/download']),
      );
      for (const [path, text] of responses) {
        expect([path, text.includes(OWNER.email)]).toEqual([path, false]);
        expect([path, text.includes(PHONE)]).toEqual([path, false]);
      }
      // A PDF and the pictures of a preview hold no readable text, so compare them.
      await hide('+44 5550 177');
      const again = await readEverything(headers, scopes);
      for (const path of ['/resume/download/pdf', '/resume/preview'])
        expect([path, again.get(path) === responses.get(path)]).toEqual([path, true]);
      await hide(PHONE);
    });
  },
);

test('with a session, the resume has both', async () => {
  const text = await (await owner.fetch('/api/v1/resume/download/txt')).text();
  expect(text).toContain(OWNER.email);
  expect(text).toContain(PHONE);
});

test('a token cannot offer an uploaded resume that the owner withholds', async () => {
  const headers = await tokenWith('write');
  const save = async (source: string, client: Client, more = {}) => {
    const json = { ...DEFAULT_RESUME_SETTINGS, source };
    return (await client.call(calls.resume.update, { json, ...more })).status;
  };
  const script = app.visitor();
  expect(await save('upload', script, { headers })).toBe(200);
  expect(await save('portfolio', script, { headers })).toBe(200);
  expect(await save('upload', script, { headers })).toBe(403);
  expect(await save('portfolio', script, { headers })).toBe(200);
  expect(await save('upload', owner)).toBe(200);
});

describe('what visitors wrote', () => {
  test.each([['read'], ['write-drafts'], ['write']] as const)(
    'is not in a response to the scope %s',
    async (scope) => {
      const headers = await tokenWith(scope);
      for (const [path, text] of await readEverything(headers, [scope]))
        expect([path, text.includes(WRITTEN)]).toEqual([path, false]);
      const inbox = await app.visitor().call(calls.message.list, { headers });
      expect(inbox.status).toBe(403);
      const { body } = await app.visitor().call(calls.trash.list, { headers });
      expect(body.counts.message).toBe(0);
    },
  );

  test('is what the scope read-messages reads, and nothing else', async () => {
    const headers = await tokenWith('read-messages');
    const { body } = await app.visitor().call(calls.message.list, { headers });
    expect(body.messages).toMatchObject([{ subject: WRITTEN }]);
    expect((await app.visitor().call(calls.skill.list, { headers })).status).toBe(403);
    const both = await tokenWith('read', 'read-messages');
    const { items } = (await app.visitor().call(calls.trash.list, { headers: both })).body;
    expect(items).toMatchObject([{ noun: 'message', title: WRITTEN }]);
  });
});
