/** The baseline of a list and of an item: a Fastify route and pg. */
import fastify from 'fastify';
import { query } from './query.js';

const app = fastify();
app.get('/', query);
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
