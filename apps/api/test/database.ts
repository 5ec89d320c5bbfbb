import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A database of its own, a copy of the migrated one (or an empty one). */
export async function createDatabase({
  empty = false,
} = {}): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `vitrine_test_${randomUUID().replaceAll('-', '')}`;
  await admin(`create database ${name} template ${empty ? 'template1' : inject('template')}`);
  return {
    url: Object.assign(new URL(inject('adminUrl')), { pathname: `/${name}` }).href,
    drop: () => admin(`drop database ${name} with (force)`),
  };
}

async function admin(statement: string): Promise<void> {
  const client = new pg.Client(inject('adminUrl'));
  await client.connect();
  await client.query(statement);
  await client.end();
}
