import { tmpdir } from 'node:os';
import { calls } from '@vitrine/contract/calls';
import { OWNER } from '@vitrine/testing/app';
import { Authenticator } from '@vitrine/testing/authenticator';
import { run } from '@vitrine/testing/process';
import { useServices } from '@vitrine/testing/services';
import { describe, expect, test } from 'vitest';

const LOGIN = { email: OWNER.email, password: OWNER.password };
const services = useServices({ empty: true });

describe('vitrine owner', () => {
  test('creates one owner, and sets a password that ends all sessions', async () => {
    const lines = `${OWNER.fullName}\n${OWNER.email}\n${OWNER.password}\n`;
    const made = await run('vitrine.ts', ['owner', 'create'], services.settings, lines);
    expect(made).toMatchObject({
      code: 0,
      output: expect.stringContaining('Created the owner Ada Lovelace.'),
    });
    expect(made.output).not.toContain(OWNER.password);
    expect(await run('vitrine.ts', ['owner', 'create'], services.settings, lines)).toMatchObject({
      code: 1,
      output: 'There is already an owner.\n',
    });

    const service = await services.start();
    await service.waitForStatus('/readyz', 200);
    expect(service.output()).not.toContain('Setup code');
    const owner = service.client();
    expect((await owner.call(calls.user.login, { json: LOGIN })).status).toBe(200);
    const { secret } = (
      await owner.call(calls.token.add, {
        json: { name: 'Script', scopes: ['read'], expiresInDays: null },
      })
    ).body;
    const changed = await run(
      'vitrine.ts',
      ['owner', 'password'],
      services.settings,
      'another engine\n',
    );
    expect(changed.output).toContain(
      'Set a new password for ada@example.com, removed all API tokens, and signed out all sessions.',
    );
    const headers = { authorization: `Bearer ${secret}` };
    expect((await service.client().call(calls.skill.list, { headers })).status).toBe(401);
    expect((await owner.call(calls.user.me)).status).toBe(401);
    const json = { ...LOGIN, password: 'another engine' };
    expect((await owner.call(calls.user.login, { json })).status).toBe(200);

    // The way back without the phone and the recovery codes.
    const { body } = await owner.call(calls.secondFactor.setUp);
    const code = new Authenticator(body.secret).code();
    expect((await owner.call(calls.secondFactor.turnOn, { json: { code } })).status).toBe(200);
    const browser = service.client();
    expect((await browser.call(calls.user.login, { json })).status).toBe(403);
    const recovered = await run(
      'vitrine.ts',
      ['owner', 'recover'],
      services.settings,
      'difference engine\n',
    );
    expect(recovered.output).toContain(
      'Set a new password for ada@example.com, turned off the second factor, removed all passkeys and API tokens, and signed out all sessions.',
    );
    expect((await owner.call(calls.user.me)).status).toBe(401);
    expect((await browser.call(calls.user.loginWithCode, { json: { code } })).status).toBe(401);
    const login = { json: { ...LOGIN, password: 'difference engine' } };
    expect((await browser.call(calls.user.login, login)).status).toBe(200);
    const { body: log } = await browser.call(calls.audit.list);
    expect(log.events.map(({ kind }) => kind)).toContain('owner-recovered');
  });

  test.each([
    [['create'], 'Ada\nada\nshort\n', /Enter a valid email address[\s\S]*at least 8 characters/],
    [['password'], 'long enough\n', /There is no owner yet/],
    [['recover'], 'long enough\n', /There is no owner yet/],
    [[], '', /vitrine owner create/],
    [['drop'], '', /vitrine owner create/],
  ])('%j with %j prints an error', async (args, input, message) => {
    const { code, output } = await run('vitrine.ts', ['owner', ...args], services.settings, input);
    expect(code).toBe(1);
    expect(output).toMatch(message);
    expect(output).not.toContain('    at ');
  });
});

describe('npm run db:migrate', () => {
  test('migrating without DATABASE_URL prints an error', async () => {
    const { code, output } = await run('cli/migrate.ts', [], {}, '', tmpdir());
    expect(code).toBe(1);
    expect(output).toMatch(/^DATABASE_URL: set the URL of PostgreSQL/);
  });

  test('migrating twice applies the migrations once', async () => {
    const first = await run('cli/migrate.ts', [], services.settings);
    const second = await run('cli/migrate.ts', [], services.settings);
    expect(first).toMatchObject({ code: 0, output: expect.stringMatching(/^Applied 0001-/) });
    expect(second).toEqual({ code: 0, output: 'The database is up to date.\n' });
  });
});
