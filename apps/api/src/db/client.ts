import { Socket } from 'node:net';
import { type Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { RetryingKysely, retryStatements } from './retry.ts';
import type { DB } from './tables.ts';

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;

export interface DbOptions {
  readonly url: string;
  /** How many connections the pool opens at most. */
  readonly poolSize?: number;
  /** Called when a connection is lost, for example when PostgreSQL restarts. The pool replaces it. */
  readonly onConnectionError: (error: Error) => void;
  /** Called after each statement, in the async context of its request. */
  readonly onStatement?: ((text: string, end: StatementEnd) => void) | undefined;
}

export interface StatementEnd {
  readonly ms: number;
  readonly isFailed: boolean;
}

export function connect({ url, poolSize = 10, onConnectionError, onStatement }: DbOptions): Db {
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'vitrine',
    max: poolSize,
    // Also limits how long a statement waits for a free connection.
    connectionTimeoutMillis: 5_000,
    stream() {
      const socket = new Socket();
      sockets.add(socket.once('close', () => sockets.delete(socket)));
      return socket;
    },
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
  });
  // Without listeners, a lost connection would end the process.
  pool.on('connect', (client) => client.on('error', onConnectionError));
  pool.on('error', () => {});
  const db = new RetryingKysely<DB>({
    dialect: new PostgresDialect({ pool, onCreateConnection: retryStatements }),
    ...(onStatement && {
      log: ({ query, queryDurationMillis, level }) =>
        onStatement(query.sql, { ms: queryDurationMillis, isFailed: level === 'error' }),
    }),
  });
  pools.set(db, { pool, sockets });
  return db;
}

const pools = new WeakMap<Db, { pool: pg.Pool; sockets: ReadonlySet<Socket> }>();

/** Counts the connections, the idle connections and the callers that wait for one. */
export function poolSizes(db: Db): { total: number; idle: number; waiting: number } {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(db)?.pool ?? {};
  return { total: totalCount, idle: idleCount, waiting: waitingCount };
}

/** Fails every pending statement. The pool opens new connections for the next ones. */
export function dropConnections(db: Db): void {
  for (const socket of pools.get(db)?.sockets ?? []) socket.destroy();
}

export async function isReachable(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
}

/** Whether the database could not be reached, as opposed to having returned an error. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // PostgreSQL deletes its socket when it stops.
  const isMissingSocket = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return (
    isMissingSocket ||
    UNAVAILABLE_CODES.has(code) ||
    code.startsWith('08') ||
    UNAVAILABLE_MESSAGES.some((text) => error.message.startsWith(text))
  );
}

/** Whether a statement or a lock hit its time limit. */
export function isDatabaseTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && TIMEOUT_CODES.includes(String(error.code));
}

/** Whether a row was rejected because of its values: wrong types, broken constraints, missing references. */
export function isInvalidRow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));
}

/** Canceled by `statement_timeout` or `lock_timeout`. */
const TIMEOUT_CODES = ['57014', '55P03'];

const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  '53300', // too many connections
  '57P01', // shut down by the administrator
  '57P02', // crashed
  '57P03', // starting up
]);

/** Errors from pg that have no code. */
const UNAVAILABLE_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
];
