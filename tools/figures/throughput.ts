import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { type BenchEnvironment, PORTFOLIO } from './bench-environment.ts';
import { measureInterleaved, type Subject } from './interleave.ts';
import { type Load, measureThroughput } from './load-generator.ts';
import { type Metric, reportMetric } from './metric.ts';
import {
  type ServerProcess,
  type Statement,
  startBaseline,
  startQueryBaseline,
} from './server-process.ts';

const HTTP = 'bare node:http + pg, same statements and response';
const FASTIFY = 'bare Fastify + pg, same statements and response';
const CONSTANT = 'bare node:http, constant body';

/** Requests per second: lists and items for the owner, the public document for visitors. */
export async function measureRequests(bench: BenchEnvironment): Promise<Metric[]> {
  return [
    await measureOwnerRead(bench, {
      id: 'list-projects',
      name: 'List of 50 projects',
      path: '/api/v1/project/getall',
      statements: bench.statements.list,
      goal: 0.75,
    }),
    await measureOwnerRead(bench, {
      id: 'one-project',
      name: 'One project',
      path: `/api/v1/project/get/${bench.projectId}`,
      statements: bench.statements.item,
      goal: 0.75,
    }),
    await measurePublicRead(bench, {
      id: 'public-document',
      name: 'Public document',
      path: PORTFOLIO,
      goal: 0.85,
    }),
    await measurePublicRead(bench, {
      id: 'public-document-304',
      name: 'Public document, not modified (304)',
      path: PORTFOLIO,
      isCached: true,
      goal: 0.85,
    }),
  ];
}

interface OwnerRead {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly statements: readonly Statement[];
  readonly goal: number;
}

async function measureOwnerRead(
  bench: BenchEnvironment,
  { id, name, path, statements, goal }: OwnerRead,
): Promise<Metric> {
  const load = { connections: 20, seconds: 1 };
  const headers = { cookie: bench.cookie };
  const signedIn = { ...load, path, headers };
  const response = join(bench.folder, 'response');
  await writeFile(
    response,
    await (await fetch(`${bench.service.origin}${path}`, { headers })).text(),
  );
  const measurements = await measureInterleaved(
    [
      restartedServer('Vitrine', bench.startService, signedIn),
      restartedServer(HTTP, () => startQueryBaseline('http-pg', bench, statements, response), load),
      restartedServer(
        FASTIFY,
        () => startQueryBaseline('fastify-pg', bench, statements, response),
        load,
      ),
      ...((await hasPgbench()) ? [pgbench(bench, statements)] : []),
    ],
    { samples: 4 },
  );
  return reportMetric(
    { id, name, unit: '/s', goal: { against: HTTP, atLeast: goal } },
    measurements,
  );
}

interface PublicRead {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** The client has the current version already. */
  readonly isCached?: boolean;
  readonly goal?: number;
}

/** Compares reads without a session with a server that sends a constant body of the same size. */
export async function measurePublicRead(
  bench: Pick<BenchEnvironment, 'service' | 'startService' | 'folder'>,
  { id, name, path, isCached = false, goal }: PublicRead,
): Promise<Metric> {
  const { body, etag } = await readCompressed(`${bench.service.origin}${path}`);
  const file = join(bench.folder, 'constant-body');
  await writeFile(file, body);
  const headers = { ...COMPRESSED, ...(isCached && { 'if-none-match': etag }) };
  const load = { connections: 50, headers, seconds: 0.2 };
  const measurements = await measureInterleaved(
    [
      restartedServer('Vitrine', bench.startService, { ...load, path }),
      restartedServer(
        CONSTANT,
        () => startBaseline('constant-body', { BODY: file, ETAG: etag }),
        load,
      ),
    ],
    { rounds: 5, samples: 12 },
  );
  const title = isCached ? name : `${name}, ${(body.length / 1024).toFixed(1)} KB`;
  return reportMetric(
    {
      id,
      name: title,
      unit: '/s',
      ...(goal !== undefined && { goal: { against: CONSTANT, atLeast: goal } }),
    },
    measurements,
  );
}

const COMPRESSED = { 'accept-encoding': 'br' };

/**
 * Starts and warms up a new process for each round. Two processes of the same program differ by up
 * to 10%, which is as much as the effects that are measured. Node compiles the code of a service that
 * has just started for about two seconds.
 */
function restartedServer(name: string, start: () => Promise<ServerProcess>, load: Load): Subject {
  let origin = '';
  return {
    name,
    async start() {
      const server = await start();
      origin = server.origin;
      await measureThroughput(origin, { ...load, seconds: 3 });
      return server.stop;
    },
    measure: () => measureThroughput(origin, load),
  };
}

/** The bytes as sent: fetch would decompress them. */
export async function readCompressed(url: string): Promise<{ body: Buffer; etag: string }> {
  const [response] = await once(get(url, { headers: COMPRESSED }), 'response');
  return { body: await buffer(response), etag: response.headers.etag };
}

/** PostgreSQL alone, with as many connections as the servers have. */
function pgbench(
  { databaseUrl, folder }: BenchEnvironment,
  statements: readonly Statement[],
): Subject {
  const script = join(folder, 'statements.sql');
  const lines = statements.map(({ text: statement, values }) =>
    statement.replace(/\$(\d)/g, (_, index) => `'${values[Number(index) - 1]}'`),
  );
  return {
    name: 'pgbench, same statements',
    async measure() {
      await writeFile(script, lines.map((line) => `${line};\n`).join(''));
      const options = ['-n', '-f', script, '-c', '10', '-T', '1'];
      const output = await run('pgbench', [...options, databaseUrl]);
      return Number(/tps = ([\d.]+)/.exec(output)?.[1]);
    },
  };
}

function hasPgbench(): Promise<boolean> {
  return run('pgbench', ['--version']).then(
    () => true,
    () => false,
  );
}

async function run(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child, 'spawn');
  return text(child.stdout);
}
