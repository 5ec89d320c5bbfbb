/** The baseline of the public document: node:http with a constant body, or 304. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { BODY = '', ETAG = '' } = process.env;
const body = readFileSync(BODY);
createServer((request, response) => {
  if (request.headers['if-none-match'] === ETAG) {
    response.writeHead(304, { etag: ETAG }).end();
    return;
  }
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': body.length,
    etag: ETAG,
  });
  response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
