import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@vitrine/testing/api-client';

const SITE = new URL('../../ops/Caddyfile', import.meta.url);

const CADDY = '/usr/bin/caddy';

/** Starts Caddy with the site from ops/, on this port and without TLS, in front of this service. */
export async function startCaddy(port: number, origin: string): Promise<{ stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-caddy-'));
  const site = await readFile(SITE, 'utf8');
  // Its other port may be in use.
  await writeFile(join(folder, 'Caddyfile'), site.replace('servers {', 'admin off\n\tservers {'));
  const child = spawn(CADDY, ['run', '--config', 'Caddyfile'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      DOMAIN: `http://localhost:${port}`,
      SITE_DOMAIN: '',
      UPSTREAM: new URL(origin).host,
    },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  await once(child, 'spawn');
  const client = new Client(`http://localhost:${port}`);
  for (let isUp = false; !isUp; ) {
    if (child.exitCode !== null) throw new Error(`Caddy exited with ${child.exitCode}.`);
    isUp = await client
      .fetch('/healthz')
      .then(({ ok }) => ok)
      .catch(() => false);
  }
  return {
    async stop() {
      if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
