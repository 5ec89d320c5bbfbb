import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  copyTemplate,
  makePlan,
  type Place,
  prepareVolume,
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
