import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Db } from './client.ts';
import type { DB } from './tables.ts';

/** Writes statements without a database to send them to. */
export const compiler = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Sends a statement that has a name. */
export type SendNamed = <Row extends object>(
  statement: { name: string; text: string },
  values: unknown[],
) => Promise<Row[]>;

const senders = new WeakMap<Db, SendNamed>();

export function allowPrepared(db: Db, send: SendNamed): void {
  senders.set(db, send);
}

/**
 * For the reads that come all the time: written once when the program starts, then parsed and
 * planned once a connection, which is most of what a small read costs.
 */
export function prepare<Row extends object>(name: string, { sql: text }: CompiledQuery<Row>) {
  return (db: Db, values: unknown[] = []): Promise<Row[]> => {
    const send = senders.get(db);
    if (!send) throw new Error('This database was not opened with connect().');
    return send<Row>({ name, text }, values);
  };
}
