/**
 * Part of the build: starts the built service without a database and stops it, so that Node stores the
 * code that it compiled. Only the same version of Node uses it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPILE_CACHE } from './src/paths.ts';

const media = await mkdtemp(join(tmpdir(), 'vitrine-build-'));
const service = spawn(process.execPath, [join(import.meta.dirname, 'dist/main.js')], {
  env: { PORT: '0', DATABASE_URL: 'postgres://127.0.0.1:1/none', MEDIA_DIR: media },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let output = '';
for await (const chunk of service.stdout) {
  output += chunk;
  const [, address] = /^Listening on (\S+)$/m.exec(output) ?? [];
  if (address === undefined || service.killed) continue;
  await fetch(`${address}/healthz`);
  service.kill('SIGTERM');
}
const [code] = service.exitCode === null ? await once(service, 'exit') : [service.exitCode];
await rm(media, { recursive: true });
if (code !== 0) throw new Error(`The built service does not start:\n${output}`);
// Node makes the files private. An installer may give them to another user.
for (const entry of await readdir(COMPILE_CACHE, { recursive: true, withFileTypes: true }))
  await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
