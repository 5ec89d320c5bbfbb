import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@vitrine/contract/calls';
import { freePort } from '@vitrine/testing/postgres';
import { timed } from '@vitrine/testing/statistics';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, OWNER, startHost } from '../support/host.ts';

let host: Host;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.stop());

describe('shared caches', () => {
  test('a hidden email address disappears from a shared cache within two minutes', async ({
    annotate,
    onTestFinished,
  }) => {
    const owner = await host.owner();
    const show = (showEmail: string) =>
      owner.call(calls.user.updateProfile, { form: { showEmail } });
    await show('true');
    const cache = await startCache(host.service.origin);
    onTestFinished(cache.stop);
    const isShown = async () => (await (await fetch(cache.url)).text()).includes(OWNER.email);
    await expect.poll(isShown, { timeout: 90_000 }).toBe(true);

    expect((await show('false')).status).toBe(200);
    expect(await isShown()).toBe(true);
    const { ms } = await timed(() =>
      expect.poll(isShown, { timeout: 180_000, interval: 1_000 }).toBe(false),
    );
    expect(ms).toBeLessThan(120_000);
    await annotate(`removed from nginx’s cache after ${Math.round(ms / 1000)} s`);
  });
});

/** Starts nginx as a cache that serves stale responses as far as their headers allow. */
async function startCache(origin: string) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-cache-'));
  const port = await freePort();
  await writeFile(join(folder, 'nginx.conf'), nginxConf(port, origin));
  const nginx = spawn('/usr/sbin/nginx', [
    '-p',
    folder,
    '-c',
    'nginx.conf',
    '-e',
    'error.log',
    '-g',
    'daemon off;',
  ]);
  const url = `http://127.0.0.1:${port}/api/v1/public/portfolio`;
  await expect
    .poll(() => fetch(url).then(({ status }) => status, String), { timeout: 20_000 })
    .toBe(200);
  return {
    url,
    async stop() {
      if (nginx.exitCode === null && nginx.kill('SIGTERM')) await once(nginx, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const nginxConf = (port: number, origin: string) => `
user root;
pid nginx.pid;
events {}
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  proxy_cache_path cache keys_zone=documents:1m;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${origin};
      proxy_cache documents;
      proxy_cache_background_update on;
    }
  }
}
`;
