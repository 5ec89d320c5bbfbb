import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('settings', () => {
  test('rejects unsafe settings in production', () => {
    const env = { NODE_ENV: 'production', DATABASE_URL: 'postgres://a/b', SETUP_CODE: 'too-short' };
    expect(() => readConfig({ ...env, PUBLIC_URL: 'http://a.example' })).toThrow(
      [
        'PUBLIC_URL: must start with https://, because others can read the password over http',
        'SETUP_CODE: must have at least 16 characters. Remove it to have one generated',
      ].join('\n'),
    );
    expect(() => readConfig(env)).toThrow('PUBLIC_URL: set the URL of the dashboard');
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
});
