import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const ROOT = join(import.meta.dirname, '../..');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Stands for the host in the build, which all workers share. Each has its own host. */
const ANY_HOST = 'http://host.invalid';

interface Pages {
  readonly origin: string;
  /** Sets the host that the dashboard calls. The host needs the origin of the pages first. */
  connect(host: string): void;
  stop(): Promise<void>;
}

/** Serves the output of `npm run build:dashboard` as static files. */
export async function servePages(name: 'localhost' | '127.0.0.1'): Promise<Pages> {
  const folder = await buildOnce();
  let host = ANY_HOST;
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const file = await readFile(join(folder, pathname)).catch(() => undefined);
    const extension = file ? extname(pathname) : '.html';
    const type = TYPES[extension] ?? 'application/octet-stream';
    const body = file ?? (await readFile(join(folder, 'index.html')));
    response
      .writeHead(200, { 'content-type': type })
      .end(extension === '.js' ? body.toString().replaceAll(ANY_HOST, host) : body);
  });
  return {
    origin: await listen(server, name),
    connect(to) {
      host = to;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns the folder of the build. The first worker that needs it builds, the others wait. */
async function buildOnce(): Promise<string> {
  const { RUN_DIR = '' } = process.env;
  const folder = join(RUN_DIR, 'spec-only-pages');
  const isBuilt = join(RUN_DIR, 'spec-only-pages-built');
  const isFirst = await mkdir(folder).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    await build(folder);
    await writeFile(isBuilt, '');
  }
  while (!existsSync(isBuilt)) await sleep(100);
  return folder;
}

/** Listens on a free port and returns the origin. */
export async function listen(server: Server, name: string): Promise<string> {
  server.listen(0, name);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return `http://${name}:${port}`;
}

async function build(folder: string): Promise<void> {
  const options = ['--outDir', folder, '--logLevel', 'error'];
  const child = spawn('npm', ['run', 'build:dashboard', '--silent', '--', ...options], {
    cwd: ROOT,
    // Tests run with NODE_ENV=test, but the build under test is the production build.
    env: { ...process.env, NODE_ENV: 'production', VITE_API_URL: ANY_HOST },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The dashboard could not be built.');
}
