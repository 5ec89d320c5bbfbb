import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@vitrine/contract/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../test/database.ts';
import { startApp, type TestApp } from '../test/harness.ts';
import { run } from '../test/process.ts';
import { uploads } from '../test/uploads.ts';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await startApp();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  const owner = await app.owner();
  await owner.call(calls.softwareApplication.add, { form: { name: 'Loom', svg: uploads.svg() } });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

function vitrine(args: string[], env: Record<string, string> = {}) {
  const { databaseUrl, mediaDir, publicUrl, smtpUrl = '' } = app.config;
  return run('vitrine.ts', args, {
    DATABASE_URL: databaseUrl,
    MEDIA_DIR: mediaDir,
    PUBLIC_URL: publicUrl,
    SMTP_URL: smtpUrl,
    ...env,
  });
}

describe('npx vitrine', () => {
  test('backs up, restores elsewhere and verifies', async () => {
    const file = join(folder, 'backup.tar');
    const backup = await vitrine(['backup', file]);
    // How far it is goes to another stream than what came of it: together they have no order.
    expect(backup.output).toContain('Backup: 100 %\n');
    expect(backup.output).toMatch(/backup\.tar: \d+\.\d MB\.\n/);
    expect(backup.code).toBe(0);

    const elsewhere = await createDatabase({ empty: true });
    const place = { DATABASE_URL: elsewhere.url, MEDIA_DIR: join(folder, 'media') };
    const restore = await vitrine(['restore', file], place);
    expect(restore.output).toContain('Restored 3 rows and 1 files.\n');
    expect(restore.output).toContain('1 files: 0 missing, 0 extra, 0 wrong.\n');
    expect(restore.code).toBe(0);
    const again = await vitrine(['restore', file], place);
    expect(again.output).toMatch(/There is a portfolio here already\./);
    expect(again.code).toBe(1);
    expect((await vitrine(['restore', file, '--replace'], place)).code).toBe(0);
    await elsewhere.drop();
  });

  test('says what is missing, and that something is', async () => {
    const elsewhere = { MEDIA_DIR: join(folder, 'empty') };
    const { code, output } = await vitrine(['verify'], elsewhere);
    expect(output).toMatch(/missing: [0-9a-f]{64}\.svg\n/);
    expect(output).toContain('0 files: 1 missing, 0 extra, 0 wrong.\n');
    expect(code).toBe(1);
    const file = join(folder, 'incomplete.tar');
    const backup = await vitrine(['backup', file], elsewhere);
    expect(backup.output).toContain('These files were not there to be backed up.\n');
    expect(backup.code).toBe(1);
    // What there is, it has.
    expect((await readFile(file)).includes('data/owner.jsonl.gz')).toBe(true);
  });

  test('looks at everything that the service needs', async () => {
    const well = await vitrine(['doctor'], { PUBLIC_URL: 'https://vitrine.test' });
    expect(well.output).toMatch(/✓ settings PUBLIC_URL is https:\/\/vitrine\.test\./);
    expect(well.output).toMatch(/! settings TRUST_PROXY is not set/);
    expect(well.output).toMatch(/✓ database PostgreSQL 1[58] answers\./);
    expect(well.output).toMatch(/✓ clock/);
    expect(well.output).toMatch(/✓ schema {3}It is up to date\./);
    expect(well.output).toMatch(/✓ owner/);
    expect(well.output).toMatch(/✓ mail {5}The mail server answers/);
    expect(well.output).toMatch(/✓ disk {5}\d+\.\d GB free/);
    expect(well.code).toBe(0);
    const ill = await vitrine(['doctor'], {
      PUBLIC_URL: 'http://vitrine.test',
      SMTP_URL: 'smtp://127.0.0.1:1',
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
    });
    expect(ill.output).toMatch(/✗ settings PUBLIC_URL is http:\/\/vitrine\.test: put a proxy/);
    expect(ill.output).toMatch(/✗ database It cannot be reached: connect ECONNREFUSED/);
    expect(ill.output).toMatch(
      /✗ mail {5}The mail server does not let us in: connect ECONNREFUSED/,
    );
    expect(ill.code).toBe(1);
  });

  test.each([
    [['backup'], 'Say which file.'],
    [['restore', '/nowhere.tar'], 'There is no file /nowhere.tar.'],
    [['restore', 'a', 'b'], 'Usage: npx vitrine COMMAND'],
    [['verify', '--fast'], 'Usage: npx vitrine COMMAND'],
    [['dance'], 'Usage: npx vitrine COMMAND'],
  ])('%j is answered in words', async (args, words) => {
    const { code, output } = await vitrine(args);
    expect(output).toContain(words);
    expect(output).not.toContain('    at ');
    expect(code).toBe(1);
  });

  test('a file that is no backup is refused in words', async () => {
    const file = join(folder, 'other.txt');
    await writeFile(file, 'Dear diary');
    const { code, output } = await vitrine(['restore', file, '--replace']);
    expect(output).toContain('This is not a whole backup of Vitrine.');
    expect(code).toBe(1);
  });
});
