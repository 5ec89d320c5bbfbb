import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { calls } from '@vitrine/contract/calls';
import { streams } from '@vitrine/contract/routes';
import type { Client } from '@vitrine/testing/api-client';
import { OWNER, UNKNOWN } from '@vitrine/testing/app';
import { createDatabase, waitForLockContention } from '@vitrine/testing/database';
import { run, type ServiceProcess, startProcess, startTcpProxy } from '@vitrine/testing/process';
import { uploads } from '@vitrine/testing/uploads';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../config.ts';

const OPS = new URL('../../../../ops/', import.meta.url);

let database: { url: string; drop(): Promise<void> };
let proxy: Awaited<ReturnType<typeof startTcpProxy>>;
let folder: string;
let listen: string;
let service: ServiceProcess;
let owner: Client;

beforeAll(async () => {
  database = await createDatabase();
  proxy = await startTcpProxy(database.url);
  folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  service = await startProcess({
    DATABASE_URL: proxy.url,
    MEDIA_DIR: folder,
    BACKUP_DIR: join(folder, 'backups'),
    SETUP_CODE: 'setup-code',
    METRICS_LISTEN: '127.0.0.1:0',
  });
  await service.waitForStatus('/readyz', 200);
  listen = /^Serving metrics on http:\/\/(\S+)$/m.exec(service.output())?.[1] ?? '';
  owner = service.client();
  await owner.call(calls.setup.create, { json: { code: 'setup-code', ...OWNER } });
  // Before the first scrape, because files are counted at most once in five minutes.
  const form = { name: 'Figma', svg: uploads.svg() };
  await owner.call(calls.softwareApplication.add, { form });
});
afterAll(async () => {
  await service.signal('SIGKILL');
  proxy.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function scrape(): Promise<string> {
  const response = await fetch(`http://${listen}/metrics`);
  expect(response.status).toBe(200);
  return response.text();
}

/** The value of a metric with its labels, if there is one. */
async function readValue(metric: string): Promise<number | undefined> {
  const line = (await scrape()).split('\n').find((one) => one.startsWith(`${metric} `));
  return line === undefined ? undefined : Number(line.slice(metric.length));
}

function requests(method: string, route: string, status: number): string {
  return `vitrine_http_requests_total{method="${method}",route="${route}",status="${status}"}`;
}

function durations(method: string, route: string, status: number): string {
  return `vitrine_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;
}

describe('requests', () => {
  test('are counted and timed by route and status, never by URL', async () => {
    await owner.call(calls.project.get, { params: { id: UNKNOWN } });
    await service.client().fetch('/wp-login.php', { method: 'POST' });
    await service.client().fetch('/%zz', { method: 'POST' });
    const project = '/api/v1/project/get/:id';
    expect(await readValue(requests('GET', project, 404))).toBe(1);
    expect(await readValue(durations('GET', project, 404))).toBe(1);
    expect(await readValue(requests('POST', 'none', 404))).toBe(2);
    const text = await scrape();
    for (const part of [UNKNOWN, 'wp-login', '%zz']) expect(text).not.toContain(part);
  });

  test('for the cached document are counted', async () => {
    const path = '/api/v1/public/portfolio';
    await service.waitForStatus(path, 200);
    const before = (await readValue(requests('GET', path, 200))) ?? 0;
    const { headers } = await service.client().fetch(path);
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    for (let n = 0; n < 3; n += 1) await service.client().fetch(path, {}, known);
    await service.client().fetch(path, { method: 'HEAD' });
    expect(await readValue(requests('GET', path, 200))).toBe(before + 1);
    expect(await readValue(requests('GET', path, 304))).toBe(3);
    expect(await readValue(requests('HEAD', path, 200))).toBe(1);
    // Their durations would make the service look faster than it is.
    expect((await readValue(durations('GET', path, 304))) ?? 0).toBe(0);
  });

  test('for a cached picture are counted by route', async () => {
    const { body } = await owner.call(calls.softwareApplication.list);
    const { pathname } = new URL(body.softwareApplications[0]?.svg.url ?? '');
    for (let n = 0; n < 3; n += 1) await service.client().fetch(pathname);
    const route = '/media/:name';
    expect(await readValue(requests('GET', route, 200))).toBe(3);
    // The first one was read from the disk.
    expect(await readValue(durations('GET', route, 200))).toBe(1);
  });

  test('whose client disconnected are counted as 499', async () => {
    // A lock holds the request for as long as the test needs, however busy the machine is.
    const other = new pg.Client(database.url);
    await other.connect();
    try {
      await other.query('begin; lock table rate_limit');
      const { hostname, port } = new URL(service.origin);
      const socket = connect(Number(port), hostname);
      const body = JSON.stringify({ email: OWNER.email, password: 'a guess' });
      socket.write(
        `POST /api/v1/user/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
      // The service also deletes from the table every few seconds, and waits for the lock then.
      await waitForLockContention(other, { statement: 'insert into rate_limit' });
      socket.destroy();
      await once(socket, 'close');
    } finally {
      await other.end();
    }
    const metric = requests('POST', '/api/v1/user/login', 499);
    await expect.poll(() => readValue(metric)).toBe(1);
  });

  test('for streams have no duration', async () => {
    const route = `/api/v1${streams.messages.path}`;
    const controller = new AbortController();
    const stream = await owner.fetch(route, { signal: controller.signal });
    expect(stream.status).toBe(200);
    controller.abort();
    await expect.poll(() => readValue(requests('GET', route, 200))).toBe(1);
    expect(await readValue(durations('GET', route, 200))).toBeUndefined();
  });
});

