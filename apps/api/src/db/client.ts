import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { allowPrepared } from './prepared.ts';
import type { DB } from './tables.ts';

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;

export interface DbOptions {
  readonly url: string;
  /** A connection broke, as when PostgreSQL restarts. The pool replaces it. */
  readonly onConnectionError: (error: Error) => void;
  readonly onStatement?: (text: string) => void;
}

export function connect({ url, onConnectionError, onStatement }: DbOptions): Db {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'vitrine',
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
  });
  // Without listeners, a connection that breaks, idle or in use, would end the process.
  pool.on('connect', (client) => client.on('error', onConnectionError));
  pool.on('error', () => {});
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    ...(onStatement && { log: ({ query }) => onStatement(query.sql) }),
  });
  allowPrepared(db, async (statement, values) => {
    onStatement?.(statement.text);
    return (await pool.query({ ...statement, values })).rows;
  });
  return db;
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
  return error instanceof Error && 'code' in error && error.code === '57014';
}

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
