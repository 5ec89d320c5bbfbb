/**
 * `node server.ts IDENTITY ACCOUNT REGISTRY_PORT` serves the stand-ins of all services on one port until it
 * is stopped. Prints the port, and the root of trust of the stand-in for Sigstore.
 */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { standForNpm } from './npm.ts';
import { standForAccounts } from './registry.ts';
import type { Answer } from './route.ts';
import { standForSigstore } from './sigstore.ts';

const Identity = z.object({
  repository: z.string(),
  workflow_ref: z.string(),
  ref: z.string(),
  sha: z.string(),
});
const Account = z.object({ user: z.string(), token: z.string() });
const [identity = '', account = '', registryPort] = process.argv.slice(2);

const sigstore = await standForSigstore(Identity.parse(JSON.parse(identity)));
const routes = [
  ...sigstore.routes,
  ...standForNpm(),
  ...standForAccounts(Account.parse(JSON.parse(account)), Number(registryPort)),
];

const server = createServer(async (request, response) => {
  const { method = '', url = '' } = request;
  const body = await buffer(request);
  const route = routes.find(({ matches }) => matches(method, url));
  const answer: Answer = route
    ? await route.respond(request, body, new URL(url, 'http://localhost'))
    : { status: 404, json: {} };
  const content = answer.json === undefined ? (answer.body ?? '') : JSON.stringify(answer.json);
  response.writeHead(answer.status ?? 200, answer.headers).end(content);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = z.object({ port: z.number() }).parse(server.address());
  console.log(JSON.stringify({ port, root: sigstore.root }));
});
