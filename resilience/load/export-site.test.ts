import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@vitrine/contract/calls';
import { CASE_STUDIES } from '@vitrine/demo/case-studies';
import { run } from '@vitrine/testing/process';
import { uploads } from '@vitrine/testing/uploads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';
import { size } from '../support/size.ts';

const PROJECTS = size({ short: 20, long: 200 });
const SITE_URL = 'http://site.test';
let host: Host;
let folder: string;

beforeAll(async () => {
  host = await startHost();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-resilience-'));
});
afterAll(async () => {
  await host.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('static export', () => {
  test('exports 200 projects with their pictures within 20 seconds', {
    timeout: 900_000,
  }, async ({ annotate }) => {
    const owner = await host.owner();
    for (let number = 1; number <= PROJECTS; number += 1) {
      const { status } = await owner.call(calls.project.add, {
        form: {
          title: `Project ${number}`,
          description: 'Shows the tide at 900 harbors. Works offline for three days.',
          technologies: 'TypeScript, PostgreSQL',
          stack: 'Full Stack',
          deployed: 'Yes',
          body: CASE_STUDIES['Tidewatch']?.body ?? '',
          projectBanner: await uploads.jpg(1280 + number, 720),
        },
      });
      expect(status).toBe(201);
    }
    const target = join(folder, 'site');
    const settings = {
      DATABASE_URL: host.databaseUrl,
      MEDIA_DIR: host.mediaDir,
      PUBLIC_URL: host.publicUrl,
      SITE_URL,
    };
    const start = performance.now();
    const { code, output } = await run('vitrine.ts', ['export-site', target], settings);
    const seconds = (performance.now() - start) / 1000;
    expect([code, output]).toEqual([0, expect.stringContaining('Export: 100 %')]);
    expect(seconds).toBeLessThan(20);
    const [pages, cards, media] = await Promise.all(
      ['projects', 'og/projects', 'media'].map((name) => readdir(join(target, name))),
    );
    await annotate(
      `${pages?.length} pages of projects, ${cards?.length} Open Graph images and ${media?.length} pictures in ${seconds.toFixed(1)} s`,
    );
  });
});
