import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const DIGEST = /^\S+:\S+@sha256:[0-9a-f]{64}$/;

/** The names and values of the settings in a file, also of those that are commented out. */
const settingsIn = (path: string) =>
  new Map(
    Array.from(read(path).matchAll(/^#?([A-Z_0-9]+)=(.*)$/gm), ([, name = '', value = '']) => [
      name,
      value,
    ]),
  );

describe('compose.yaml', () => {
  const section =
    read('compose.yaml')
      .split(/^services:$/m)[1]
      ?.split(/^\w/m)[0] ?? '';
  const services = section.split(/^ {2}(?=\w+:$)/m).slice(1);

  test('limits the memory and the processes of every service', () => {
    expect(services).toHaveLength(3);
    for (const service of services) {
      expect(service).toMatch(/^ {4}mem_limit: \d+[gm]$/m);
      expect(service).toMatch(/^ {4}pids_limit: \d+$/m);
    }
  });

  test('pins the images of other projects by digest', () => {
    const foreign = services.filter((service) => !/^ {4}build:/m.test(service));
    const images = foreign.map((service) => /^ {4}image: (.*)$/m.exec(service)?.[1]);
    expect(images).toHaveLength(2);
    for (const image of images) expect(image).toMatch(DIGEST);
  });

  test('builds Vitrine, and pulls no image that someone else could publish', () => {
    expect(services[0]).toContain(
      'image: $' + '{VITRINE_IMAGE:-localhost/vitrine}\n    build: .\n',
    );
  });
});

test('every installation takes automatic backups into a folder that it can write', () => {
  expect(read('Dockerfile')).toMatch(/^ +BACKUP_DIR=\/var\/lib\/vitrine\/backups$/m);
  expect(read('Dockerfile')).toMatch(/^VOLUME .*\/var\/lib\/vitrine\/backups$/m);
  expect(read('compose.yaml')).toMatch(/^ +- \S+backups\}:\/var\/lib\/vitrine\/backups$/m);
  expect(read('ops/install-debian.sh')).toMatch(/^BACKUP_DIR=\/var\/backups\/vitrine$/m);
  expect(read('ops/vitrine.service')).toMatch(/^ReadWritePaths=-\/var\/backups\/vitrine$/m);
});

test('the Dockerfile pins its base image by digest', () => {
  const file = read('Dockerfile');
  expect(/^ARG BASE=(.*)$/m.exec(file)?.[1]).toMatch(DIGEST);
  const bases = Array.from(file.matchAll(/^FROM (?:--platform=\S+ )?(\S+)/gm), ([, base]) => base);
  expect(new Set(bases)).toEqual(new Set(['$' + '{BASE}', 'scratch', 'vitrine']));
});

test('the image with PostgreSQL keeps everything in one volume, with nightly backups', () => {
  const [, one = ''] = /^FROM vitrine AS one\n([\s\S]*?)^FROM /m.exec(read('Dockerfile')) ?? [];
  expect(one.match(/^VOLUME .*$/gm)).toEqual(['VOLUME /data']);
  for (const folder of ['MEDIA_DIR=/data/media', 'BACKUP_DIR=/data/backups', 'TMPDIR=/data/tmp'])
    expect(one).toContain(folder);
  const shared = read('Dockerfile').split('FROM scratch AS vitrine')[1]?.split('\nFROM ')[0];
  expect(shared).not.toContain('\nVOLUME ');
});

test('PostgreSQL in the container loses nothing in a crash, and only its user can connect', () => {
  const settings = new Map(
    Array.from(read('ops/one/postgresql.conf').matchAll(/^(\w+) = (.*)$/gm), ([, name, value]) => [
      name,
      value,
    ]),
  );
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes', 'wal_level'])
    expect(settings.has(name)).toBe(false);
  expect(settings.get('listen_addresses')).toBe("''");
  expect(settings.get('unix_socket_permissions')).toBe('0700');
});

