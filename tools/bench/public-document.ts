/**
 * `npm run bench:public`: how many public documents a second one process answers, whole and not
 * modified, each as a share of what a bare node:http server does with a constant body of the same
 * size, in turns on the same machine.
 */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import autocannon from 'autocannon';
import { freePort, startPostgres } from '../postgres.ts';
import { medianOf, start, until } from './processes.ts';

const TURNS = 3;
const SECONDS = 8;
const CONNECTIONS = 50;
const GOAL = 0.8;

const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
const postgres = await startPostgres({ forget: true });
const ports = { service: await freePort(), bare: await freePort() };
const service = `http://127.0.0.1:${ports.service}/api/v1/public/portfolio`;
const bare = `http://127.0.0.1:${ports.bare}/`;
const env = {
  ...process.env,
  NODE_ENV: 'production',
  DATABASE_URL: postgres.url('postgres'),
  MEDIA_DIR: folder,
  PORT: String(ports.service),
  PUBLIC_URL: `http://127.0.0.1:${ports.service}`,
};
await once(start(new URL('../seed.ts', import.meta.url), env), 'exit');
const children = [start(new URL('../../apps/api/src/main.ts', import.meta.url), env)];
await until(service);

for (const [name, encoding] of [
  ['as it is', 'identity'],
  ['brotli', 'br'],
] as const) {
  const headers = { 'accept-encoding': encoding };
  const { body, tag } = await read(headers);
  await writeFile(join(folder, 'body'), body);
  const baseline = start(new URL('./bare-document.ts', import.meta.url), {
    ...process.env,
    PORT: String(ports.bare),
    BODY: join(folder, 'body'),
    TAG: tag,
  });
  children.push(baseline);
  await until(bare);
  await compare(`the document, ${name}, ${body.length} bytes`, headers);
  if (encoding === 'br') await compare('304', { ...headers, 'if-none-match': tag });
  baseline.kill('SIGTERM');
  await once(baseline, 'exit');
}

for (const child of children) child.kill('SIGTERM');
await postgres.stop();
await rm(folder, { recursive: true });

/** As it comes over the wire: fetch would unpack it, and who measures reads some bytes faster than others. */
async function read(headers: Record<string, string>): Promise<{ body: Buffer; tag: string }> {
  const request = get(service, { headers });
  const [response] = await once(request, 'response');
  return { body: await buffer(response), tag: response.headers.etag };
}

async function compare(what: string, headers: Record<string, string>): Promise<void> {
  await measure(service, headers, 3);
  await measure(bare, headers, 3);
  const ratios: number[] = [];
  for (let turn = 1; turn <= TURNS; turn += 1) {
    const ours = await measure(service, headers, SECONDS);
    const theirs = await measure(bare, headers, SECONDS);
    ratios.push(ours / theirs);
    console.log(
      `${what}, turn ${turn}: service ${ours.toFixed(0)}/s, bare ${theirs.toFixed(0)}/s, ratio ${(ours / theirs).toFixed(2)}`,
    );
  }
  console.log(
    `${what}: ${medianOf(ratios).toFixed(2)} of a bare server (median of ${TURNS}, goal ${GOAL})`,
  );
}

async function measure(
  url: string,
  headers: Record<string, string>,
  duration: number,
): Promise<number> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration, headers });
  const isExpected = 'if-none-match' in headers ? result['3xx'] : result['2xx'];
  if (result.errors > 0 || isExpected === 0 || isExpected !== result.requests.total)
    throw new Error(`${url} failed under load.`);
  return result.requests.average;
}
