/** The baseline of a login: argon2id with Vitrine's parameters, and nothing else. */
import { argon2, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { promisify } from 'node:util';

const derive = promisify(argon2);
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
createServer(async (_request, response) => {
  await derive('argon2id', { message: 'a long password', nonce: randomBytes(16), ...cost });
  response.end();
}).listen(Number(process.env.PORT), '127.0.0.1');
