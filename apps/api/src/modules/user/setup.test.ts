import { calls } from '@vitrine/contract/calls';
import { OWNER, startApp, type TestApp } from '@vitrine/testing/app';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let app: TestApp;

describe('the first run', () => {
  beforeAll(async () => {
    app = await startApp({ limits: { setup: { address: { times: 3, minutes: 15 } } } });
  });
  afterAll(() => app.stop());
  beforeEach(() => sql`truncate owner, rate_limit cascade`.execute(app.db));

  test('the setup code creates the owner once and signs in', async () => {
    const visitor = app.visitor();
    expect((await visitor.call(calls.setup.status)).body).toEqual({
      success: true,
      needed: true,
      hasPasskeys: false,
      way: 'code',
    });
    const made = await visitor.call(calls.setup.create, { json: { code: 'SETUPCODE', ...OWNER } });
    expect(made.status).toBe(201);
    expect(made.body.user).toMatchObject({
      fullName: OWNER.fullName,
      email: OWNER.email,
      phone: '',
    });
    expect((await visitor.call(calls.user.me)).body.user).toEqual(made.body.user);
    expect((await visitor.call(calls.setup.status)).body.needed).toBe(false);

    const again = await app
      .visitor()
      .call(calls.setup.create, { json: { code: 'setup-code', ...OWNER } });
    expect(again.status).toBe(409);
    expect(again.body.message).toBe('This installation already has an owner. Please log in.');
  });

  test('an owner without a first run never gets one', async () => {
    const visitor = app.visitor();
    await visitor.call(calls.setup.create, { json: { code: 'setup-code', ...OWNER } });
    const saved = await visitor.call(calls.setup.saveStep, { json: { step: 'you' } });
    expect(saved.body.user.setupStep).toBeNull();
  });

  test('the first run starts without a name, and continues in every browser', async () => {
    const { email, password } = OWNER;
    const json = { code: 'setup-code', email, password, hasFirstRun: 'true' };
    const visitor = app.visitor();
    const made = await visitor.call(calls.setup.create, { json });
    expect(made.body.user).toMatchObject({ fullName: '', setupStep: 'start' });
    await visitor.call(calls.setup.saveStep, { json: { step: 'look' } });
    const login = await app.visitor().call(calls.user.login, { json: { email, password } });
    expect(login.body.user.setupStep).toBe('look');
    const unknown = await visitor.call(calls.setup.saveStep, { json: { step: 'account' } });
    expect(unknown.status).toBe(400);
  });

  test('creates one owner when several requests arrive at once', async () => {
    const json = { code: 'setup-code', ...OWNER };
    const responses = await Promise.all(
      Array.from({ length: 3 }, () => app.visitor().call(calls.setup.create, { json })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test('rejects a wrong code and limits the attempts', async () => {
    const json = { code: 'wrong', ...OWNER };
    const responses = [];
    for (let n = 0; n < 4; n += 1)
      responses.push(await app.visitor().call(calls.setup.create, { json }));
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 429]);
    expect(responses[0]?.body.fields).toHaveProperty('code');
    expect((await app.visitor().call(calls.setup.status)).body.needed).toBe(true);
  });

  test('attempts without a code do not use up the limit', async () => {
    for (let n = 0; n < 4; n += 1)
      expect((await app.visitor().call(calls.setup.create, { json: OWNER })).status).toBe(400);
    const made = await app
      .visitor()
      .call(calls.setup.create, { json: { code: 'setup-code', ...OWNER } });
    expect(made.status).toBe(201);
  });

  test.each([
    ['a short password', { password: 'short' }, 'password'],
    ['no name', { fullName: '' }, 'fullName'],
    ['an invalid email address', { email: 'ada' }, 'email'],
    ['a role', { role: 'admin' }, 'role'],
  ])('rejects %s', async (_, change, field) => {
    const { status, body } = await app
      .visitor()
      .call(calls.setup.create, { json: { code: 'setup-code', ...OWNER, ...change } });
    expect(status).toBe(400);
    expect(Object.keys(body.fields ?? {})).toEqual([field]);
  });
});