describe('other metrics', () => {
  test('include the number and size of media files', async () => {
    await expect.poll(() => readValue('vitrine_media_files')).toBe(1);
    expect(await readValue('vitrine_media_bytes')).toBeGreaterThan(0);
  });

  test('include a waiting email and its age', async () => {
    const empty = 'vitrine_queue_oldest_seconds{queue="password-reset"}';
    expect(await readValue(empty)).toBe(0);
    // This service has no mail server.
    await service.client().call(calls.user.forgotPassword, { json: { email: OWNER.email } });
    const text = await scrape();
    const jobs = [
      ...text.matchAll(/^vitrine_queue_jobs\{queue="password-reset",state="\w+"\} (\d+)$/gm),
    ];
    expect(jobs.map(([, count]) => Number(count)).reduce((sum, one) => sum + one)).toBe(1);
    expect(jobs).toHaveLength(3);
    expect(await readValue(empty)).toBeGreaterThan(0);
    for (const queue of ['mail', 'messages']) expect(text).toContain(`queue="${queue}"`);
    expect(text).not.toContain('queue="__');
  });

  test('include pool, event loop, memory and CPU', async () => {
    expect(await readValue('vitrine_db_pool_connections')).toBeGreaterThan(0);
    expect(await readValue('vitrine_db_pool_idle')).toBeGreaterThanOrEqual(0);
    expect(await readValue('vitrine_db_pool_waiting')).toBe(0);
    expect(await readValue('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(await readValue('process_resident_memory_bytes')).toBeGreaterThan(1e7);
    expect(await readValue('process_cpu_seconds_total')).toBeGreaterThan(0);
  });

  test('show not ready and no stale values while the database is unavailable', async () => {
    expect(await readValue('vitrine_ready')).toBe(1);
    proxy.cut();
    expect(await readValue('vitrine_ready')).toBe(0);
    expect(await readValue('vitrine_queue_oldest_seconds{queue="mail"}')).toBeUndefined();
    expect(await readValue('vitrine_db_pool_waiting')).toBeDefined();
    proxy.restore();
    await service.waitForStatus('/readyz', 200);
    expect(await readValue('vitrine_ready')).toBe(1);
  });
});

describe('METRICS_LISTEN', () => {
  test('is the only address that serves metrics', async () => {
    const onMain = await service.client().fetch('/metrics');
    expect(await onMain.text()).not.toContain('vitrine_');
    for (const [method, path] of [
      ['GET', '/'],
      ['POST', '/metrics'],
      ['GET', '/metrics/../healthz'],
    ])
      expect((await fetch(`http://${listen}${path}`, { method: method ?? '' })).status).toBe(404);
  });

  test.each(['9464', ':9464', 'localhost', '127.0.0.1:99999', 'http://127.0.0.1:9464', '::1:9464'])(
    'rejects %s',
    (value) => {
      const settings = { DATABASE_URL: database.url, METRICS_LISTEN: value };
      expect(() => readConfig(settings)).toThrow(
        'METRICS_LISTEN: must be an address and a port, like 127.0.0.1:9464',
      );
    },
  );

  test.each([
    ['127.0.0.1:9464', '127.0.0.1'],
    ['[::1]:9464', '::1'],
    ['metrics.internal:9464', 'metrics.internal'],
  ])('accepts %s', (value, host) => {
    const settings = { DATABASE_URL: database.url, METRICS_LISTEN: value };
    expect(readConfig(settings).metricsListen).toEqual({ host, port: 9464 });
  });

  test.each([
    ['a port in use', () => listen, 'another program uses this port'],
    [
      'an address of another machine',
      () => '192.0.2.1:9464',
      'cannot listen on this address (EADDRNOTAVAIL)',
    ],
  ])('explains %s in one line', async (_, value, message) => {
    const env = {
      DATABASE_URL: database.url,
      MEDIA_DIR: folder,
      PORT: '0',
      LOG_LEVEL: 'silent',
      METRICS_LISTEN: value(),
    };
    expect(await run('main.ts', [], env)).toEqual({
      code: 1,
      output: `Vitrine cannot start with these settings:\nMETRICS_LISTEN: ${message}\n`,
    });
  });
});

test('problems with automatic backups and the last restore drill are shown', async () => {
  const db = new pg.Client(database.url);
  await db.connect();
  // Waits for the backup that the service takes after its start, and its drill.
  await db.query('select pg_advisory_lock(7207)');
  await db.query(`
    insert into automatic_backup
      (error, missing, drill_passed_at, drill_rows, drill_files, drill_ms)
    values ('The disk is full.', 2, to_timestamp(1800000000), 9, 1, 1500)
    on conflict (id) do update set error = excluded.error, missing = excluded.missing,
      drill_passed_at = excluded.drill_passed_at, drill_rows = excluded.drill_rows,
      drill_files = excluded.drill_files, drill_ms = excluded.drill_ms`);
  expect(await readValue('vitrine_backup_problems')).toBe(2);
  expect(await readValue('vitrine_backup_drill_passed_timestamp_seconds')).toBe(1_800_000_000);
  expect(await readValue('vitrine_backup_drill_duration_seconds')).toBe(1.5);
  await db.query('update automatic_backup set error = null, missing = 0');
  expect(await readValue('vitrine_backup_problems')).toBe(0);
  await db.end();
});

describe('Grafana dashboard and alerts', () => {
  interface Panel {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }

  async function dashboard() {
    return JSON.parse(await readFile(new URL('grafana-dashboard.json', OPS), 'utf8'));
  }
  async function rules(): Promise<{ alert: string; expr: string; for: string }[]> {
    const { groups } = parse(await readFile(new URL('alerts.yml', OPS), 'utf8'));
    return groups.flatMap((group: { rules: unknown[] }) => group.rules);
  }

  test('use valid expressions and existing metrics', async () => {
    const served = new Set(
      [...(await scrape()).matchAll(/^(\w+)(?:\{| )/gm)].map(([, name]) => name),
    );
    // Created by Prometheus.
    served.add('up');
    const { panels, templating } = await dashboard();
    const expressions = [
      ...panels.flatMap((panel: Panel) => panel.targets.map(({ expr }) => expr)),
      ...(await rules()).map(({ expr }) => expr),
    ];
    expect(expressions.length).toBeGreaterThan(25);
    for (const expression of expressions) {
      const { names, isValid } = read(expression);
      expect(isValid, expression).toBe(true);
      expect(names.length, expression).toBeGreaterThan(0);
      for (const name of names) expect(served, expression).toContain(name);
    }
    for (const { definition } of templating.list)
      if (definition) expect(served).toContain(/\((\w+)/.exec(definition)?.[1]);
  });

  test('the dashboard shows every metric', async () => {
    const { panels } = await dashboard();
    const titles = panels.map((panel: Panel) => panel.title);
    expect(new Set(titles).size).toBe(titles.length);
    const all = JSON.stringify(panels);
    const ours = [...(await scrape()).matchAll(/^# TYPE (vitrine_\w+)/gm)].map(([, name]) => name);
    expect(ours.length).toBeGreaterThan(8);
    for (const name of ours) expect(all, name).toContain(name);
  });

  test('there are five alerts', async () => {
    expect((await rules()).map((rule) => [rule.alert, rule.for])).toEqual([
      ['VitrineDown', '2m'],
      ['VitrineErrors', '10m'],
      ['VitrineMailStuck', '1m'],
      ['VitrineBackup', '2h'],
      ['VitrineSlow', '10m'],
    ]);
  });

  /** Parses an expression with the grammar of Prometheus. */
  function read(expression: string): { names: string[]; isValid: boolean } {
    const text = expression.replaceAll('$__rate_interval', '5m');
    const names: string[] = [];
    let isValid = true;
    parser.parse(text).iterate({
      enter({ type, node, from, to }) {
        if (type.isError) isValid = false;
        if (type.name === 'Identifier' && node.parent?.name === 'VectorSelector')
          names.push(text.slice(from, to));
      },
    });
    return { names, isValid };
  }
});
