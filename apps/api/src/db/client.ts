import { Socket } from 'node:net';
import { type Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { allowPrepared } from './prepared.ts';
import { RetryingKysely, retryConflicts, retryStatements } from './retry.ts';
import type { DB } from './tables.ts';

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;

export interface DbOptions {
  readonly url: string;
  /** A connection broke, as when PostgreSQL restarts. The pool replaces it. */
  readonly onConnectionError: (error: Error) => void;
  /** Told after each, in the flow of whoever asked for it. */
  readonly onStatement?: ((text: string, end: StatementEnd) => void) | undefined;
}

export interface StatementEnd {
  readonly ms: number;
  readonly isFailed: boolean;
}

export function connect({ url, onConnectionError, onStatement }: DbOptions): Db {
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'vitrine',
    max: 10,
    // Also how long a statement waits for a free connection.
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
  // Without listeners, a connection that breaks, idle or in use, would end the process.
  pool.on('connect', (client) => client.on('error', onConnectionError));
  pool.on('error', () => {});
  const db = new RetryingKysely<DB>({
    dialect: new PostgresDialect({ pool, onCreateConnection: retryStatements }),
    ...(onStatement && {
      log: ({ query, queryDurationMillis, level }) =>
        onStatement(query.sql, { ms: queryDurationMillis, isFailed: level === 'error' }),
    }),
  });
  /** Part of the names of prepared statements. */
  let generation = 0;
  allowPrepared(db, async (statement, values) => {
    const began = performance.now();
    let isFailed = true;
    try {
      const { rows } = await retryConflicts(() => sendPrepared(statement, values));
      isFailed = false;
      return rows;
    } finally {
      onStatement?.(statement.text, { ms: performance.now() - began, isFailed });
    }
  });
  pools.set(db, { pool, sockets });
  return db;

  /** A restore replaces the tables: what a connection prepared for the old ones fails from then on. */
  async function sendPrepared({ name, text }: { name: string; text: string }, values: unknown[]) {
    const used = generation;
    const send = () => {
      const named = `${name}-${generation}`;
      return pool.query({ name: named, text, values });
    };
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === CHANGED_RESULT))
        throw error;
      generation = Math.max(generation, used + 1);
      return send();
    }
  }
}

/** "Cached plan must not change result type." */
const CHANGED_RESULT = '0A000';

const pools = new WeakMap<Db, { pool: pg.Pool; sockets: ReadonlySet<Socket> }>();

/** The connections there are, those that nobody uses, and how many wait for one. */
export function poolSizes(db: Db): { total: number; idle: number; waiting: number } {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(db)?.pool ?? {};
  return { total: totalCount, idle: idleCount, waiting: waitingCount };
}

/** Fails every statement that waits for an answer. The pool makes new connections for the next ones. */
export function dropConnections(db: Db): void {
  for (const socket of pools.get(db)?.sockets ?? []) socket.destroy();
}

export async function isReachable(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
}

/** Whether the database could not be reached, as opposed to having refused something. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    AWAY_CODES.has(code) ||
    code.startsWith('08') ||
    AWAY_MESSAGES.some((text) => error.message.startsWith(text))
  );
}

/** Whether the database took longer than a request may. */
export function isDatabaseSlow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && SLOW_CODES.includes(String(error.code));
}

/** Cancelled by the statement's time limit, or by that of a lock. */
const SLOW_CODES = ['57014', '55P03'];

const AWAY_CODES = new Set([
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

/** pg gives these no code. */
const AWAY_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
];
