import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { calls } from '@vitrine/contract/calls';
import { Client } from '@vitrine/testing/api-client';
import { type ServiceProcess, startProcess } from '@vitrine/testing/process';
import { quantile, timed } from '@vitrine/testing/statistics';
import { uploads } from '@vitrine/testing/uploads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';
import { size } from '../support/size.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The time before, between and after the changes. */
const PAUSE_MS = size({ short: 500, long: 10_000 });

let host: Host;
let folder: string;
const started: ServiceProcess[] = [];

beforeAll(async () => {
  host = await startHost();
  folder = await createNextRelease();
});
afterAll(async () => {
  await Promise.all(started.map((service) => service.signal('SIGKILL')));
  await host.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A copy of this tree with another migration, as a next release. */
async function createNextRelease(): Promise<string> {
  const next = await mkdtemp(join(tmpdir(), 'vitrine-next-'));
  await mkdir(join(next, 'apps'));
  await cp(join(ROOT, 'apps/api'), join(next, 'apps/api'), { recursive: true });
  await cp(join(ROOT, 'package.json'), join(next, 'package.json'));
  await symlink(join(ROOT, 'node_modules'), join(next, 'node_modules'));
  await writeFile(
    join(next, 'apps/api/migrations/9999-next.sql'),
    `alter table project add column pinned boolean not null default false;
     alter table message add column answered_at timestamptz;
     create table label (id uuid primary key default gen_random_uuid(), name text not null unique);
     create index project_pinned on project (pinned);`,
  );
  return next;
}

describe('rolling upgrade', () => {
  test('no request fails while the old and the new release run on the new schema', {
    timeout: 300_000,
  }, async ({ annotate }) => {
    const old = [host.service, await host.start({ PUBLIC_URL: host.publicUrl })];
    const balancer = await startBalancer(old);
    const { cookie } = await host.owner();
    const load = startRequests(balancer.origin, cookie);

    await sleep(PAUSE_MS);
    for (const removed of old) {
      const added = await startNext();
      balancer.add(added);
      // Both releases run on the new schema.
      await sleep(PAUSE_MS);
      balancer.remove(removed);
      expect(await removed.signal('SIGTERM')).toBe(0);
      await sleep(PAUSE_MS);
    }
    const { failures, times, acknowledged } = await load.stop();
    await balancer.stop();

    const { rows } = await host.database.query(
      `select name from schema_migration order by name desc limit 1`,
    );
    expect(rows).toEqual([{ name: '9999-next.sql' }]);
    expect(failures).toEqual([]);
    const { rows: entries } = await host.database.query<{ title: string }>(
      'select title from timeline union all select name from software_application',
    );
    expect(entries.map(({ title }) => title).toSorted()).toEqual(acknowledged.toSorted());
    await annotate(
      `2 old processes, then 1 and 1, then 2 new: ${times.length} requests, 0 failed, p99 ${quantile(times, 0.99).toFixed(0)} ms; ${acknowledged.length} acknowledged writes, 0 lost`,
    );
  });
});

async function startNext(): Promise<ServiceProcess> {
  const service = await startProcess(
    {
      DATABASE_URL: host.databaseUrl,
      MEDIA_DIR: host.mediaDir,
      SMTP_URL: host.mail.smtpUrl,
      PUBLIC_URL: host.publicUrl,
    },
    pathToFileURL(join(folder, 'apps/api/dist/main.js')),
  );
  started.push(service);
  await service.waitForStatus('/readyz', 200);
  return service;
}

/** A round-robin proxy that retries with the next process if a connection is refused. */
async function startBalancer(services: readonly ServiceProcess[]) {
  const upstreams = [...services];
  const agent = new Agent({ keepAlive: true });
  let count = 0;
  const server: Server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => {
      count += 1;
      forward(Buffer.concat(chunks), upstreams.length);
    });
    function forward(body: Buffer, tries: number): void {
      const { origin } = upstreams[(count + tries) % upstreams.length] ?? host.service;
      const { method = 'GET', headers } = incoming;
      const forwarded = request(`${origin}${incoming.url}`, { method, headers, agent });
      forwarded.on('response', (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      });
      forwarded.on('error', () => {
        // There was no response yet, so the request can be repeated.
        if (tries > 1 && !outgoing.headersSent) forward(body, tries - 1);
        else outgoing.destroy();
      });
      forwarded.end(body);
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    add: (service: ServiceProcess) => void upstreams.push(service),
    remove: (service: ServiceProcess) => void upstreams.splice(upstreams.indexOf(service), 1),
    async stop() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function startRequests(origin: string, cookie: string) {
  const failures: string[] = [];
  const times: number[] = [];
  const acknowledged: string[] = [];
  let isOn = true;
  const owner = () => Object.assign(new Client(origin), { cookie });
  const svg = uploads.svg();
  const kinds: (() => Promise<{ status: number }>)[] = [
    () => owner().fetch('/api/v1/public/portfolio'),
    () => owner().call(calls.project.list),
    () => owner().call(calls.user.me),
    () => owner().call(calls.message.list),
    async () => {
      const title = randomUUID();
      const json = { title, description: 'x', from: 2000 };
      const response = await owner().call(calls.timeline.add, { json });
      if (response.status === 201) acknowledged.push(title);
      return response;
    },
    async () => {
      const name = randomUUID();
      const response = await owner().call(calls.softwareApplication.add, { form: { name, svg } });
      if (response.status === 201) acknowledged.push(name);
      return response;
    },
  ];
  const running = kinds.map(async (send, index) => {
    while (isOn) {
      const { result, ms } = await timed(() => send().catch(String));
      if (typeof result === 'string' || result.status >= 400)
        failures.push(`${index}: ${typeof result === 'string' ? result : result.status}`);
      times.push(ms);
      await sleep(10);
    }
  });
  return {
    async stop() {
      isOn = false;
      await Promise.all(running);
      return { failures, times, acknowledged };
    },
  };
}
