/**
 * The baseline of a list and of an item: node:http, one statement through pg, the rows as JSON.
 * `PREPARED` gives the statement a name, as Vitrine does.
 */
import { createServer } from 'node:http';
import pg from 'pg';

const { DATABASE_URL, PORT, STATEMENT = '', VALUES = '[]', PREPARED } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const query = { text: STATEMENT, values: JSON.parse(VALUES), ...(PREPARED && { name: 'bare' }) };
createServer(async (_request, response) => {
  const { rows } = await pool.query({ ...query });
  const body = JSON.stringify({ success: true, rows });
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}).listen(Number(PORT), '127.0.0.1');
