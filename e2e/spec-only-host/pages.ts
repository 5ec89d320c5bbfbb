import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';

const DASHBOARD = join(import.meta.dirname, '../../apps/dashboard');
// Vite as the dashboard resolves it, wherever npm installed it.
const { resolve } = createRequire(join(DASHBOARD, 'package.json'));
const VITE = join(dirname(resolve('vite/package.json')), 'bin/vite.js');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

interface Pages {
  readonly origin: string;
  /** Builds the dashboard for this host. The host needs the origin of the pages first. */
  build(host: string): Promise<void>;
  stop(): Promise<void>;
}

/** Serves the dashboard as static files. */
export async function servePages(): Promise<Pages> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-pages-'));
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const file = await readFile(join(folder, pathname)).catch(() => undefined);
    const type = TYPES[file ? extname(pathname) : '.html'] ?? 'application/octet-stream';
    response
      .writeHead(200, { 'content-type': type })
      .end(file ?? (await readFile(join(folder, 'index.html'))));
  });
  return {
    origin: await listen(server),
    build: (host) => build(folder, host),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Listens on a free port and returns the origin. */
export async function listen(server: Server): Promise<string> {
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return `http://localhost:${port}`;
}

async function build(folder: string, host: string): Promise<void> {
  const settings = ['--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
  const child = spawn(process.execPath, [VITE, 'build', ...settings], {
    cwd: DASHBOARD,
    // Tests run with NODE_ENV=test, but the build under test is the production build.
    env: { ...process.env, NODE_ENV: 'production', VITE_API_URL: host },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The dashboard could not be built.');
}
