import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '@vitrine/testing/database';
import { run } from '@vitrine/testing/process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

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

describe('settings', () => {
  test('rejects unsafe settings in production', async () => {
    const env = { NODE_ENV: 'production', DATABASE_URL: 'postgres://a/b', SETUP_CODE: 'too-short' };
    const { code, output } = await run('main.ts', [], { ...env, PUBLIC_URL: 'http://a.example' });
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toEqual([
      'Vitrine cannot start with these settings:',
      'PUBLIC_URL: must start with https://, because others can read the password over http',
      'SETUP_CODE: must have at least 16 characters. Remove it to have one generated',
    ]);
    const none = await run('main.ts', [], {
      NODE_ENV: 'production',
      DATABASE_URL: env.DATABASE_URL,
    });
    expect(none.output).toContain('PUBLIC_URL: set the URL of the dashboard');
    for (const address of ['http://localhost', 'http://192.168.1.9:4000', 'https://a.example'])
      expect(readConfig({ ...env, SETUP_CODE: '', PUBLIC_URL: address }).publicUrl).toBe(address);
  });

  test('reads a secret from a file', async () => {
    const file = join(folder, 'database-url');
    await writeFile(file, 'postgres://from-a-file/vitrine\n');
    expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe(
      'postgres://from-a-file/vitrine',
    );
    expect(() => readConfig({ DATABASE_URL_FILE: '/nowhere' })).toThrow(
      'DATABASE_URL_FILE: cannot read /nowhere',
    );
  });

  test.each([
    ['PUBLIC_URL', 'admin.example.com', 'set the URL of the dashboard, like'],
    ['PUBLIC_URL', 'http://', 'set the URL of the dashboard, like'],
    ['PUBLIC_URL', 'localhost:4000', 'set the URL of the dashboard, like'],
    ['MEDIA_URL', 'cdn.example.com', 'set the URL that media is loaded from, like'],
    ['SETUP_CODE', 'short', 'must have at least 8 characters, or 16 in production'],
  ])('explains %s=%s in one line', (name, value, message) => {
    const env = { NODE_ENV: 'production', DATABASE_URL: 'postgres://a/b', [name]: value };
    const read = () => readConfig({ PUBLIC_URL: 'https://a.example', ...env });
    expect(read).toThrow(`${name}: ${message}`);
    expect(read).toThrow(/^.*$/);
  });

  test('reports every invalid setting in one line and does not start', async () => {
    const { code, output } = await run('main.ts', [], {
      PORT: 'http',
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
      'PORT: must be a port number',
      'PUBLIC_URL: must be an origin only, without a path, like https://admin.example.com',
      'SMTP_URL: set the URL of the mail server, like smtps://user:secret@mail.example.com',
      'SETUP_CODE: must have at least 8 characters, or 16 in production',
      'TRUST_PROXY: must list the addresses of your proxies, like 127.0.0.1, 10.0.0.0/8',
      'LOG_LEVEL: must be one of fatal, error, warn, info, debug, trace, silent',
      'METRICS_LISTEN: must be an address and a port, like 127.0.0.1:9464',
      'OTEL_EXPORTER_OTLP_ENDPOINT: set the URL of the collector, like http://127.0.0.1:4318',
    ]);
  });
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
