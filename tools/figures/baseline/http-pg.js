/** The baseline of a list and of an item: node:http and pg. */
import { createServer } from 'node:http';
import { query } from './query.js';

createServer(async (_request, response) => {
  const body = JSON.stringify(await query());
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
