import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@vitrine/testing/postgres';
import { runSql } from '@vitrine/testing/query';

export interface DedicatedPostgres {
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Suspends all processes of the server: connections stay open, but nothing responds. */
  freeze(): void;
  resume(): void;
  remove(): Promise<void>;
}

/** Starts a PostgreSQL server for one file, whose tests may stop, restart and freeze it. */
export async function startDedicatedPostgres(): Promise<DedicatedPostgres> {
  const folder = join(tmpdir(), `vitrine-postgres-${randomUUID()}`);
  // With durable writes, as in production.
  let server = await startPostgres({ folder });
  const port = Number(new URL(server.url('postgres')).port);
  const resume = () => {
    const postmaster = postmasterOf(folder);
    for (const pid of [...childrenOf(postmaster), postmaster]) process.kill(pid, 'SIGCONT');
  };
  return {
    async createDatabase() {
      const name = `vitrine_${randomUUID().replaceAll('-', '')}`;
      await runSql(server.url('postgres'), `create database ${name}`);
      return server.url(name);
    },
    stop: () => server.stop(),
    async start() {
      server = await startPostgres({ folder, port });
    },
    freeze() {
      const postmaster = postmasterOf(folder);
      // First the postmaster, so that it starts no more children.
      process.kill(postmaster, 'SIGSTOP');
      for (const pid of childrenOf(postmaster)) process.kill(pid, 'SIGSTOP');
    },
    resume,
    async remove() {
      resume();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function postmasterOf(folder: string): number {
  return Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10);
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(' ').map(Number);
}
