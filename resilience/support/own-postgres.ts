import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startPostgres } from '@vitrine/testing/postgres';
import { runSql } from '@vitrine/testing/query';

export interface OwnPostgres {
  /** A database in it that is there from the beginning. */
  readonly url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops every process of the server where it is: connections stay open, and nothing answers. */
  freeze(): void;
  thaw(): void;
  remove(): Promise<void>;
}

/** A PostgreSQL of its own that can be stopped, and started again where it was. It runs at first. */
export async function ownPostgres(): Promise<OwnPostgres> {
  const folder = join(tmpdir(), `vitrine-postgres-${randomUUID()}`);
  const port = await freePort();
  // It keeps what it acknowledged: nothing less would do for what is tried with it.
  const begin = () => startPostgres({ folder, port });
  let server = await begin();
  await runSql(server.url('postgres'), 'create database vitrine');
  const thaw = () => {
    const first = firstProcess(folder);
    for (const pid of [...childrenOf(first), first]) process.kill(pid, 'SIGCONT');
  };
  return {
    url: server.url('vitrine'),
    stop: () => server.stop(),
    async start() {
      server = await begin();
    },
    freeze() {
      // The first one starts no others any more once it is stopped.
      process.kill(firstProcess(folder), 'SIGSTOP');
      for (const pid of childrenOf(firstProcess(folder))) process.kill(pid, 'SIGSTOP');
    },
    thaw,
    async remove() {
      thaw();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function firstProcess(folder: string): number {
  return Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10);
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(' ').map(Number);
}
