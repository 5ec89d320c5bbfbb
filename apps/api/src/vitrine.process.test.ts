import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { calls } from '@vitrine/contract/calls';
import { startApp, type TestApp } from '@vitrine/testing/app';
import { createDatabase } from '@vitrine/testing/database';
import { locateProgram, run } from '@vitrine/testing/process';
import { uploads } from '@vitrine/testing/uploads';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

const CANNOT_CONNECT =
  /Cannot connect to the database: .* Start PostgreSQL, or check the host and port in DATABASE_URL\./;

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

describe('vitrine command', () => {
  test('backs up, restores into another database and verifies', async () => {
    const file = join(folder, 'backup.tar');
    const backup = await vitrine(['backup', file]);
    // Progress goes to standard error and the result to standard output, in no fixed order.
    expect(backup.output).toContain('Backup: 100 %\n');
    expect(backup.output).toMatch(/backup\.tar: [1-9]\d* KB\.\n/);
    expect(backup.code).toBe(0);

    const elsewhere = await createDatabase({ empty: true });
    const place = { DATABASE_URL: elsewhere.url, MEDIA_DIR: join(folder, 'media') };
    const restore = await vitrine(['restore', file], place);
    expect(restore.output).toContain('Restored 6 rows and 1 files.\n');
    expect(restore.output).toContain('1 files: 0 missing, 0 extra, 0 damaged.\n');
    expect(restore.code).toBe(0);
    const again = await vitrine(['restore', file], place);
    expect(again.output).toMatch(/There is already a portfolio here\./);
    expect(again.code).toBe(1);
    expect((await vitrine(['restore', file, '--replace'], place)).code).toBe(0);
    await elsewhere.drop();
  });

  test('pipes a backup into a restore', async () => {
    const elsewhere = await createDatabase({ empty: true });
    const command = `"${process.execPath}" "${locateProgram('vitrine.ts').pathname}"`;
    const { databaseUrl, mediaDir } = app.config;
    const env = { DATABASE_URL: databaseUrl, MEDIA_DIR: mediaDir };
    const { stdout } = await promisify(execFile)(
      'sh',
      ['-c', `${command} backup - | DATABASE_URL="$THERE" MEDIA_DIR="$MEDIA" ${command} restore -`],
      { env: { ...env, THERE: elsewhere.url, MEDIA: join(folder, 'piped') } },
    );
    expect(stdout).toContain('1 files: 0 missing, 0 extra, 0 damaged.\n');
    await elsewhere.drop();
  });

  test('lists missing files and fails', async () => {
    const elsewhere = { MEDIA_DIR: join(folder, 'empty') };
    const { code, output } = await vitrine(['verify'], elsewhere);
    expect(output).toMatch(/missing: [0-9a-f]{64}\.svg\n/);
    expect(output).toContain('0 files: 1 missing, 0 extra, 0 damaged.\n');
    expect(code).toBe(1);
    const file = join(folder, 'incomplete.tar');
    const backup = await vitrine(['backup', file], elsewhere);
    expect(backup.output).toContain(
      'These files are missing from the media store and from the backup.\n',
    );
    expect(backup.code).toBe(1);
    // The backup still has everything else.
    expect((await readFile(file)).includes('data/owner.jsonl.gz')).toBe(true);
  });

  test('doctor checks everything that the service needs', async () => {
    const healthy = await vitrine(['doctor'], { PUBLIC_URL: 'https://vitrine.test' });
    expect(healthy.output).toMatch(/✓ settings The dashboard is at https:\/\/vitrine\.test\./);
    expect(healthy.output).toMatch(/! settings TRUST_PROXY is not set/);
    expect(healthy.output).toMatch(/✓ database Connected to PostgreSQL 1[58]\./);
    expect(healthy.output).toMatch(/✓ clock/);
    expect(healthy.output).toMatch(/✓ schema {3}Up to date\./);
    expect(healthy.output).toMatch(/✓ owner/);
    expect(healthy.output).toMatch(/✓ mail {5}Signed in to the mail server/);
    expect(healthy.output).toMatch(/✓ disk {5}\d+\.\d GB free/);
    expect(healthy.code).toBe(0);
    const broken = await vitrine(['doctor'], {
      PUBLIC_URL: 'http://vitrine.test',
      SMTP_URL: 'smtp://127.0.0.1:1',
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
    });
    expect(broken.output).toMatch(
      /✗ settings The dashboard is at http:\/\/vitrine\.test\. Put a reverse proxy/,
    );
    expect(broken.output).toMatch(
      /✗ database Cannot connect to the database: connect ECONNREFUSED 127\.0\.0\.1:1\. Start PostgreSQL, or/,
    );
    expect(broken.output).toMatch(
      /✗ mail {5}Cannot sign in to the mail server: connect ECONNREFUSED 127\.0\.0\.1:1\. Check SMTP_URL/,
    );
    expect(broken.code).toBe(1);
  });

  test('a web server can read an export, whatever the mask of new files', async () => {
    const before = process.umask(0o077);
    onTestFinished(() => void process.umask(before));
    const site = join(folder, 'readable');
    const { output } = await vitrine([
      'export-site',
      site,
      '--url',
      'https://site.invalid',
      '--contact',
      'none',
    ]);
    expect(output).toContain('files for https://site.invalid.');
    const modes = ['', 'index.html', 'assets'].map(
      async (path) => (await stat(join(site, path))).mode,
    );
    expect((await Promise.all(modes)).map((mode) => (mode & 0o777).toString(8))).toEqual([
      '755',
      '644',
      '755',
    ]);
  });

  test('in a home network, commands know the addresses that the owner has added', async () => {
    const home = { HOME_NETWORK: 'true', PUBLIC_URL: '' };
    const inExport = () => vitrine(['export-site', join(folder, 'export')], home);
    expect((await inExport()).output).toContain('Specify the address of the export');
    await sql`insert into address values
      ('dashboard', 'https://admin.invalid'), ('site', 'https://site.invalid')`.execute(app.db);
    const { output } = await vitrine(['doctor'], home);
    expect(output).toContain('✓ settings The dashboard is at https://admin.invalid.\n');
    for (const host of ['admin', 'site'])
      expect(output).toContain(`! hosts    Cannot reach https://${host}.invalid from here`);
    expect((await inExport()).output).toMatch(/\d+ files for https:\/\/site\.invalid\.\n$/);
    await sql`truncate address`.execute(app.db);
  });

  test('doctor reports the state of automatic backups', async () => {
    const backups = join(folder, 'backups');
    expect((await vitrine(['doctor'])).output).toMatch(/! backup {3}BACKUP_DIR is not set/);
    const doctor = () => vitrine(['doctor'], { BACKUP_DIR: backups });
    expect((await doctor()).output).toContain(`✓ backup   No automatic backup in ${backups} yet.`);
    await sql`insert into automatic_backup (name, taken_at, size)
      values ('nightly.tar', now(), 1)`.execute(app.db);
    expect((await doctor()).output).toContain(
      `✓ backup   The last automatic backup is ${backups}/nightly.tar.`,
    );
    await sql`update automatic_backup set error = 'The disk is full.'`.execute(app.db);
    const { code, output } = await doctor();
    expect(output).toContain('✗ backup   The last automatic backup failed. The disk is full.');
    expect(code).toBe(1);
    await sql`delete from automatic_backup`.execute(app.db);
  });

  test('doctor warns about passkeys of another host name', async () => {
    await sql`insert into passkey (credential_id, public_key, counter, name, host, is_synced)
      values ('abc', 'key', 0, 'MacBook Air', 'old.example.com', true)`.execute(app.db);
    const moved = await vitrine(['doctor'], { PUBLIC_URL: 'https://vitrine.test' });
    expect(moved.output).toMatch(/! passkeys Some work only on old\.example\.com, not on vitrine/);
    const before = await vitrine(['doctor'], { PUBLIC_URL: 'https://old.example.com' });
    expect(before.output).not.toContain('passkeys');
    await sql`delete from passkey`.execute(app.db);
  });

  test('doctor reports an object store that does not respond or returns an error', async () => {
    const doctor = (endpoint: string) =>
      vitrine(['doctor'], {
        MEDIA_STORE: 's3',
        S3_ENDPOINT: endpoint,
        S3_BUCKET: 'portfolio',
        S3_ACCESS_KEY: 'a',
        S3_SECRET_KEY: 'b',
      });
    const unreachable = await doctor('http://127.0.0.1:1');
    expect(unreachable.output).toMatch(
      /✗ media {4}The store does not respond: .*Check S3_ENDPOINT/,
    );
    expect(unreachable.code).toBe(1);

    const body =
      '<?xml version="1.0"?>\n<Error>\n<Code>TemporaryRedirect</Code>\n<Message>Ask\n elsewhere.</Message>\n</Error>';
    // Redirects are not followed, because a signature is valid for one URL only.
    const store = createServer((_request, response) =>
      response.writeHead(307, { location: '/elsewhere' }).end(body),
    ).listen(0, '127.0.0.1');
    await once(store, 'listening');
    const address = store.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const failing = await doctor(`http://127.0.0.1:${port}`);
    store.close();
    expect(failing.output).toMatch(
      /✗ media {4}The store returned an error: 307 TemporaryRedirect: Ask elsewhere\. Check S3_/,
    );
  });

  test.each([
    ['password', /rejected the login: .* Check the user and password in DATABASE_URL\./],
    ['name', /The database does not exist: .* Create it, or check the name in DATABASE_URL\./],
    ['schema', /has no Vitrine tables yet\. Start Vitrine to create them\./],
    ['port', CANNOT_CONNECT],
    ['socket', CANNOT_CONNECT],
  ])('explains a wrong database %s in one line', async (what, message) => {
    const empty = await createDatabase({ empty: true });
    const url = new URL(empty.url);
    if (what === 'password') url.username = 'nobody';
    if (what === 'name') url.pathname = '/nowhere';
    if (what === 'port') Object.assign(url, { port: '1', search: '' });
    if (what === 'socket') url.search = '?host=/nowhere';
    const { code, output } = await vitrine(['verify'], { DATABASE_URL: url.href });
    expect(output).toMatch(message);
    expect(output).toMatch(/^.* For more checks, run vitrine doctor\.\n$/);
    expect(code).toBe(1);
    await empty.drop();
  });

  test('explains a file without read permission', async () => {
    const file = join(folder, 'locked.tar');
    await writeFile(file, 'x', { mode: 0 });
    const node = [process.execPath, locateProgram('vitrine.ts').pathname];
    // Root can read every file unless it drops its capabilities.
    const dropCapabilities = ['setpriv', '--bounding-set=-all', '--inh-caps=-all'];
    const [program = '', ...args] =
      process.getuid?.() === 0 ? [...dropCapabilities, ...node] : node;
    const { databaseUrl, mediaDir } = app.config;
    const env = { DATABASE_URL: databaseUrl, MEDIA_DIR: mediaDir };
    const failed = promisify(execFile)(program, [...args, 'restore', file], { env });
    await expect(failed).rejects.toMatchObject({
      code: 1,
      stderr: `The user ${userInfo().username} cannot read or write ${file}. Grant access, or choose another path.\n`,
    });
  });

  test('prints its usage with exit code 0', async () => {
    for (const args of [['--help'], ['backup', '-h']])
      expect(await vitrine(args)).toMatchObject({
        code: 0,
        output: expect.stringMatching(/^Usage: vitrine COMMAND/),
      });
  });

  test('uses the settings of npm run dev if there is no .env', async () => {
    const here = await mkdtemp(join(folder, 'here-'));
    const doctor = async () => (await run('vitrine.ts', ['doctor'], {}, '', here)).output;
    await mkdir(join(here, '.dev'));
    await writeFile(join(here, '.dev/env'), `DATABASE_URL=${app.config.databaseUrl}\n`);
    expect(await doctor()).toMatch(/✓ database/);
    await writeFile(join(here, '.env'), 'DATABASE_URL=postgres://127.0.0.1:1/none\n');
    expect(await doctor()).toMatch(/✗ database/);
  });

  test.each([
    [['backup'], 'Specify a file.'],
    [['restore', '/nowhere.tar'], '/nowhere.tar does not exist.'],
    [['restore', 'a', 'b'], 'Usage: vitrine COMMAND'],
    [['restore', '/'], 'EISDIR'],
    [['verify', '--fast'], 'Usage: vitrine COMMAND'],
    [['verify', 'now'], 'Usage: vitrine COMMAND'],
    [['backup', 'a', '--replace'], 'Usage: vitrine COMMAND'],
    [['dance'], 'Usage: vitrine COMMAND'],
  ])('%j prints an error', async (args, message) => {
    const { code, output } = await vitrine(args);
    expect(output).toContain(message);
    expect(output).not.toContain('    at ');
    expect(code).toBe(1);
  });

  test('rejects a file that is not a backup', async () => {
    const file = join(folder, 'other.txt');
    await writeFile(file, 'Dear diary');
    const { code, output } = await vitrine(['restore', file, '--replace']);
    expect(output).toContain('This is not a complete Vitrine backup.');
    expect(code).toBe(1);
  });
});