test('the image contains the manifest and the build of every package', () => {
  const lines = read('Dockerfile').split('\n');
  const { workspaces, scripts } = z
    .object({ workspaces: z.array(z.string()), scripts: z.object({ build: z.string() }) })
    .parse(JSON.parse(read('package.json')));
  const folders = globSync(workspaces, { cwd: join(import.meta.dirname, '..') });
  const packages = folders.filter((folder) => /^(apps|packages)\//.test(folder));
  expect(packages).toContain('packages/site');
  // Both stages install dependencies.
  for (const folder of packages)
    expect(lines.filter((line) => line === `COPY ${folder}/package.json ${folder}/`)).toHaveLength(
      2,
    );
  for (const [, folder] of scripts.build.matchAll(/--workspace (\S+)/g))
    expect(lines).toContain(`COPY --from=build /app/${folder}/dist/ ${folder}/dist/`);
});

test('the image contains the packages that processes import which run from source', () => {
  const isSeen = new Set<string>();
  const packages = new Set<string>();
  const follow = (file: string) => {
    if (isSeen.has(file)) return;
    isSeen.add(file);
    for (const [, path = ''] of read(file).matchAll(
      /^(?:import|export) (?!type)[^;]* from '(.*)';$/gm,
    ))
      if (path.startsWith('.')) follow(join(dirname(file), path));
      else if (path.startsWith('@vitrine/')) packages.add(path.split('/')[1] ?? '');
  };
  for (const file of globSync('apps/api/src/**/*-worker.ts', {
    cwd: join(import.meta.dirname, '..'),
  }))
    follow(file);
  expect(packages).toContain('resume');
  for (const name of packages)
    expect(read('Dockerfile')).toContain(`\nCOPY packages/${name}/ packages/${name}/\n`);
});

test.each(['MemoryHigh=768M', 'MemoryMax=1G', 'TasksMax=128', 'LimitNOFILE=8192'])(
  'the systemd unit sets %s',
  (setting) => {
    const [, service = ''] = read('ops/vitrine.service').split('[Service]');
    expect(service.split('[Install]')[0]?.split('\n')).toContain(setting);
  },
);

describe('the units of many owners', () => {
  const units = globSync('**/*.{service,socket,timer,slice,conf}', {
    cwd: join(import.meta.dirname, '../ops/many'),
  });

  test('set variables that Configuration describes', () => {
    const text = units.map((unit) => read(`ops/many/${unit}`)).join('');
    const lines = Array.from(text.matchAll(/^Environment=(.*)$/gm), ([, line = '']) => line);
    const names = lines.flatMap((line) => line.split(' ').map((pair) => pair.split('=')[0]));
    expect(names).toContain('EXIT_WHEN_IDLE');
    for (const name of names) expect(read('docs/configuration.md')).toContain(`\`${name}\``);
  });

  test('limit the memory of each owner, and of all together', () => {
    for (const unit of ['vitrine-@.service.d/owner.conf', 'vitrine-owners.slice'])
      expect(read(`ops/many/${unit}`)).toMatch(/^MemoryMax=\d+[MG]$/m);
  });

  test('are valid where systemd is installed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
    cpSync(join(import.meta.dirname, '../ops/many'), folder, { recursive: true });
    // The programs that they start are not installed here.
    for (const unit of units) {
      const text = read(`ops/many/${unit}`).replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true');
      writeFileSync(join(folder, unit), text);
    }
    const names = ['owner@20001.socket', 'owner@20001.service', 'tick@20001.timer', 'owners.slice'];
    const { error, status, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', ...names.map((name) => `vitrine-${name}`)],
      { env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` }, encoding: 'utf8' },
    );
    rmSync(folder, { recursive: true });
    if (!error) expect([status, stderr]).toEqual([0, '']);
  });
});

test('Caddy limits the time for headers, responses and idle connections', () => {
  const [, timeouts] =
    /^{\n\tservers {\n\t\ttimeouts {\n([\s\S]*?)\n\t\t}/m.exec(read('ops/Caddyfile')) ?? [];
  for (const name of ['read_header', 'write', 'idle'])
    expect(timeouts).toMatch(new RegExp(`^\\t{3}${name} \\d+[smh]$`, 'm'));
});

describe('the public site', () => {
  const caddyfile = read('ops/Caddyfile');

  test('has a host name of its own in every example', () => {
    const { DOMAIN, SITE_DOMAIN } = Object.fromEntries(settingsIn('ops/compose.env.example'));
    expect([DOMAIN, SITE_DOMAIN]).toEqual(['admin.example.com', 'example.com']);
    const { PUBLIC_URL, SITE_URL } = Object.fromEntries(settingsIn('.env.example'));
    expect([PUBLIC_URL, SITE_URL]).toEqual(['https://admin.example.com', 'https://example.com']);
  });

  test('is optional in compose.yaml, which tells Vitrine and Caddy its name', () => {
    const compose = read('compose.yaml');
    expect(compose).toContain('SITE_URL: $' + '{SITE_DOMAIN:+https://$SITE_DOMAIN}\n');
    expect(compose).toContain('SITE_DOMAIN: $' + '{SITE_DOMAIN:-}\n');
  });

  test.each(['ops/nginx-three.conf', 'ops/nginx.conf'])(
    'shares the server of the dashboard in %s, which keeps the Host header',
    (path) => {
      const server = /^server \{\n[\s\S]*?^\}/m.exec(read(path))?.[0];
      expect(server).toContain('server_name admin.example.com example.com;');
      expect(server).toContain('proxy_set_header Host $host;');
    },
  );

  test('has a certificate from Caddy, which does not change the Host header', () => {
    // Two addresses separated by a space: a comma would need a second one.
    expect(caddyfile).toMatch(/^\{\$DOMAIN\} \{\$SITE_DOMAIN\} \{$/m);
    expect(caddyfile).not.toContain('header_up');
  });

  describe('on Debian', () => {
    const installer = read('ops/install-debian.sh');
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
    const settings = join(folder, 'env');
    afterAll(() => rmSync(folder, { recursive: true }));

    /** Runs a function of the installer. */
    function run(name: string, domain: string, site: string): string {
      const functions = [name, 'fail'].map(
        (one) => new RegExp(`^${one}\\(\\) \\{\\n[\\s\\S]*?^\\}`, 'm').exec(installer)?.[0],
      );
      const env = { ...process.env, SETTINGS: settings, domain, site };
      const { status, stderr } = spawnSync(
        'bash',
        ['--norc', '-euc', [...functions, name].join('\n')],
        {
          env,
          encoding: 'utf8',
        },
      );
      return `${status} ${stderr}`.trim();
    }

    function setDomain(domain: string, site: string): string[] {
      expect(run('set_domain', domain, site)).toBe('0');
      return readFileSync(settings, 'utf8').trim().split('\n');
    }

    test('is added, kept by an upgrade, and moved to another domain', () => {
      writeFileSync(settings, 'PUBLIC_URL=http://localhost:4000\nPORT=4000\n');
      const dashboard = 'PUBLIC_URL=https://admin.example.com';
      expect(setDomain('admin.example.com', '')).toEqual(['PORT=4000', dashboard]);
      const both = ['PORT=4000', dashboard, 'SITE_URL=https://example.com'];
      expect(setDomain('admin.example.com', 'example.com')).toEqual(both);
      expect(setDomain('admin.example.com', '')).toEqual(both);
      expect(setDomain('admin.example.com', 'example.org').at(-1)).toBe(
        'SITE_URL=https://example.org',
      );
    });

    test.each([
      ['', 'admin.example.com  {'],
      ['example.com', 'admin.example.com example.com {'],
    ])('is in the configuration of Caddy: "%s"', (site, expected) => {
      const [command = ''] = /^ {2}sed .* ops\/Caddyfile/m.exec(installer) ?? [];
      const env = { ...process.env, domain: 'admin.example.com', site, address: '127.0.0.1:4000' };
      const cwd = join(import.meta.dirname, '..');
      const output = execFileSync('bash', ['-euc', command], { env, cwd, encoding: 'utf8' });
      expect(output.split('\n')).toContain(expected);
      expect(output).toContain('reverse_proxy 127.0.0.1:4000 {');
      expect(output).not.toContain('$');
    });

    test.each([
      ['127.0.0.1', '127.0.0.1:4000'],
      ['0.0.0.0', '127.0.0.1:4000'],
      ['10.0.0.6', '10.0.0.6:4000'],
      ['::', '127.0.0.1:4000'],
      ['::1', '[::1]:4000'],
      ['127.0.0.1\nHOST=10.0.0.6', '10.0.0.6:4000'],
      ['"10.0.0.6" ', '10.0.0.6:4000'],
      ["'10.0.0.6'\nPORT=4001", '10.0.0.6:4001'],
    ])('is forwarded to a service with HOST=%s at %s', (host, address) => {
      writeFileSync(settings, `HOST=${host}\n`);
      const functions = ['setting', 'find_address'].map(
        (name) => new RegExp(`^${name}\\(\\) \\{\\n[\\s\\S]*?^\\}`, 'm').exec(installer)?.[0],
      );
      const env = { ...process.env, SETTINGS: settings };
      const script = [...functions, 'find_address', 'echo "$address"'].join('\n');
      const output = execFileSync('bash', ['--norc', '-euc', script], { env, encoding: 'utf8' });
      expect(output.trim()).toBe(address);
    });

    test.each([
      ['', '', '0'],
      ['admin.example.com', '', '0'],
      ['admin.example.com', 'example.com', '0'],
      ['example.com', 'Example.com', '1 The site needs another domain than the dashboard'],
      ['admin.example.com', 'https://example.com', '1 https://example.com is not a domain'],
    ])('is checked with the domains "%s" and "%s": %s', (domain, site, expected) => {
      expect(run('check_domains', domain, site)).toMatch(new RegExp(`^${expected}`));
    });
  });
});
