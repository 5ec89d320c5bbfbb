import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabaseConnection, Kysely, type Transaction, type TransactionBuilder } from 'kysely';

/** Deadlocks and serialization failures. */
const CONFLICTS = ['40P01', '40001'];

/** A table was replaced, as by a restore, between parsing and running the statement. */
const REPLACED = /^(cache lookup failed|could not open relation)/;

const ATTEMPTS = 5;

/** Retries work that PostgreSQL rolled back in favor of another transaction. */
async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error;
      await sleep(Math.random() * 50 * attempt);
    }
}

function isConflict(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  return CONFLICTS.includes(String(error.code)) || REPLACED.test(error.message);
}

/** Retries whole transactions after a conflict, which rolls back everything. */
export class RetryingKysely<DB> extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    return retrying(super.transaction());
  }
}

/** Wraps the builder; each of its settings returns a new one. */
function retrying<DB>(builder: TransactionBuilder<DB>): TransactionBuilder<DB> {
  const execute = builder.execute.bind(builder);
  const setAccessMode = builder.setAccessMode.bind(builder);
  const setIsolationLevel = builder.setIsolationLevel.bind(builder);
  builder.execute = <T>(work: (trx: Transaction<DB>) => Promise<T>) =>
    retryConflicts(() => execute(work));
  builder.setAccessMode = (mode) => retrying(setAccessMode(mode));
  builder.setIsolationLevel = (level) => retrying(setIsolationLevel(level));
  return builder;
}

/** Retries statements outside of transactions. */
export async function retryStatements(connection: DatabaseConnection): Promise<void> {
  const send = connection.executeQuery.bind(connection);
  let isInTransaction = false;
  connection.executeQuery = async (query) => {
    if (/^(begin|start transaction)/.test(query.sql)) isInTransaction = true;
    if (!isInTransaction) return retryConflicts(() => send(query));
    try {
      return await send(query);
    } finally {
      if (/^(commit|rollback)$/.test(query.sql)) isInTransaction = false;
    }
  };
}
