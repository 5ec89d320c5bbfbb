import { calls } from '@vitrine/contract/calls';
import { DEFAULT_SITE_SETTINGS } from '@vitrine/contract/site';
import { startApp, type TestApp } from '@vitrine/testing/app';
import { fetchHost } from '@vitrine/testing/fetch-host';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const MESSAGE = {
  senderName: 'Charles "<b>" Babbage',
  email: 'charles@example.com',
  subject: 'An engine',
  message: 'Would you write the notes?\nYours, C.',
  website: '',
};
let app: TestApp;

beforeAll(async () => {
  app = await startApp({
    settings: { PUBLIC_URL: 'http://127.0.0.1', SITE_URL: 'http://site.test' },
    limits: { contact: { address: { times: 4, minutes: 60 } } },
  });
  await app.owner();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.db.deleteFrom('message').execute();
  await app.db.deleteFrom('rate_limit').execute();
});

function post(fields: Record<string, string>, headers: Record<string, string> = {}) {
  return fetchHost(app.origin, 'site.test', '/contact', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: String(new URLSearchParams(fields)),
  });
}

/** A browser without scripts has to send this twice. */
const LINK = { ...MESSAGE, message: 'See https://example.com/notes.' };

/** The token of a form that came back. */
async function tokenIn(page: string): Promise<string> {
  const [, token = ''] = /name="token" value="([^"]+)"/.exec(page) ?? [];
  expect(token).not.toBe('');
  return token;
}

async function messages(folder: string) {
  const owner = await app.owner();
  return (await owner.call(calls.message.list, { query: { folder } })).body.messages;
}

async function countMessages(): Promise<number[]> {
  return [(await messages('inbox')).length, (await messages('spam')).length];
}

test('without a script, a message arrives at once, and only once after a double click', async () => {
  // From an exported site, the origin is another one.
  const headers = { origin: 'https://ada.example', 'sec-fetch-site': 'cross-site' };
  const responses = await Promise.all([post(MESSAGE, headers), post(MESSAGE, headers)]);
  for (const { status, headers } of responses)
    expect([status, headers.get('location')]).toEqual([303, '/contact/sent']);
  const thanks = await fetchHost(app.origin, 'site.test', '/contact/sent');
  expect(await thanks.text()).toContain('Thank you. Your message has arrived.');
  expect(await messages('inbox')).toMatchObject([{ senderName: MESSAGE.senderName }]);
  expect(await messages('spam')).toEqual([]);
});

test('without a script, what looks like spam comes back filled in, with a token', async () => {
  const response = await post(LINK);
  const page = await response.text();
  expect(response.status).toBe(200);
  expect(page).toContain('Please check your message and send it once more.');
  expect(page).toContain('value="Charles &quot;&lt;b&gt;&quot; Babbage"');
  expect(page).toContain('See https://example.com/notes.');
  expect(page).not.toContain('\0');
  expect(await countMessages()).toEqual([0, 0]);
  const sent = await post({ ...LINK, message: 'On paper, then.', token: await tokenIn(page) });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/contact/sent']);
  expect(await countMessages()).toEqual([1, 0]);
});

test('without a script, a filled-in honeypot stores nothing', async () => {
  expect((await post({ ...MESSAGE, website: 'https://pills.example' })).status).toBe(200);
  expect(await countMessages()).toEqual([0, 0]);
});

test('when many messages come without a token, the next ones have to be sent twice', async () => {
  await app.db
    .insertInto('rate_limit')
    .values(
      ['unverified:all', 'unverified:127.0.0.0/16'].map((key) => ({
        key,
        used: 100,
        resets_at: new Date(Date.now() + 3_600_000),
      })),
    )
    .execute();
  const page = await (await post(MESSAGE)).text();
  expect(page).toContain('Please check your message and send it once more.');
  expect(await countMessages()).toEqual([0, 0]);
  expect((await post({ ...MESSAGE, token: await tokenIn(page) })).status).toBe(303);
  expect(await countMessages()).toEqual([1, 0]);
});

test('an invalid field comes back with its error beside it', async () => {
  const token = await tokenIn(await (await post(LINK)).text());
  const response = await post({ ...MESSAGE, email: 'x', token });
  const page = await response.text();
  expect(response.status).toBe(400);
  expect(page).toMatch(/<input id="c-email"[^>]* aria-describedby="c-email-error"/);
  expect(page).toContain(
    '<span class="error" id="c-email-error">Enter a valid email address, like m@example.com.</span>',
  );
  expect(page).toContain('<span class="error" id="c-subject-error"></span>');
});

test('the script gets a token and JSON', async () => {
  const shown = await fetchHost(app.origin, 'site.test', '/contact/token');
  const { token } = await shown.json();
  const response = await post({ ...MESSAGE, token }, { accept: 'application/json' });
  expect([response.status, await response.json()]).toEqual([201, { success: true }]);
  const invalid = await post({ ...MESSAGE, email: 'x', token }, { accept: 'application/json' });
  expect(await invalid.json()).toEqual({
    success: false,
    message: 'Email: Enter a valid email address, like m@example.com.',
  });
});

test('the limits of the API hold, and what was typed is kept', async () => {
  for (let n = 0; n < 4; n += 1) await post({ ...MESSAGE, message: `Letter ${n}` });
  const refused = await post(MESSAGE);
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain('Would you write the notes?');
});

test('errors are in the language of the site, with and without the script', async () => {
  const owner = await app.owner();
  const json = { ...DEFAULT_SITE_SETTINGS, language: 'de' };
  await owner.call(calls.site.saveDraft, { json });
  await owner.call(calls.site.publish);
  const tryAgain = async () => {
    await app.db.deleteFrom('rate_limit').execute();
    return (await post(LINK)).text();
  };
  await expect.poll(tryAgain).toContain('Bitte prüfen Sie Ihre Nachricht');
  const token = await tokenIn(await tryAgain());
  const wrong = { ...MESSAGE, email: 'x', subject: ' ', senderName: 'x'.repeat(101), token };
  const page = await (await post(wrong)).text();
  expect(
    [...page.matchAll(/class="error" id="c-(\w+)-error">([^<]+)</g)].map(([, ...found]) => found),
  ).toEqual([
    ['senderName', 'Dieser Text ist zu lang.'],
    ['email', 'Bitte geben Sie eine gültige E-Mail-Adresse ein, wie m@example.com.'],
    ['subject', 'Bitte füllen Sie dieses Feld aus.'],
  ]);
  expect(page).toContain('Betreff: Bitte füllen Sie dieses Feld aus.');
  for (let n = 0; n < 4; n += 1) await post(LINK);
  const tooMany = await post({ ...MESSAGE, token }, { accept: 'application/json' });
  expect([tooMany.status, await tooMany.json()]).toEqual([
    429,
    {
      success: false,
      message: 'Sie haben viele Nachrichten gesendet. Bitte versuchen Sie es später noch einmal.',
    },
  ]);
});
