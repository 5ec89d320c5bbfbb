import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stop, waitFor } from '../ops/one/upgrade.ts';
import {
  copyTemplate,
  makePlan,
  type Place,
  prepareVolume,
  removeCopy,
  useCluster,
} from '../ops/one/volume.ts';

let folder: string;
let place: Place;

/** An image with these versions of PostgreSQL. */
function setVersions(...majors: number[]): void {
  rmSync(place.servers, { recursive: true, force: true });
  for (const major of majors) mkdirSync(join(place.servers, String(major)), { recursive: true });
}

/** A volume on which these versions were used, one after another. */
function use(...majors: number[]): void {
  for (const major of majors) {
    copyTemplate(place, major);
    useCluster(place, major);
  }
}

const clusters = () => readdirSync(join(place.data, 'postgres')).filter((name) => /^\d/.test(name));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  const at = (name: string) => join(folder, name);
  place = { data: at('data'), servers: at('servers'), template: at('template') };
  mkdirSync(place.template);
  writeFileSync(join(place.template, 'PG_VERSION'), '18\n');
  mkdirSync(place.data);
  prepareVolume(place);
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the version of PostgreSQL that a container starts', () => {
  test('is the newest one of the image on an empty volume', () => {
    setVersions(17, 18);
    expect(makePlan(place, undefined)).toEqual({ action: 'create', major: 18 });
  });

  test('is that of the data if the image has no newer one', () => {
    setVersions(17, 18);
    use(18);
    expect(makePlan(place, undefined)).toEqual({ action: 'start', major: 18 });
  });

  test('is newer than the data if the image can upgrade it', () => {
    setVersions(17, 18);
    use(17);
    expect(makePlan(place, undefined)).toEqual({ action: 'upgrade', from: 17, to: 18 });
    setVersions(18);
    expect(() => makePlan(place, undefined)).toThrow('this image cannot upgrade');
  });

  test('is not older than the data, unless POSTGRES_ROLLBACK says so', () => {
    use(17, 18);
    for (const versions of [[17], [17, 18]]) {
      setVersions(...versions);
      expect(makePlan(place, '17')).toEqual({ action: 'go back', from: 18, to: 17 });
    }
    setVersions(17);
    expect(() => makePlan(place, undefined)).toThrow('set POSTGRES_ROLLBACK=17');
    expect(() => makePlan(place, '16')).toThrow('this image has PostgreSQL 17');
  });

  test('stays the older one as long as POSTGRES_ROLLBACK names it', () => {
    setVersions(17, 18);
    use(17, 18);
    useCluster(place, 17);
    expect(makePlan(place, '17')).toEqual({ action: 'start', major: 17 });
    expect(makePlan(place, undefined)).toEqual({ action: 'upgrade', from: 17, to: 18 });
  });

  test('cannot be one whose data was deleted', () => {
    setVersions(17, 18);
    use(18);
    expect(() => makePlan(place, '17')).toThrow('no data of PostgreSQL 17');
  });
});

describe('the volume', () => {
  test.each(['missing', 'empty'])('keeps its data if the file that names it is %s', (state) => {
    setVersions(17, 18);
    use(17);
    // Incomplete copies.
    for (const major of [17, 18]) copyTemplate(place, major);
    const current = join(place.data, 'postgres/current');
    if (state === 'empty') writeFileSync(current, '');
    else rmSync(current);
    prepareVolume(place);
    expect(readFileSync(current, 'utf8')).toBe('17\n');
    expect(clusters()).toEqual(['17', '17.new', '18.new']);
    expect(makePlan(place, undefined)).toEqual({ action: 'upgrade', from: 17, to: 18 });
  });

  test('asks for the version if there is data of several, and nothing names the one in use', () => {
    use(17, 18);
    rmSync(join(place.data, 'postgres/current'));
    expect(() => prepareVolume(place)).toThrow('data of PostgreSQL 17 and 18');
    expect(clusters()).toEqual(['17', '18']);
  });

  test('loses the copy of an upgrade that failed, and nothing else', () => {
    setVersions(17, 18);
    use(17);
    copyTemplate(place, 18);
    expect(clusters().toSorted()).toEqual(['17', '18.new']);
    removeCopy(place, 18);
    expect(clusters()).toEqual(['17']);
    expect(makePlan(place, undefined)).toEqual({ action: 'upgrade', from: 17, to: 18 });
  });

  test('keeps the older data for 30 days after an upgrade', () => {
    use(17, 18);
    const current = join(place.data, 'postgres/current');
    const setAge = (days: number) => {
      const seconds = Date.now() / 1000 - days * 86_400;
      utimesSync(current, seconds, seconds);
    };
    setAge(29);
    prepareVolume(place);
    expect(clusters()).toEqual(['17', '18']);
    setAge(31);
    prepareVolume(place);
    expect(clusters()).toEqual(['18']);
  });

  test('keeps what changed between an upgrade and the way back', () => {
    use(17, 18);
    useCluster(place, 17);
    expect(clusters()).toEqual(['17', '18']);
    use(18);
    expect(clusters()).toEqual(['17', '18', expect.stringMatching(/^18\.until-\d{4}-/)]);
  });
});

