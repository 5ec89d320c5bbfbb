import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const DIGEST = /^\S+:\S+@sha256:[0-9a-f]{64}$/;

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

  test('uses the image of the current version', () => {
    const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')));
    const [tag] = /^\d+\.\d+/.exec(version) ?? [];
    expect(section).toContain(`vitrine/vitrine:${tag}}`);
  });
});

test('the Dockerfile pins its base image by digest', () => {
  const file = read('Dockerfile');
  expect(/^ARG BASE=(.*)$/m.exec(file)?.[1]).toMatch(DIGEST);
  const bases = Array.from(file.matchAll(/^FROM (?:--platform=\S+ )?(\S+)/gm), ([, base]) => base);
  expect(new Set(bases)).toEqual(new Set(['$' + '{BASE}', 'scratch']));
});

test.each(['MemoryHigh=768M', 'MemoryMax=1G', 'TasksMax=128', 'LimitNOFILE=8192'])(
  'the systemd unit sets %s',
  (setting) => {
    const [, service = ''] = read('ops/vitrine.service').split('[Service]');
    expect(service.split('[Install]')[0]?.split('\n')).toContain(setting);
  },
);

test('Caddy limits the time for headers, responses and idle connections', () => {
  const [, timeouts] =
    /^{\n\tservers {\n\t\ttimeouts {\n([\s\S]*?)\n\t\t}/m.exec(read('ops/Caddyfile')) ?? [];
  for (const name of ['read_header', 'write', 'idle'])
    expect(timeouts).toMatch(new RegExp(`^\\t{3}${name} \\d+[smh]$`, 'm'));
});
