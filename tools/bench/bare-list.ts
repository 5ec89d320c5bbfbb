/** The baseline: a bare Fastify route that runs one statement through pg and sends the rows as JSON. */
import fastify from 'fastify';
import pg from 'pg';

const { DATABASE_URL = '', PORT = '0', STATEMENT = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const app = fastify();
app.get('/', async () => {
  const { rows } = await pool.query(STATEMENT);
  return { success: true, projects: rows };
});
await app.listen({ port: Number(PORT) });
