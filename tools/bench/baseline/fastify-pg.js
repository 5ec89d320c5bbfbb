/** The same as a bare Fastify route. */
import fastify from 'fastify';
import pg from 'pg';

const { DATABASE_URL, PORT, STATEMENT = '', VALUES = '[]' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const values = JSON.parse(VALUES);
const app = fastify();
app.get('/', async () => {
  const { rows } = await pool.query(STATEMENT, values);
  return { success: true, rows };
});
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
