import { calls } from '@vitrine/contract/calls';
import { startApp, useApp } from '@vitrine/testing/app';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';

const { reply, list, cancelReply, retryReply } = calls.message;
const { view } = calls;
const SITE = 'http://site.test';
const site = useApp({ settings: { PUBLIC_URL: 'http://127.0.0.1', SITE_URL: SITE } });

async function addMessage(subject: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into message (sender_name, subject, email, message)
    values ('Charles', ${subject}, 'charles@example.com', 'Hello') returning id`.execute(
    site.app.db,
  );
  return rows[0]?.id ?? '';
}

async function addView(): Promise<string> {
  const { body } = await site.owner.call(view.add, { json: { name: 'For Charles' } });
  return body.view._id;
}

const readView = async (id: string) =>
  (await site.owner.call(view.get, { params: { id } })).body.view;

const attach = (id: string, to: string, headers = {}) =>
  site.owner.call(reply, { params: { id: to }, json: { text: 'See this.', view: id }, headers });

const passUndo = () =>
  sql`update pgboss.job set start_after = now() where name = 'replies' and state = 'created'`.execute(
    site.app.db,
  );

async function repliesTo(id: string) {
  const { body } = await site.owner.call(list, { query: { limit: '200' } });
  return body.messages.find(({ _id }) => _id === id)?.replies ?? [];
}

const waitForState = (id: string, state: string) =>
  vi.waitFor(async () => expect((await repliesTo(id)).at(-1)).toMatchObject({ state }), 20_000);

test('the link of a new view starts to work when the reply is sent, and is under its text', async () => {
  const [message, id] = [await addMessage('A contract'), await addView()];
  await attach(id, message);
  expect(await readView(id)).toMatchObject({ state: 'draft', link: null });
  await passUndo();
  const mail = await site.app.mail.waitFor('Re: A contract', 1);
  const { state, link } = await readView(id);
  expect([state, link]).toEqual(['active', expect.stringMatching(`^${SITE}/v/`)]);
  expect(mail.text).toMatch(`See this.\n\n${link}\n\nCharles wrote:\n> Hello`);
  await waitForState(message, 'sent');
  expect(await repliesTo(message)).toMatchObject([{ view: id }]);
});

test('the link of an active view stays the same', async () => {
  const [message, id] = [await addMessage('Again'), await addView()];
  await site.owner.call(view.publish, { params: { id } });
  const { link } = await readView(id);
  await attach(id, message);
  await passUndo();
  expect((await site.app.mail.waitFor('Re: Again', 1)).text).toContain(`\n${link}\n`);
  expect((await readView(id)).link).toBe(link);
});

test('a canceled reply leaves no link', async () => {
  const [message, id] = [await addMessage('Canceled'), await addView()];
  const { body } = await attach(id, message);
  await site.owner.call(cancelReply, { params: { id: message, reply: body.reply } });
  await passUndo();
  expect(await readView(id)).toMatchObject({ state: 'draft', link: null });
});

test('a view whose link was revoked gets no new one by a reply', async () => {
  const [message, id] = [await addMessage('Revoked'), await addView()];
  await site.owner.call(view.publish, { params: { id } });
  const { body } = await attach(id, message);
  await site.owner.call(view.revoke, { params: { id } });
  await passUndo();
  await waitForState(message, 'failed');
  expect((await repliesTo(message))[0]?.problem).toBe(
    'The link of the attached view has ended. Give it a new one, then retry.',
  );
  expect(site.app.mail.withSubject('Re: Revoked')).toEqual([]);
  expect((await attach(id, message)).status).toBe(409);
  await site.owner.call(view.publish, { params: { id } });
  await site.owner.call(retryReply, { params: { id: message, reply: body.reply } });
  await site.app.mail.waitFor('Re: Revoked', 1);
});

test('a token cannot publish a view with a reply', async () => {
  const [message, id] = [await addMessage('Token'), await addView()];
  const { body } = await site.owner.call(calls.token.add, {
    json: { name: 'Script', scopes: ['write'], expiresInDays: 1 },
  });
  const headers = { authorization: `Bearer ${body.secret}` };
  const send = (fields: object) =>
    site.app.visitor().call(reply, { params: { id: message }, json: fields, headers });
  expect((await send({ text: 'Hello', view: id })).status).toBe(403);
  expect((await send({ text: 'Hello' })).status).toBe(201);
});

test('at home without a domain, no view can be attached', async () => {
  const home = await startApp({ settings: { HOME_NETWORK: 'true', PUBLIC_URL: '' } });
  const owner = await home.owner();
  const { body } = await owner.call(view.add, { json: { name: 'For Charles' } });
  const { rows } = await sql<{ id: string }>`
    insert into message (sender_name, subject, email, message)
    values ('Charles', 'At home', 'charles@example.com', 'Hello') returning id`.execute(home.db);
  const params = { id: rows[0]?.id ?? '' };
  const json = { text: 'See this.', view: body.view._id };
  const refused = await owner.call(reply, { params, json });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining('Others cannot open your site.'),
  ]);
  await home.stop();
});
