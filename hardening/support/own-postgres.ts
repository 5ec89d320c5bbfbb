import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { admin } from '../../apps/api/test/admin.ts';
import { freePort, startPostgres } from '../../tools/postgres.ts';

export interface OwnPostgres {
  /** A database in it that is there from the beginning. */
  readonly url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** A PostgreSQL of its own that can be stopped, and started again where it was. It runs at first. */
export async function ownPostgres(): Promise<OwnPostgres> {
  const folder = join(tmpdir(), `vitrine-postgres-${randomUUID()}`);
  const port = await freePort();
  // It keeps what it acknowledged: nothing less would do for what is tried with it.
  const begin = () => startPostgres({ folder, port });
  let server = await begin();
  await admin(server.url('postgres'), 'create database vitrine');
  return {
    url: server.url('vitrine'),
    stop: () => server.stop(),
    async start() {
      server = await begin();
    },
    async remove() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
