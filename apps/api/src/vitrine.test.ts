import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { calls } from '@vitrine/contract/calls';
import { startApp, type TestApp } from '@vitrine/testing/app';
import { createDatabase } from '@vitrine/testing/database';
import { run } from '@vitrine/testing/process';
import { uploads } from '@vitrine/testing/uploads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

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

describe('the command vitrine', () => {
  test('backs up, restores elsewhere and verifies', async () => {
    const file = join(folder, 'backup.tar');
    const backup = await vitrine(['backup', file]);
    // How far it is goes to another stream than what came of it: together they have no order.
    expect(backup.output).toContain('Backup: 100 %\n');
    expect(backup.output).toMatch(/backup\.tar: [1-9]\d* KB\.\n/);
    expect(backup.code).toBe(0);

    const elsewhere = await createDatabase({ empty: true });
    const place = { DATABASE_URL: elsewhere.url, MEDIA_DIR: join(folder, 'media') };
    const restore = await vitrine(['restore', file], place);
    expect(restore.output).toContain('Restored 3 rows and 1 files.\n');
    expect(restore.output).toContain('1 files: 0 missing, 0 extra, 0 damaged.\n');
    expect(restore.code).toBe(0);
    const again = await vitrine(['restore', file], place);
    expect(again.output).toMatch(/There is already a portfolio here\./);
    expect(again.code).toBe(1);
    expect((await vitrine(['restore', file, '--replace'], place)).code).toBe(0);
    await elsewhere.drop();
  });

  test('hands a backup over without a file in between', async () => {
    const elsewhere = await createDatabase({ empty: true });
    const command = `"${process.execPath}" "${new URL('vitrine.ts', import.meta.url).pathname}"`;
    const { databaseUrl, mediaDir } = app.config;
    const env = { DATABASE_URL: databaseUrl, MEDIA_DIR: mediaDir };
    const { stdout } = await promisify(execFile)(
      'sh',
      ['-c', `${command} backup - | DATABASE_URL="$THERE" MEDIA_DIR="$MEDIA" ${command} restore -`],
      { env: { ...env, THERE: elsewhere.url, MEDIA: join(folder, 'handed over') } },
    );
    expect(stdout).toContain('1 files: 0 missing, 0 extra, 0 damaged.\n');
    await elsewhere.drop();
  });

  test('says what is missing, and that something is', async () => {
    const elsewhere = { MEDIA_DIR: join(folder, 'empty') };
    const { code, output } = await vitrine(['verify'], elsewhere);
    expect(output).toMatch(/missing: [0-9a-f]{64}\.svg\n/);
    expect(output).toContain('0 files: 1 missing, 0 extra, 0 damaged.\n');
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
    expect(ill.output).toMatch(
      /✗ database The database cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:1\. Start PostgreSQL, or/,
    );
    expect(ill.output).toMatch(
      /✗ mail {5}The mail server does not let us in: connect ECONNREFUSED 127\.0\.0\.1:1\. Check SMTP_URL/,
    );
    expect(ill.code).toBe(1);
  });

  test('tells of an object store that is gone or refuses, though the disk has files', async () => {
    const doctor = (endpoint: string) =>
      vitrine(['doctor'], {
        MEDIA_STORE: 's3',
        S3_ENDPOINT: endpoint,
        S3_BUCKET: 'portfolio',
        S3_ACCESS_KEY: 'a',
        S3_SECRET_KEY: 'b',
      });
    const gone = await doctor('http://127.0.0.1:1');
    expect(gone.output).toMatch(/✗ media {4}The media store does not answer: .*Check S3_ENDPOINT/);
    expect(gone.code).toBe(1);

    const says =
      '<?xml version="1.0"?>\n<Error>\n<Code>TemporaryRedirect</Code>\n<Message>Ask\n elsewhere.</Message>\n</Error>';
    // A request is signed for one address: nobody follows it to another.
    const store = createServer((_request, response) =>
      response.writeHead(307, { location: '/elsewhere' }).end(says),
    ).listen(0, '127.0.0.1');
    await once(store, 'listening');
    const address = store.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const refusing = await doctor(`http://127.0.0.1:${port}`);
    store.close();
    expect(refusing.output).toMatch(
      /✗ media {4}The media store refuses: 307 TemporaryRedirect: Ask elsewhere\. Check S3_/,
    );
  });

  test.each([
    ['password', /does not let us in: .* Check the user and the password in DATABASE_URL\./],
    ['name', /There is no such database: .* Make it, or check the name in DATABASE_URL\./],
    ['schema', /has no tables of Vitrine yet\. Start Vitrine, which makes them\./],
    ['port', /cannot be reached: .* Start PostgreSQL, or check host and port in DATABASE_URL\./],
  ])('a database with a wrong %s is told in one line', async (what, words) => {
    const empty = await createDatabase({ empty: true });
    const url = new URL(empty.url);
    if (what === 'password') url.username = 'nobody';
    if (what === 'name') url.pathname = '/nowhere';
    if (what === 'port') url.port = '1';
    const { code, output } = await vitrine(['verify'], { DATABASE_URL: url.href });
    expect(output).toMatch(words);
    expect(output).toMatch(/^.* More: vitrine doctor\n$/);
    expect(code).toBe(1);
    await empty.drop();
  });

  test('a file that may not be read is told as that', async () => {
    const file = join(folder, 'locked.tar');
    await writeFile(file, 'x', { mode: 0 });
    const node = [process.execPath, new URL('vitrine.ts', import.meta.url).pathname];
    // Root reads everything, unless it gives up its rights.
    const giveUp = ['setpriv', '--bounding-set=-all', '--inh-caps=-all'];
    const [program = '', ...args] = process.getuid?.() === 0 ? [...giveUp, ...node] : node;
    const { databaseUrl, mediaDir } = app.config;
    const env = { DATABASE_URL: databaseUrl, MEDIA_DIR: mediaDir };
    const failed = promisify(execFile)(program, [...args, 'restore', file], { env });
    await expect(failed).rejects.toMatchObject({
      code: 1,
      stderr: `${file} may not be read or written by ${userInfo().username}, who runs this. Give that user the right, or take another place.\n`,
    });
  });

  test('says how it is used when asked, and that is no fault', async () => {
    for (const args of [['--help'], ['backup', '-h']])
      expect(await vitrine(args)).toMatchObject({
        code: 0,
        output: expect.stringMatching(/^Usage: vitrine COMMAND/),
      });
  });

  test('takes the settings of npm run dev where there is no .env', async () => {
    const here = await mkdtemp(join(folder, 'here-'));
    const doctor = async () => (await run('vitrine.ts', ['doctor'], {}, '', here)).output;
    await mkdir(join(here, '.dev'));
    await writeFile(join(here, '.dev/env'), `DATABASE_URL=${app.config.databaseUrl}\n`);
    expect(await doctor()).toMatch(/✓ database/);
    await writeFile(join(here, '.env'), 'DATABASE_URL=postgres://127.0.0.1:1/none\n');
    expect(await doctor()).toMatch(/✗ database/);
  });

  test.each([
    [['backup'], 'Say which file.'],
    [['restore', '/nowhere.tar'], 'There is no file /nowhere.tar.'],
    [['restore', 'a', 'b'], 'Usage: vitrine COMMAND'],
    [['restore', '/'], 'EISDIR'],
    [['verify', '--fast'], 'Usage: vitrine COMMAND'],
    [['verify', 'now'], 'Usage: vitrine COMMAND'],
    [['backup', 'a', '--replace'], 'Usage: vitrine COMMAND'],
    [['dance'], 'Usage: vitrine COMMAND'],
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
    expect(output).toContain('This is not a complete Vitrine backup.');
    expect(code).toBe(1);
  });
});
