import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { OWNER } from '@vitrine/testing/app';
import { createDatabase } from '@vitrine/testing/database';
import { type ServiceProcess, startProcess } from '@vitrine/testing/process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

/** Prints each loaded module of the observability libraries. */
const PRINT_LOADED = [
  '--import',
  `data:text/javascript,${encodeURIComponent(
    `import { registerHooks } from 'node:module';
     registerHooks({ load(url, context, next) {
       if (/opentelemetry|prom-client/.test(url)) process.stderr.write('loaded ' + url + '\\n');
       return next(url, context);
     } });`,
  )}`,
].join(' ');

const Spans = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute()) }),
      scopeSpans: z.array(z.object({ spans: z.array(span()) })),
    }),
  ),
});

function attribute() {
  return z.object({
    key: z.string(),
    value: z.object({
      stringValue: z.string().optional(),
      intValue: z.number().optional(),
    }),
  });
}

function span() {
  return z.object({
    traceId: z.string(),
    spanId: z.string(),
    parentSpanId: z.string().optional(),
    name: z.string(),
    startTimeUnixNano: z.string(),
    endTimeUnixNano: z.string(),
    attributes: z.array(attribute()),
    status: z.object({ code: z.number() }),
  });
}

let database: { url: string; drop(): Promise<void> };
let folder: string;

beforeAll(async () => {
  database = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function start(env: Record<string, string>): Promise<ServiceProcess> {
  return startProcess({
    DATABASE_URL: database.url,
    MEDIA_DIR: folder,
    SETUP_CODE: 'setup-code',
    NODE_OPTIONS: PRINT_LOADED,
    ...env,
  });
}

/** A minimal trace collector. */
async function startCollector() {
  const received: { path: string | undefined; body: string }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ path: request.url, body: await text(request) });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { endpoint: `http://127.0.0.1:${port}`, received, stop: () => server.close() };
}

describe('with a collector', () => {
  let collector: Awaited<ReturnType<typeof startCollector>>;
  let owner: Client;
  let all: z.infer<ReturnType<typeof span>>[];
  let services: (string | undefined)[];

  beforeAll(async () => {
    collector = await startCollector();
    const service = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_SERVICE_NAME: 'my-vitrine',
    });
    await service.waitForStatus('/readyz', 200);
    owner = service.client();
    await owner.call(calls.setup.create, { json: { code: 'setup-code', ...OWNER } });
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    await owner.call(calls.project.list, { headers: { traceparent } });
    await owner.call(calls.timeline.add, {
      json: { title: 'a title of mine', description: 'x', from: 2000 },
    });
    await owner.fetch('/nowhere-to-be-found', { method: 'POST' });
    // The remaining spans are sent before the process ends.
    expect(await service.signal('SIGTERM')).toBe(0);
    const batches = collector.received.map(({ body }) => Spans.parse(JSON.parse(body)));
    const resources = batches.flatMap(({ resourceSpans }) => resourceSpans);
    all = resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
    services = resources.map(({ resource }) => valueIn(resource.attributes, 'service.name'));
  });
  afterAll(() => collector.stop());

  function valueIn(attributes: z.infer<ReturnType<typeof attribute>>[], key: string) {
    const value = attributes.find((one) => one.key === key)?.value;
    return value?.stringValue ?? value?.intValue?.toString();
  }

  function spanNamed(name: string) {
    const [found] = all.filter((one) => one.name === name);
    if (!found) throw new Error(`No span ${name} among ${all.map((one) => one.name).join(', ')}`);
    return found;
  }

  test('creates a span with route and status for every request', () => {
    expect(new Set(collector.received.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
    expect(new Set(services)).toEqual(new Set(['my-vitrine']));
    const { attributes, parentSpanId } = spanNamed('POST /api/v1/timeline/add');
    expect(valueIn(attributes, 'http.request.method')).toBe('POST');
    expect(valueIn(attributes, 'http.route')).toBe('/api/v1/timeline/add');
    expect(valueIn(attributes, 'http.response.status_code')).toBe('201');
    expect(valueIn(attributes, 'vitrine.request.id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(parentSpanId).toBeUndefined();
    expect(valueIn(spanNamed('POST').attributes, 'http.response.status_code')).toBe('404');
  });

  test('creates a child span for every statement, even after a body', () => {
    const request = spanNamed('POST /api/v1/timeline/add');
    const children = all.filter(({ parentSpanId }) => parentSpanId === request.spanId);
    expect(children.map(({ name }) => name)).toEqual([
      'SELECT session',
      // Again after the body: the session may have ended while it was sent.
      'SELECT session',
      'BEGIN',
      'INSERT timeline',
      'SELECT timeline',
      'INSERT revision',
      // The item in the response.
      'SELECT timeline',
      'COMMIT',
    ]);
    for (const { traceId, startTimeUnixNano, endTimeUnixNano } of children) {
      expect(traceId).toBe(request.traceId);
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
    }
  });

  test('sends no request or database content', () => {
    const sent = collector.received.map(({ body }) => body).join();
    for (const part of ['a title of mine', OWNER.email, OWNER.fullName, 'nowhere', owner.cookie])
      expect(sent).not.toContain(part);
    expect(sent).not.toMatch(/select |insert |\$1/);
  });

  test('ignores an incoming traceparent', () => {
    expect(all.length).toBeGreaterThan(5);
    for (const { traceId } of all) expect(traceId).not.toBe('4bf92f3577b34da6a3ce929d0e0e4736');
  });
});

test('loads no observability library by default', async () => {
  const plain = await start({});
  await plain.waitForStatus('/readyz', 200);
  expect(plain.output()).not.toContain('loaded ');
  await plain.signal('SIGKILL');
  // Proves that the hook works.
  const metrics = await start({ METRICS_LISTEN: '127.0.0.1:0' });
  expect(metrics.output()).toContain('/prom-client/');
  expect(metrics.output()).not.toContain('/sdk-trace/');
  await metrics.signal('SIGKILL');
});
