import { calls } from '@vitrine/contract/calls';
import { DEFAULT_SITE_SETTINGS } from '@vitrine/contract/site';
import { fetchHost } from '@vitrine/testing/fetch-host';
import { type ServiceProcess, startTcpProxy } from '@vitrine/testing/process';
import { runSql } from '@vitrine/testing/query';
import { useServices } from '@vitrine/testing/services';
import { describe, expect, test } from 'vitest';
import { OWNER } from '../support/host.ts';
import { size } from '../support/size.ts';

const SITE = {
  PUBLIC_URL: 'http://127.0.0.1',
  SITE_URL: 'http://site.test',
  SETUP_CODE: 'setup-code',
};

function visit(service: ServiceProcess, path: string): Promise<Response> {
  return fetchHost(service.origin, 'site.test', path);
}

async function read(service: ServiceProcess, path: string): Promise<string> {
  return (await visit(service, path)).text();
}

describe('the public site', () => {
  const services = useServices();

  async function startThree() {
    const first = await services.start(SITE);
    await first.waitForStatus('/readyz', 200);
    const owner = first.client();
    await owner.call(calls.setup.create, { json: { code: 'setup-code', ...OWNER } });
    const others = await Promise.all([services.start(SITE), services.start(SITE)]);
    for (const service of others) await service.waitForStatus('/readyz', 200);
    const processes = [first, ...others];
    for (const service of processes)
      await expect.poll(() => read(service, '/')).toContain(OWNER.fullName);
    return { owner, first, processes };
  }

  test('shows a write within a second in each of three processes', async ({ annotate }) => {
    const { owner, processes } = await startThree();
    const slowest: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const title = `Entry ${n}`;
      await owner.call(calls.timeline.add, { json: { title, description: 'x', from: 2000 } });
      const began = performance.now();
      await Promise.all(
        processes.map((service) =>
          expect.poll(() => read(service, '/'), { interval: 10 }).toContain(title),
        ),
      );
      slowest.push(performance.now() - began);
    }
    const median = slowest.toSorted((a, b) => a - b)[2] ?? 0;
    expect(median).toBeLessThan(1_000);
    await annotate(`a write is on the site of 3 processes after ${median.toFixed(0)} ms (median)`);
  });

  test('stays available while the database is not, also pages that nobody has read', async () => {
    const proxy = await startTcpProxy(services.settings.DATABASE_URL);
    const service = await services.start({ ...SITE, DATABASE_URL: proxy.url });
    await service.waitForStatus('/readyz', 200);
    const owner = service.client();
    await owner.call(calls.setup.create, { json: { code: 'setup-code', ...OWNER } });
    await expect.poll(() => read(service, '/')).toContain(OWNER.fullName);
    proxy.cut();
    for (const path of ['/', '/resume', '/contact', '/projects', '/feed.xml', '/card.vcf'])
      expect((await visit(service, path)).status, path).toBe(200);
    expect((await visit(service, '/nothing')).status).toBe(404);
    const sent = await fetchHost(service.origin, 'site.test', '/contact', { method: 'POST' });
    expect(sent.status).toBe(503);
    expect(sent.headers.get('content-type')).toContain('text/html');
    proxy.restore();
    await service.waitForStatus('/readyz', 200);
    await owner.call(calls.timeline.add, {
      json: { title: 'Later', description: 'x', from: 2000 },
    });
    await expect.poll(() => read(service, '/')).toContain('Later');
    proxy.stop();
  });

  test('a page and the stylesheet that it names match, whichever process sends them', async ({
    annotate,
  }) => {
    const { owner, processes } = await startThree();
    let pages = 0;
    for (let n = 0; n < size({ short: 6, long: 40 }); n += 1) {
      const customCss = `.intro { order: ${n} }`;
      const json = { ...DEFAULT_SITE_SETTINGS, customCss };
      await owner.call(calls.site.saveDraft, { json });
      await owner.call(calls.site.publish);
      if (n % 3 === 2) {
        await processes.pop()?.signal('SIGKILL');
        processes.push(await services.start(SITE));
      }
      for (const service of processes) {
        const page = await read(service, '/');
        const [, css = ''] = /rel="stylesheet" href="([^"]+)"/.exec(page) ?? [];
        for (const other of processes) {
          const response = await visit(other, css);
          expect(response.status, css).toBe(200);
          pages += 1;
        }
      }
    }
    await annotate(`${pages} stylesheets of pages, at 3 processes with restarts: none was missing`);
  });

  test('a process serves the files of another version', async () => {
    const { first, processes } = await startThree();
    const name = 'contact-0123456789abcdef.js';
    expect((await visit(first, `/assets/${name}`)).status).toBe(404);
    await runSql(
      services.settings.DATABASE_URL,
      `insert into site_file (name, body) values ('${name}', 'older')`,
    );
    for (const service of processes) expect(await read(service, `/assets/${name}`)).toBe('older');
  });
});
