import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '@vitrine/testing/database';
import { run } from '@vitrine/testing/process';
import { afterAll, beforeAll, expect, test } from 'vitest';

let database: { url: string; drop(): Promise<void> };
let folder: string;

beforeAll(async () => {
  database = await createDatabase({ empty: true });
  folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test('reports every invalid setting in one line and does not start', async () => {
  const { code, output } = await run('main.ts', [], {
    DATABASE_POOL: '1',
    PORT: 'http',
    EXIT_WHEN_IDLE: 'soon',
    PUBLIC_URL: 'https://example.com/admin',
    SMTP_URL: 'mail.example.com',
    TRUST_PROXY: 'everyone',
    LOG_LEVEL: 'loud',
    SETUP_CODE: 'short',
    METRICS_LISTEN: '9464',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318',
  });
  expect(code).toBe(1);
  expect(output.trim().split('\n')).toEqual([
    'Vitrine cannot start with these settings:',
    'DATABASE_URL: set the URL of PostgreSQL, like postgres://vitrine:secret@localhost:5432/vitrine',
    'DATABASE_POOL: must be a number of connections from 3 to 100',
    'PORT: must be a port number',
    'EXIT_WHEN_IDLE: must be a number of minutes, like 5',
    'PUBLIC_URL: must be an origin only, without a path, like https://admin.example.com',
    'SMTP_URL: set the URL of the mail server, like smtps://user:secret@mail.example.com',
    'SETUP_CODE: must have at least 8 characters, or 16 in production',
    'TRUST_PROXY: must list the addresses of your proxies, like 127.0.0.1, 10.0.0.0/8',
    'LOG_LEVEL: must be one of fatal, error, warn, info, debug, trace, silent',
    'METRICS_LISTEN: must be an address and a port, like 127.0.0.1:9464',
    'OTEL_EXPORTER_OTLP_ENDPOINT: set the URL of the collector, like http://127.0.0.1:4318',
  ]);
});

test.each([
  [
    'a folder that is not writable',
    { MEDIA_DIR: '/dev/null/media' },
    /^MEDIA_DIR: .* is not writable/m,
  ],
  ['a port in use', {}, /^PORT: another program uses port \d+/m],
  [
    'an unknown host',
    { HOST: 'foo.invalid' },
    /^HOST: foo\.invalid is not an address of this machine \(\w+\)\. Remove it, or set 0\.0\.0\.0/m,
  ],
  [
    'an address of another machine',
    { HOST: '192.0.2.1' },
    /^HOST: 192\.0\.2\.1 is not an address of this machine \(EADDRNOTAVAIL\)/m,
  ],
])('explains %s at startup', async (_, settings, message) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const env = { DATABASE_URL: database.url, MEDIA_DIR: folder, PORT: String(port), ...settings };
  const { code, output } = await run('main.ts', [], env);
  other.close();
  expect(code).toBe(1);
  expect(output).toMatch(message);
  expect(output).not.toContain('    at ');
});
