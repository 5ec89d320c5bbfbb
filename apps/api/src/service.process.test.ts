import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import { OWNER } from '@vitrine/testing/app';
import { waitForLockContention } from '@vitrine/testing/database';
import { locateProgram, startTcpProxy } from '@vitrine/testing/process';
import { useServices } from '@vitrine/testing/services';
import { uploads } from '@vitrine/testing/uploads';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';

const services = useServices();
const NO_DATABASE = 'postgres://127.0.0.1:1/none';

test('PORT=0 listens on a free port and prints the address at any log level', async () => {
  const settings = { PORT: '0', METRICS_LISTEN: '127.0.0.1:0', LOG_LEVEL: 'silent' };
  const program = locateProgram('main.ts').pathname;
  const child = spawn(process.execPath, [program], {
    env: { ...services.settings, ...settings },
  });
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

describe('in a home network', () => {
  test('says once why it waits for the database', async () => {
    const proxy = await startTcpProxy(services.settings.DATABASE_URL);
    proxy.cut();
    const settings = { PORT: '0', HOME_NETWORK: 'true', DATABASE_URL: proxy.url };
    const child = spawn(process.execPath, [locateProgram('main.ts').pathname], {
      env: { ...services.settings, ...settings },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
      });
    await vi.waitUntil(() => output.includes('Waiting for the database'), 60_000);
    // It tries again in the meantime.
    await sleep(2_500);
    proxy.restore();
    await vi.waitUntil(() => output.includes('Listening on'), 60_000);
    expect(output.match(/^Waiting for the database: .+$/gm)).toEqual([
      expect.stringContaining('ECONNRESET'),
    ]);
    child.kill('SIGTERM');
    await once(child, 'close');
    proxy.stop();
  });

  test('prints whether the first browser needs the setup code', async () => {
    const read = async (settings: Record<string, string>) => {
      const service = await services.start({ HOME_NETWORK: 'true', ...settings });
      await vi.waitUntil(() => service.output().includes('Setup code: '), 60_000);
      const { body } = await service.client().call(calls.setup.status);
      return [body.way, /^Vitrine has no owner yet.*$/m.exec(service.output())?.[0]];
    };
    expect(await read({})).toEqual([
      'open',
      'Vitrine has no owner yet. Open it in your home network. In the first 30 minutes, that works without this code.',
    ]);
    expect(await read({ SETUP_CODE: 'setup-code' })).toEqual([
      'code',
      'Vitrine has no owner yet. Open it in your home network and enter this code.',
    ]);
  });

  const NO_FILE = 'DATABASE_URL_FILE: cannot read';
  const TOO_LATE = 'It took more than 30 seconds.';
  test.each([
    ['if a restart with new addresses fails', NO_FILE, (file: string) => rm(file)],
    [
      'if a restart takes more than 30 seconds',
      TOO_LATE,
      (file: string) => writeFile(file, NO_DATABASE),
    ],
  ])(
    'exits with the reason %s',
    async (_, reason, change) => {
      const { DATABASE_URL, MEDIA_DIR } = services.settings;
      const file = join(MEDIA_DIR, 'database-url');
      await writeFile(file, DATABASE_URL);
      const settings = { DATABASE_URL: '', DATABASE_URL_FILE: file, SETUP_CODE: 'setup-code' };
      const service = await services.start({ HOME_NETWORK: 'true', ...settings });
      await service.waitForStatus('/readyz', 200);
      const owner = service.client();
      await owner.call(calls.setup.create, { json: { code: 'setup-code', ...OWNER } });
      await change(file);
      const json = { dashboard: '', site: '' };
      expect((await owner.call(calls.address.update, { json })).status).toBe(200);
      expect(await service.exited).toBe(1);
      expect(service.output()).toContain(`Vitrine cannot start with the new addresses:\n${reason}`);
    },
    120_000,
  );
});

describe('two processes on one database', () => {
  test('share sessions, setup codes, limits, data and media', async () => {
    const [one, two] = await Promise.all([services.start(), services.start()]);
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
        (
          await service
            .client()
            .call(calls.user.login, { json: { email: OWNER.email, password: 'guess' } })
        ).status,
      );
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  });
});

test('DATABASE_POOL limits the connections, and other requests wait for one', async () => {
  const service = await services.start({ SETUP_CODE: 'setup-code', DATABASE_POOL: '3' });
  await service.waitForStatus('/readyz', 200);
  const owner = service.client();
  await owner.call(calls.setup.create, { json: { code: 'setup-code', ...OWNER } });
  const other = new pg.Client(services.settings.DATABASE_URL);
  await other.connect();
  await other.query('begin; lock table timeline in share mode');
  const json = { title: 'a', description: 'b', from: 2000 };
  const requests = Array.from({ length: 12 }, () => owner.call(calls.timeline.add, { json }));
  await waitForLockContention(other, { count: 3 });
  const { rows } = await other.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'vitrine'`,
  );
  await other.query('commit');
  await other.end();
  expect(rows).toHaveLength(3);
  expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(Array(12).fill(201));
});

// With the smallest pool: a backup holds one connection while it uses another.
test('two processes take one backup soon after the start, and again a night later', async () => {
  const first = await services.start({ SETUP_CODE: 'setup-code' });
  await first.waitForStatus('/readyz', 200);
  const owner = first.client();
  await owner.call(calls.setup.create, { json: { code: 'setup-code', ...OWNER } });
  const BACKUP_DIR = join(services.settings.MEDIA_DIR, 'backups');
  const archives = () => readdir(BACKUP_DIR).catch(() => []);
  const startTwo = async () => {
    const two = await Promise.all(
      [1, 2].map(() => services.start({ BACKUP_DIR, DATABASE_POOL: '3' })),
    );
    await Promise.all(two.map((service) => service.waitForStatus('/readyz', 200)));
    return two;
  };

  const [one, two] = await startTwo();
  const atTwo = Object.assign(two?.client() ?? first.client(), { cookie: owner.cookie });
  const drill = async () => (await atTwo.call(calls.backup.status)).body.drill;
  await expect.poll(drill, { timeout: 20_000 }).not.toBeNull();
  expect(await archives()).toEqual([expect.stringMatching(/^nightly-.*Z\.tar$/)]);
  await Promise.all([one, two].map((service) => service?.signal('SIGTERM')));
  expect(await archives()).toHaveLength(1);

  // The service was down for two nights.
  const database = new pg.Client(services.settings.DATABASE_URL);
  await database.connect();
  await database.query(`update automatic_backup set taken_at = taken_at - interval '2 days'`);
  await database.end();
  await startTwo();
  await expect.poll(archives, { timeout: 20_000 }).toHaveLength(2);
});

test('a process that is killed during a restore drill leaves nothing, and the next one drills', async () => {
  const BACKUP_DIR = join(services.settings.MEDIA_DIR, 'backups');
  const first = await services.start({ SETUP_CODE: 'setup-code' });
  await first.waitForStatus('/readyz', 200);
  const owner = first.client();
  await owner.call(calls.setup.create, { json: { code: 'setup-code', ...OWNER } });
  const database = new pg.Client(services.settings.DATABASE_URL);
  await database.connect();
  // Holds a drill at the first migration that changes one of the tables that it has created.
  await database.query('begin; lock table pg_statistic in share mode');
  const killed = await services.start({ BACKUP_DIR });
  await waitForLockContention(database);
  await killed.signal('SIGKILL');
  await database.query('rollback');
  const connections = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await database.query(connections)).rows).toEqual([]);
  const schemas = `select nspname from pg_namespace where nspname like 'vitrine%'`;
  expect((await database.query(schemas)).rows).toEqual([]);
  await database.end();

  const next = await services.start({ BACKUP_DIR });
  await next.waitForStatus('/readyz', 200);
  const there = Object.assign(next.client(), { cookie: owner.cookie });
  const drill = async () => (await there.call(calls.backup.status)).body.drill;
  await expect.poll(drill, { timeout: 20_000 }).not.toBeNull();
  expect(await readdir(BACKUP_DIR)).toHaveLength(1);
});

describe('three processes on one database', () => {
  test('a write to one updates the public document of each within a second', async () => {
    const env = { SETUP_CODE: 'setup-code' };
    const all = await Promise.all([services.start(env), services.start(env), services.start(env)]);
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

test('a shutdown lets a running request finish', async () => {
  const service = await services.start({ SETUP_CODE: 'setup-code' });
  await service.waitForStatus('/readyz', 200);
  const owner = service.client();
  await owner.call(calls.setup.create, { json: { code: 'setup-code', ...OWNER } });
  // A lock holds the request for as long as the test needs, however busy the machine is.
  const other = new pg.Client(services.settings.DATABASE_URL);
  await other.connect();
  await other.query('begin; lock table timeline in share mode');
  const request = owner.call(calls.timeline.add, {
    json: { title: 'a', description: 'b', from: 2000 },
  });
  await waitForLockContention(other);
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
  const service = await services.start();
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
