import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@vitrine/testing/api-client';

const SITE = new URL('../../ops/nginx-three.conf', import.meta.url);
/** Debian's path, which is not in PATH for all users. */
const NGINX = '/usr/sbin/nginx';

export interface Nginx {
  readonly client: () => Client;
  /** Replaces the upstream servers. */
  setUpstreams(origins: readonly string[]): Promise<void>;
  /** The upstreams that each request was sent to, in order. The last one responded. */
  upstreamsByRequest(): Promise<string[][]>;
  stop(): Promise<void>;
}

/** Starts nginx with the site from ops/, on this port, in front of these services. */
export async function startNginx(port: number, origins: readonly string[]): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-nginx-'));
  const own = ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'];
  const writeSite = async (upstreams: readonly string[]) =>
    writeFile(
      join(folder, 'site.conf'),
      withAddresses(await readFile(SITE, 'utf8'), port, upstreams),
    );
  await writeFile(join(folder, 'nginx.conf'), NGINX_CONF);
  await writeSite(origins);
  const child = spawn(NGINX, [...own, '-g', 'daemon off;'], { stdio: 'inherit' });
  const client = () => new Client(`http://127.0.0.1:${port}`);
  for (let isUp = false; !isUp; ) {
    if (child.exitCode !== null) throw new Error(`nginx exited with ${child.exitCode}.`);
    isUp = await client()
      .fetch('/healthz')
      .then(({ ok }) => ok)
      .catch(() => false);
  }
  return {
    client,
    async setUpstreams(upstreams) {
      await writeSite(upstreams);
      await promisify(execFile)(NGINX, [...own, '-s', 'reload']);
    },
    async upstreamsByRequest() {
      const lines = (await readFile(join(folder, 'upstreams.log'), 'utf8')).trim().split('\n');
      return lines.map((line) => line.split(', ').map((address) => `http://${address}`));
    },
    async stop() {
      if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The site with other addresses. */
function withAddresses(site: string, port: number, origins: readonly string[]): string {
  const [server = '', ...others] = site.match(/^ *server \d.*\n/gm) ?? [];
  return others
    .reduce((rest, other) => rest.replace(other, ''), site)
    .replace(server, origins.map((one) => server.replace(/\d\S*/, new URL(one).host)).join(''))
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('listen [::]:80;', `listen 127.0.0.2:${port};`);
}

/**
 * The configuration around the site. Tests choose client addresses with X-Forwarded-For, and the log
 * shows which upstreams a request was sent to. Connections are not kept alive: a reload may close an
 * idle one just as fetch uses it, and fetch does not retry as browsers do.
 */
const NGINX_CONF = `
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
  client_header_timeout 5s;
  set_real_ip_from 127.0.0.1;
  real_ip_header X-Forwarded-For;
  log_format upstreams $upstream_addr;
  access_log upstreams.log upstreams;
  add_header X-Upstream $upstream_addr always;
  include site.conf;
}
`;
