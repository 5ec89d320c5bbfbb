import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { freePort } from '@vitrine/testing/postgres';
import { BUILT } from '@vitrine/testing/process';
import type { SiteEnvironment } from './site-environment.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Exports the site, and serves it as a static host does that compresses text and knows no other headers. */
export async function startExportedSite(env: SiteEnvironment) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const folder = join(env.folder, `export-${port}`);
  const program = new URL('vitrine.js', BUILT).pathname;
  const command = [program, 'export-site', folder, '--url', origin];
  await promisify(execFile)(process.execPath, command, { env: env.settings(port) });
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', origin);
    const name = pathname.replace(/\/$/, '/index.html');
    const body = await readFile(join(folder, name)).catch(() => undefined);
    if (!body) return response.writeHead(404).end();
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    if (!/^text|svg/.test(type)) return response.writeHead(200, { 'content-type': type }).end(body);
    response
      .writeHead(200, { 'content-type': type, 'content-encoding': 'br' })
      .end(brotliCompressSync(body));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
