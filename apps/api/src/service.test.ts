import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import { OWNER, startApp } from '@vitrine/testing/app';
import { createDatabase } from '@vitrine/testing/database';
import { startMailCatcher } from '@vitrine/testing/mail-catcher';
import { freePort } from '@vitrine/testing/postgres';
import {
  locateProgram,
  run,
  type ServiceProcess,
  startProcess,
  startTcpProxy,
} from '@vitrine/testing/process';
import { uploads } from '@vitrine/testing/uploads';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const LOGIN = { email: OWNER.email, password: OWNER.password };

let database: { url: string; drop(): Promise<void> };
let folder: string;
let processes: ServiceProcess[];

beforeEach(async () => {
  database = await createDatabase({ empty: true });
  folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  processes = [];
});
afterEach(async () => {
  await Promise.all(processes.map((service) => service.signal('SIGKILL')));
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function startService(env: Record<string, string> = {}): Promise<ServiceProcess> {
  const service = await startProcess({ DATABASE_URL: database.url, MEDIA_DIR: folder, ...env });
  processes.push(service);
  return service;
}

test('PORT=0 listens on a free port and prints the address at any log level', async () => {
  const env = { DATABASE_URL: database.url, MEDIA_DIR: folder };
  const settings = { PORT: '0', METRICS_LISTEN: '127.0.0.1:0', LOG_LEVEL: 'silent' };
  const program = locateProgram('main.ts').pathname;
  const child = spawn(process.execPath, [program], { env: { ...env, ...settings } });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const address = await vi.waitUntil(() => /^Listening on (\S+)$/m.exec(output)?.[1], 20_000);
  const metrics = await vi.waitUntil(() => /^Serving metrics on (\S+)$/m.exec(output)?.[1]);
  await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(200);
  expect((await fetch(`${metrics}/metrics`)).status).toBe(200);
  // The default PUBLIC_URL includes the port: only this origin may call the API.
  const login = (origin: string) =>
    fetch(`${address}/api/v1/user/login`, { method: 'POST', headers: { origin } });
  const own = `http://localhost:${new URL(address).port}`;
  expect((await login(own)).status).not.toBe(403);
  expect((await login('http://localhost:0')).status).toBe(403);
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
});

describe('two processes on one database', () => {
  test('both become ready when they start together on an empty database', async () => {
    const both = await Promise.all([startService(), startService()]);
    await Promise.all(both.map((service) => service.waitForStatus('/readyz', 200)));
    const logs = await Promise.all(both.map((service) => service.log()));
    expect(logs.join()).not.toContain('"level":50');
  });

  test('share sessions, setup codes, limits, data and media', async () => {
    const [one, two] = await Promise.all([startService(), startService()]);
    await Promise.all([one.waitForStatus('/readyz', 200), two.waitForStatus('/readyz', 200)]);
    await expect
      .poll(() => /Setup code: (\S+)/.exec(one.output())?.[1])
      .toMatch(/^(\w{4}-){3}\w{4}$/);
    const code = /Setup code: (\S+)/.exec(one.output())?.[1] ?? '';

    const browser = two.client();
    expect((await browser.call(calls.setup.create, { json: { code, ...OWNER } })).status).toBe(201);
    expect((await one.client().call(calls.setup.status)).body.needed).toBe(false);

    const atOne = Object.assign(one.client(), { cookie: browser.cookie });
    expect((await atOne.call(calls.user.me)).status).toBe(200);

    const form = { name: 'Figma', svg: uploads.svg() };
    const added = await browser.call(calls.softwareApplication.add, { form });
    const listed = await atOne.call(calls.softwareApplication.list);
    const path = new URL(added.body.softwareApplication.svg.url).pathname;
    expect(listed.body.softwareApplications).toHaveLength(1);
    expect((await one.client().fetch(path)).status).toBe(200);

    await browser.call(calls.user.logout);
    expect((await atOne.call(calls.user.me)).status).toBe(401);
    const copy = Object.assign(two.client(), { cookie: atOne.cookie });
    expect((await copy.call(calls.user.me)).status).toBe(401);

    const statuses = [];
    for (let n = 0; n < 12; n += 1) {
      const service = n % 2 ? one : two;
      statuses.push(
        (await service.client().call(calls.user.login, { json: { ...LOGIN, password: 'guess' } }))
          .status,
      );
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  });
});

describe('three processes on one database', () => {
  test('a write to one updates the public document of each within a second', async () => {
    const env = { SETUP_CODE: 'setup-code' };
    const all = await Promise.all([startService(env), startService(env), startService(env)]);
    await Promise.all(all.map((service) => service.waitForStatus('/readyz', 200)));
    const [first] = all;
    const owner = first?.client();
    await owner?.call(calls.setup.create, { json: { code: 'setup-code', ...OWNER } });
    for (const [turn, service] of all.entries()) {
      const writer = Object.assign(service.client(), { cookie: owner?.cookie ?? '' });
      const title = `Written at ${turn}`;
      await writer.call(calls.timeline.add, { json: { title, description: 'x', from: 2000 } });
      const written = Date.now();
      for (const reader of all) {
        const titles = async () =>
          (await reader.client().call(calls.public.portfolio)).body.timeline?.map(
            (one) => one.title,
          );
        await expect.poll(titles, { interval: 20, timeout: 1_000 }).toContain(title);
      }
      expect(Date.now() - written).toBeLessThan(1_000);
    }
  });
});

describe('an unavailable database', () => {
  test('visitors can read the portfolio, and get 503 for writes', async () => {
    const proxy = await startTcpProxy(database.url);
    const service = await startService({ DATABASE_URL: proxy.url, SETUP_CODE: 'setup-code' });
    await service.waitForStatus('/readyz', 200);
    const visitor = service.client();
    const owner = service.client();
    await owner.call(calls.setup.create, { json: { code: 'setup-code', ...OWNER } });
    await service.waitForStatus('/api/v1/public/portfolio', 200);
    const json = { senderName: 'A', subject: 'B', email: 'c@d.example', message: 'E' };
    const tag = (await visitor.call(calls.public.portfolio)).headers.get('etag') ?? '';

    await proxy.cut();
    const read = await visitor.call(calls.public.portfolio);
    expect([read.status, read.body.profile.fullName]).toEqual([200, OWNER.fullName]);
    const again = await visitor.fetch('/api/v1/public/portfolio', {}, { 'if-none-match': tag });
    expect(again.status).toBe(304);
    for (const call of [calls.public.send, calls.public.form]) {
      const { status, body, headers } = await visitor.call(
        call,
        call === calls.public.send ? { json } : {},
      );
      expect(status).toBe(503);
      expect(body.message).toBe(
        'The database cannot be reached right now. Please try again shortly.',
      );
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }

    proxy.restore();
    await service.waitForStatus('/readyz', 200);
    expect((await visitor.call(calls.public.send, { json })).status).toBe(201);
    // The new connection receives notifications again.
    await owner.call(calls.timeline.add, { json: { title: 'T', description: 'x', from: 2000 } });
    const titles = async () => (await visitor.call(calls.public.portfolio)).body.timeline.length;
    await expect.poll(titles).toBe(1);
    await proxy.cut();
  });

  test('the service listens only when it is ready', async () => {
    const first = await startService();
    await first.waitForStatus('/readyz', 200);
    const another = await startService();
    expect((await another.client().fetch('/readyz')).status).toBe(200);
  });

  test('the service can start before the database and becomes ready after it', async () => {
    const proxy = await startTcpProxy(database.url);
    await proxy.cut();
    const service = await startService({ DATABASE_URL: proxy.url });
    expect((await service.client().fetch('/healthz')).status).toBe(200);
    expect((await service.client().fetch('/readyz')).status).toBe(503);
    const early = await service.client().call(calls.user.login, { json: LOGIN });
    expect(early.status).toBe(503);
    expect(early.body.message).toBe('The service is starting. Please try again shortly.');
    proxy.restore();
    const started = Date.now();
    await service.waitForStatus('/readyz', 200);
    expect(Date.now() - started).toBeLessThan(5_000);
    await proxy.cut();
  });

  test('calls return 503 until it is available again', async () => {
    const proxy = await startTcpProxy(database.url);
    const service = await startService({ DATABASE_URL: proxy.url, SETUP_CODE: 'setup-code' });
    await service.waitForStatus('/readyz', 200);
    const owner = service.client();
    await owner.call(calls.setup.create, { json: { code: 'setup-code', ...OWNER } });
    for (let restart = 0; restart < 3; restart += 1) {
      await proxy.cut();
      const unavailable = await owner.call(calls.project.list);
      expect(unavailable.status).toBe(503);
      expect(unavailable.body.message).toBe(
        'The database cannot be reached right now. Please try again shortly.',
      );
      expect((await owner.fetch('/readyz')).status).toBe(503);
      expect((await owner.fetch('/healthz')).status).toBe(200);
      proxy.restore();
      await service.waitForStatus('/readyz', 200);
      expect((await owner.call(calls.project.list)).status).toBe(200);
    }
    await proxy.cut();
  });
});

test('an unavailable mail server delays email and loses none', async () => {
  const port = await freePort();
  const app = await startApp({ settings: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  await app.owner();
  const { status } = await app
    .visitor()
    .call(calls.user.forgotPassword, { json: { email: OWNER.email } });
  expect(status).toBe(200);
  const waiting = () =>
    sql<{
      state: string;
    }>`select state::text from pgboss.job where name = 'password-reset'`.execute(app.db);
  // The first attempt fails before the mail server starts.
  await expect.poll(async () => (await waiting()).rows).toEqual([{ state: 'retry' }]);
  const mail = await startMailCatcher(port);
  const arrived = await mail.waitFor('Reset your password', 1);
  expect(arrived.recipients).toEqual([OWNER.email]);
  await mail.stop();
  await app.stop();
});

test('a shutdown lets a running request finish', async () => {
  const service = await startService({ SETUP_CODE: 'setup-code' });
  await service.waitForStatus('/readyz', 200);
  const owner = service.client();
  await owner.call(calls.setup.create, { json: { code: 'setup-code', ...OWNER } });
  // A lock holds the request for as long as the test needs, however busy the machine is.
  const other = new pg.Client(database.url);
  await other.connect();
  await other.query('begin; lock table timeline in share mode');
  const request = owner.call(calls.timeline.add, {
    json: { title: 'a', description: 'b', from: 2000 },
  });
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1);
  const code = service.signal('SIGTERM');
  await expect
    .poll(() => fetch(`${service.origin}/readyz`).catch((error) => error.cause.code))
    .toBe('ECONNREFUSED');
  await other.query('commit');
  await other.end();
  expect((await request).status).toBe(201);
  expect(await code).toBe(0);
});

test('while it stops, closes open connections after their response and rejects new ones', async () => {
  const service = await startService();
  await service.waitForStatus('/readyz', 200);
  const { hostname, port } = new URL(service.origin);
  const socket = connect(Number(port), hostname);
  let response = '';
  socket.on('data', (chunk) => {
    response += chunk;
  });
  // A connection with an incomplete request stays open.
  socket.write('GET /readyz HTTP/1.1\r\nhost: a\r\n');
  await sleep(300);
  const stopped = Date.now();
  const code = service.signal('SIGTERM');
  await expect
    .poll(() => fetch(`${service.origin}/readyz`).catch((error) => error.cause.code))
    .toBe('ECONNREFUSED');
  socket.write('\r\n');
  await once(socket, 'close');
  expect(response).toMatch(/^HTTP\/1\.1 503 /);
  expect(response).toMatch(/^connection: close\r$/im);
  expect(response).toContain('"message":"The service is stopping."');
  expect(await code).toBe(0);
  expect(Date.now() - stopped).toBeLessThan(5_000);
});

describe('command line', () => {
  const env = () => ({ DATABASE_URL: database.url });

  test('creates one owner, and sets a password that ends all sessions', async () => {
    const lines = `${OWNER.fullName}\n${OWNER.email}\n${OWNER.password}\n`;
    const made = await run('vitrine.ts', ['owner', 'create'], env(), lines);
    expect(made).toMatchObject({
      code: 0,
      output: expect.stringContaining('Created the owner Ada Lovelace.'),
    });
    expect(made.output).not.toContain(OWNER.password);
    expect(await run('vitrine.ts', ['owner', 'create'], env(), lines)).toMatchObject({
      code: 1,
      output: 'There is already an owner.\n',
    });

    const service = await startService();
    await service.waitForStatus('/readyz', 200);
    expect(service.output()).not.toContain('Setup code');
    const owner = service.client();
    expect((await owner.call(calls.user.login, { json: LOGIN })).status).toBe(200);
    const changed = await run('vitrine.ts', ['owner', 'password'], env(), 'another engine\n');
    expect(changed.output).toContain('Set a new password for ada@example.com');
    expect((await owner.call(calls.user.me)).status).toBe(401);
    const json = { ...LOGIN, password: 'another engine' };
    expect((await owner.call(calls.user.login, { json })).status).toBe(200);
  });

  test.each([
    [['create'], 'Ada\nada\nshort\n', /Enter a valid email address[\s\S]*at least 8 characters/],
    [['password'], 'long enough\n', /There is no owner yet/],
    [[], '', /vitrine owner create/],
    [['drop'], '', /vitrine owner create/],
  ])('%j with %j prints an error', async (args, input, message) => {
    const { code, output } = await run('vitrine.ts', ['owner', ...args], env(), input);
    expect(code).toBe(1);
    expect(output).toMatch(message);
    expect(output).not.toContain('    at ');
  });

  test('migrating without DATABASE_URL prints an error', async () => {
    const { code, output } = await run('cli/migrate.ts', [], {}, '', tmpdir());
    expect(code).toBe(1);
    expect(output).toMatch(/^DATABASE_URL: set the URL of PostgreSQL/);
  });

  test('migrating twice applies the migrations once', async () => {
    const first = await run('cli/migrate.ts', [], env());
    const second = await run('cli/migrate.ts', [], env());
    expect(first).toMatchObject({ code: 0, output: expect.stringMatching(/^Applied 0001-/) });
    expect(second).toEqual({ code: 0, output: 'The database is up to date.\n' });
  });
});
