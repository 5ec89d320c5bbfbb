/** The baseline of the public document: node:http with one constant body, or that nothing changed. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { PORT, BODY = '', TAG = '' } = process.env;
const body = readFileSync(BODY);
createServer((request, response) => {
  if (request.headers['if-none-match'] === TAG) {
    response.writeHead(304, { etag: TAG }).end();
    return;
  }
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': body.length,
    etag: TAG,
  });
  response.end(body);
}).listen(Number(PORT), '127.0.0.1');
