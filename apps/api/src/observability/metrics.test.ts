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
import { createDatabase } from '@vitrine/testing/database';
import { freePort } from '@vitrine/testing/postgres';
import { run, type ServiceProcess, startProcess, startTcpProxy } from '@vitrine/testing/process';
import { uploads } from '@vitrine/testing/uploads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../config.ts';

const OPS = new URL('../../../../ops/', import.meta.url);

let database: { url: string; drop(): Promise<void> };
let way: Awaited<ReturnType<typeof startTcpProxy>>;
let folder: string;
let listen: string;
let service: ServiceProcess;
let owner: Client;

beforeAll(async () => {
  database = await createDatabase();
  way = await startTcpProxy(database.url);
  folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  listen = `127.0.0.1:${await freePort()}`;
  service = await startProcess({
    DATABASE_URL: way.url,
    MEDIA_DIR: folder,
    SETUP_CODE: 'set-up-code',
    METRICS_LISTEN: listen,
  });
  await service.until('/readyz', 200);
  owner = service.client();
  await owner.call(calls.setup.create, { json: { code: 'set-up-code', ...OWNER } });
  // Before anybody asks for metrics: the folder is looked through once in five minutes.
  const form = { name: 'Figma', svg: uploads.svg() };
  await owner.call(calls.softwareApplication.add, { form });
});
afterAll(async () => {
  await service.signal('SIGKILL');
  await way.cut();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function scrape(): Promise<string> {
  const response = await fetch(`http://${listen}/metrics`);
  expect(response.status).toBe(200);
  return response.text();
}

/** The number after a metric with its labels, if there is one. */
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
  test('are counted and timed by route and status, never by address', async () => {
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

  test('for the document that is answered from memory are counted as well', async () => {
    const path = '/api/v1/public/portfolio';
    await service.until(path, 200);
    const before = (await readValue(requests('GET', path, 200))) ?? 0;
    const { headers } = await service.client().fetch(path);
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    for (let n = 0; n < 3; n += 1) await service.client().fetch(path, {}, known);
    await service.client().fetch(path, { method: 'HEAD' });
    expect(await readValue(requests('GET', path, 200))).toBe(before + 1);
    expect(await readValue(requests('GET', path, 304))).toBe(3);
    expect(await readValue(requests('HEAD', path, 200))).toBe(1);
    // They take no time, and would make everything look fast.
    expect((await readValue(durations('GET', path, 304))) ?? 0).toBe(0);
  });

  test('that nobody waited for are counted as 499', async () => {
    const { hostname, port } = new URL(service.origin);
    const socket = connect(Number(port), hostname);
    const body = JSON.stringify({ email: OWNER.email, password: 'a guess' });
    socket.write(
      `POST /api/v1/user/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    // Hashing takes a good while longer than this.
    setTimeout(() => socket.destroy(), 20);
    await once(socket, 'close');
    const metric = requests('POST', '/api/v1/user/login', 499);
    await expect.poll(() => readValue(metric), { timeout: 5_000 }).toBe(1);
  });

  test('that are streams have no duration', async () => {
    const route = `/api/v1${streams.messages.path}`;
    const leave = new AbortController();
    const stream = await owner.fetch(route, { signal: leave.signal });
    expect(stream.status).toBe(200);
    leave.abort();
    await expect.poll(() => readValue(requests('GET', route, 200)), { timeout: 5_000 }).toBe(1);
    expect(await readValue(durations('GET', route, 200))).toBeUndefined();
  });
});

describe('the rest', () => {
  test('media are counted and measured, in the background', async () => {
    await expect.poll(() => readValue('vitrine_media_files'), { timeout: 5_000 }).toBe(1);
    expect(await readValue('vitrine_media_bytes')).toBeGreaterThan(0);
  });

  test('a mail that cannot be sent is seen waiting, and growing old', async () => {
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

  test('pool, event loop, memory and CPU are there', async () => {
    expect(await readValue('vitrine_db_pool_connections')).toBeGreaterThan(0);
    expect(await readValue('vitrine_db_pool_idle')).toBeGreaterThanOrEqual(0);
    expect(await readValue('vitrine_db_pool_waiting')).toBe(0);
    expect(await readValue('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(await readValue('process_resident_memory_bytes')).toBeGreaterThan(1e7);
    expect(await readValue('process_cpu_seconds_total')).toBeGreaterThan(0);
  });

  test('without its database the service says that it is not ready, and tells no old numbers', async () => {
    expect(await readValue('vitrine_ready')).toBe(1);
    await way.cut();
    expect(await readValue('vitrine_ready')).toBe(0);
    expect(await readValue('vitrine_queue_oldest_seconds{queue="mail"}')).toBeUndefined();
    expect(await readValue('vitrine_db_pool_waiting')).toBeDefined();
    way.restore();
    await service.until('/readyz', 200);
    expect(await readValue('vitrine_ready')).toBe(1);
  });
});

describe('the listener', () => {
  test('is the only place where they are', async () => {
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
    '%s is no place to listen',
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
  ])('%s is one', (value, host) => {
    const settings = { DATABASE_URL: database.url, METRICS_LISTEN: value };
    expect(readConfig(settings).metricsListen).toEqual({ host, port: 9464 });
  });

  test.each([
    ['a port that is taken', () => listen, 'another program listens there'],
    [
      'an address of somebody else',
      () => '192.0.2.1:9464',
      'nothing can listen there (EADDRNOTAVAIL)',
    ],
  ])('%s is explained in a line', async (_, value, fault) => {
    const env = {
      DATABASE_URL: database.url,
      MEDIA_DIR: folder,
      PORT: '0',
      LOG_LEVEL: 'silent',
      METRICS_LISTEN: value(),
    };
    expect(await run('main.ts', [], env)).toEqual({
      code: 1,
      output: `Vitrine cannot start with these settings:\nMETRICS_LISTEN: ${fault}\n`,
    });
  });
});

describe('what is built on them', () => {
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

  test('every expression can be read, and names only what is served', async () => {
    const served = new Set(
      [...(await scrape()).matchAll(/^(\w+)(?:\{| )/gm)].map(([, name]) => name),
    );
    // Prometheus makes this one itself.
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

  test('the dashboard shows all that there is to see', async () => {
    const { panels } = await dashboard();
    const titles = panels.map((panel: Panel) => panel.title);
    expect(new Set(titles).size).toBe(titles.length);
    const all = JSON.stringify(panels);
    const ours = [...(await scrape()).matchAll(/^# TYPE (vitrine_\w+)/gm)].map(([, name]) => name);
    expect(ours.length).toBeGreaterThan(8);
    for (const name of ours) expect(all, name).toContain(name);
  });

  test('four alerts are enough', async () => {
    expect((await rules()).map((rule) => [rule.alert, rule.for])).toEqual([
      ['VitrineDown', '2m'],
      ['VitrineErrors', '10m'],
      ['VitrineMailStuck', '1m'],
      ['VitrineSlow', '10m'],
    ]);
  });

  /** With the grammar of Prometheus itself. */
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
