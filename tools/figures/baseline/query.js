/**
 * Runs a call's statements, including the session lookup. Returns the response in a file, for a fair
 * comparison with a call whose response differs from its rows, or else the rows of the last statement.
 */
import { readFileSync } from 'node:fs';
import pg from 'pg';

const { DATABASE_URL, STATEMENTS = '[]', RESPONSE } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const statements = JSON.parse(STATEMENTS);
const response = RESPONSE && JSON.parse(readFileSync(RESPONSE, 'utf8'));

export async function query() {
  let rows = [];
  for (const { text, values } of statements) ({ rows } = await pool.query(text, values));
  return response ?? { success: true, rows };
}
