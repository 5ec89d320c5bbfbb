import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
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

/** The dashboard, built for this host and served as static files. */
export async function servePages(port: number, host: string): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-pages-'));
  await build(folder, host);
  const index = await readFile(join(folder, 'index.html'));
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const file = await readFile(join(folder, pathname)).catch(() => undefined);
    const type = TYPES[file ? extname(pathname) : '.html'] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type }).end(file ?? index);
  });
  server.listen(port, 'localhost');
  await once(server, 'listening');
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    await rm(folder, { recursive: true, force: true });
  };
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
