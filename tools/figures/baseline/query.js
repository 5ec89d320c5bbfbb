/** Runs a call's statements, including the session lookup, and returns the rows of the last. */
import pg from 'pg';

const { DATABASE_URL, STATEMENTS = '[]' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const statements = JSON.parse(STATEMENTS);

export async function query() {
  let rows = [];
  for (const { text, values } of statements) ({ rows } = await pool.query(text, values));
  return { success: true, rows };
}