/** Ignores the signal that stops PostgreSQL. */
const DEAF = "trap '' INT; echo ready; exec sleep 60";

describe('an upgrade', () => {
  test.each([
    ['was killed', 'kill -9 $$', undefined, 'does not start'],
    ['ended', 'exit 1', undefined, 'does not start'],
    ['does not get ready', 'exec sleep 60', 200, 'is not ready after 0.2 seconds'],
  ])('does not wait for a server that %s', async (_, script, limit, message) => {
    const server = { major: 18, host: folder, process: spawn('sh', ['-c', script]) };
    // Stands for pg_isready.
    const program = () => 'false';
    await expect(waitFor(server, program, limit)).rejects.toThrow(`PostgreSQL 18 ${message}`);
    server.process.kill();
  });

  test('fails if a server does not stop, and ends it', async () => {
    const server = { major: 17, host: folder, process: spawn('sh', ['-c', DEAF]) };
    const exited = once(server.process, 'exit');
    await once(server.process.stdout, 'data');
    await expect(stop(server, 200)).rejects.toThrow(
      'PostgreSQL 17 has not stopped after 0.2 seconds',
    );
    expect(await exited).toEqual([null, 'SIGKILL']);
  });
});

// Locks of flock(2) and /proc are Linux.
describe.runIf(process.platform === 'linux')('a container', () => {
  const read = (name: string) =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '';

  function writeScript(path: string, text: string): void {
    writeFileSync(join(folder, path), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, path), 0o755);
  }

  /** A script of the image that works in the folder of this test. */
  function copyScript(path: string): string {
    const script = readFileSync(join(import.meta.dirname, '../ops/one', path), 'utf8');
    const copy = script
      .replaceAll('/app/apps/api/dist', folder)
      .replaceAll('/data', place.data)
      .replaceAll('/run ', `${folder} `);
    writeScript('script', copy);
    return join(folder, 'script');
  }

  beforeEach(() => {
    mkdirSync(join(folder, 'bin'));
    // Nothing here needs root: these commands write down what they were asked to do.
    writeScript('bin/id', 'echo "$TEST_USER"');
    writeScript('bin/chown', `echo "$2" >${folder}/owner`);
    writeScript('bin/setpriv', 'export TEST_USER="$2"; shift 6; exec "$@"');
    writeScript('bin/node', '');
    writeScript(
      'bin/s6-svscan',
      `flock -n ${place.data}/lock true || echo "user $(id), locked" >${folder}/started`,
    );
    writeScript('vitrine.js', `echo "user $(id), $*" >${folder}/started`);
  });

  /** As root, unless `env` says something else. Returns the exit status and what went to standard error. */
  function run(env: Record<string, string>, command: string, ...args: readonly string[]): string {
    const { status, stderr } = spawnSync(command, args, {
      env: {
        PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter),
        TEST_USER: '0',
        ...env,
      },
      encoding: 'utf8',
      timeout: 20_000,
    });
    return `${status} ${stderr}`.trim();
  }

  test('gives the files to PUID and PGID, and continues as that user with the lock', () => {
    expect(run({ PUID: '1234', PGID: '5678' }, copyScript('init'))).toBe('0');
    expect(read('owner')).toBe('1234:5678\n');
    expect(read('started')).toBe('user 1234, locked\n');
  });

  test('takes the lock as another user, too', () => {
    expect(run({ TEST_USER: '568' }, copyScript('init'))).toBe('0');
    expect(read('owner')).toBe('');
    expect(read('started')).toBe('user 568, locked\n');
  });

  test.each(['0', '568'])('as user %s, leaves the files of a running container alone', (user) => {
    const env = { TEST_USER: user, PUID: '1234' };
    const output = run(env, 'flock', join(place.data, 'lock'), copyScript('init'));
    expect(output).toBe('75 vitrine: another container uses this volume. Stop it first.');
    expect(read('owner')).toBe('');
    expect(read('started')).toBe('');
  });

  test.each([
    ['PUID', '0', 'does not run as root'],
    ['PUID', '00', 'does not run as root'],
    ['PUID', '-1', 'must be numbers'],
    ['PUID', 'ada', 'must be numbers'],
    ['PGID', 'users', 'must be numbers'],
  ])('refuses %s=%s', (name, value, message) => {
    expect(run({ [name]: value }, copyScript('init'))).toMatch(
      new RegExp(`^1 vitrine: .*${message}`),
    );
    expect(read('owner')).toBe('');
  });

  test.each([
    ['0', '1234'],
    ['568', '568'],
  ])('runs commands of user %s as user %s', (user, expected) => {
    const env = { TEST_USER: user, PUID: '1234' };
    expect(run(env, copyScript('bin/vitrine'), 'restore', '-')).toBe('0');
    expect(read('started')).toBe(`user ${expected}, restore -\n`);
  });

  test('finds that command before the one of both images', () => {
    const dockerfile = readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8');
    expect(dockerfile).toMatch(
      /^FROM vitrine AS one$[\s\S]*^ENV PATH=\/app\/ops\/one\/bin:\$PATH /m,
    );
  });
});
