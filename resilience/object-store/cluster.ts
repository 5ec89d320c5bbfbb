import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@vitrine/testing/api-client';
import { freePort } from '@vitrine/testing/postgres';
import type { ServiceProcess } from '@vitrine/testing/process';
import { type Host, startHost } from '../support/host.ts';
import { type Nginx, startNginx } from '../support/nginx.ts';
import type { Bucket } from './bucket.ts';

/** Three processes behind nginx, with their media in a bucket. */
export interface Cluster {
  readonly host: Host;
  readonly nginx: Nginx;
  readonly client: () => Client;
  /** The processes that nginx knows and that are alive. */
  running(): readonly ServiceProcess[];
  /** No longer counts the process at this origin, or the first one, as running. */
  remove(origin: string): ServiceProcess;
  /** Starts another process, which nginx does not know yet. */
  start(): Promise<ServiceProcess>;
  /** Makes nginx use the running processes, and this one. */
  update(added?: ServiceProcess): Promise<void>;
  /** How long the public document of any running process lacked this title, in milliseconds. */
  waitForDocuments(title: string): Promise<number>;
  stop(): Promise<void>;
}

export async function startCluster(bucket: Bucket): Promise<Cluster> {
  const port = await freePort();
  const host = await startHost({
    env: {
      ...bucket.env,
      MEDIA_DIR: '/nowhere',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      TRUST_PROXY: '127.0.0.1',
    },
  });
  let running = [host.service, await host.start(), await host.start()];
  const origins = () => running.map(({ origin }) => origin);
  const nginx = await startNginx(port, origins());

  async function waitForDocument(service: ServiceProcess, title: string): Promise<number> {
    const began = performance.now();
    let requested = began;
    let delay = 0;
    // Do not wait for a process that was killed in the meantime.
    const isDue = () => running.includes(service) && requested < began + 10_000;
    while (isDue() && !(await hasTitle(service, title).catch(() => false))) {
      delay = requested - began;
      await sleep(20);
      requested = performance.now();
    }
    return delay;
  }
  return {
    host,
    nginx,
    client: nginx.client,
    running: () => running,
    remove(origin) {
      const removed = running.find((service) => service.origin === origin) ?? host.service;
      running = running.filter((service) => service !== removed);
      return removed;
    },
    start: () => host.start(),
    async update(added) {
      await nginx.setUpstreams([...origins(), ...(added ? [added.origin] : [])]);
      if (added) running = [...running, added];
    },
    waitForDocuments: async (title) =>
      Math.max(...(await Promise.all(running.map((one) => waitForDocument(one, title))))),
    async stop() {
      await nginx.stop();
      await host.stop();
    },
  };
}

async function hasTitle(service: ServiceProcess, title: string): Promise<boolean> {
  const headers = { 'accept-encoding': 'identity' };
  const response = await service.client().fetch('/api/v1/public/portfolio', { headers });
  return (await response.text()).includes(title);
}
