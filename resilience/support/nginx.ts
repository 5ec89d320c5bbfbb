import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@vitrine/testing/api-client';

const SITE = new URL('../../ops/nginx-three.conf', import.meta.url);
/** Where Debian puts it, which is not on everybody's path. */
const NGINX = '/usr/sbin/nginx';

export interface Nginx {
  readonly client: () => Client;
  /** From now on it passes requests on to these. */
  tell(origins: readonly string[]): Promise<void>;
  /** For each request, in turn, whom it was passed on to: the last of them answered. */
  passedTo(): Promise<string[][]>;
  stop(): Promise<void>;
}

/** A real nginx with the site that we recommend, at this port, in front of these. */
export async function startNginx(port: number, origins: readonly string[]): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-nginx-'));
  const own = ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'];
  const writeSite = async (upstreams: readonly string[]) =>
    writeFile(join(folder, 'site.conf'), siteAt(await readFile(SITE, 'utf8'), port, upstreams));
  await writeFile(join(folder, 'nginx.conf'), AROUND);
  await writeSite(origins);
  const child = spawn(NGINX, [...own, '-g', 'daemon off;'], { stdio: 'inherit' });
  const client = () => new Client(`http://127.0.0.1:${port}`);
  for (let isUp = false; !isUp; ) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}.`);
    isUp = await client()
      .fetch('/healthz')
      .then(({ ok }) => ok)
      .catch(() => false);
  }
  return {
    client,
    async tell(upstreams) {
      await writeSite(upstreams);
      await promisify(execFile)(NGINX, [...own, '-s', 'reload']);
    },
    async passedTo() {
      const lines = (await readFile(join(folder, 'passed.log'), 'utf8')).trim().split('\n');
      return lines.map((line) => line.split(', ').map((address) => `http://${address}`));
    },
    async stop() {
      if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The site as it is, but for its addresses. */
function siteAt(site: string, port: number, origins: readonly string[]): string {
  const [server = '', ...others] = site.match(/^ *server \d.*\n/gm) ?? [];
  return others
    .reduce((rest, other) => rest.replace(other, ''), site)
    .replace(server, origins.map((one) => server.replace(/\d\S*/, new URL(one).host)).join(''))
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('listen [::]:80;', `listen 127.0.0.2:${port};`);
}

/**
 * What Debian has around a site, and for the tests: visitors from many addresses, and who was asked.
 * A request has a connection of its own: one that waits for the next may be closed by a reload just
 * as that comes, which a browser sends again by itself and fetch does not.
 */
const AROUND = `
user root;
worker_processes auto;
pid nginx.pid;
events {}
http {
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  keepalive_timeout 0;
  set_real_ip_from 127.0.0.1;
  real_ip_header X-Forwarded-For;
  log_format passed $upstream_addr;
  access_log passed.log passed;
  add_header X-Passed-To $upstream_addr always;
  include site.conf;
}
`;
