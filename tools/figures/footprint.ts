import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { BenchEnvironment } from './bench-environment.ts';
import { measureInterleaved } from './interleave.ts';
import { measureThroughput } from './load-generator.ts';
import { type Metric, reportMetric } from './metric.ts';
import { type ServerProcess, startQueryBaseline } from './server-process.ts';

const run = promisify(execFile);
const REPOSITORY = join(import.meta.dirname, '../..');

/** Startup time, peak memory and disk space. */
export async function measureFootprint(bench: BenchEnvironment): Promise<Metric[]> {
  return [...(await measureProcesses(bench)), ...(await measureInstallation())];
}

const FASTIFY = 'bare Fastify + pg';
const HTTP = 'bare node:http + pg';

async function measureProcesses(bench: BenchEnvironment): Promise<Metric[]> {
  const { list } = bench.statements;
  const servers = [
    { name: 'Vitrine', start: bench.startService, path: '/api/v1/project/getall' },
    { name: FASTIFY, start: () => startQueryBaseline('fastify-pg', bench, list), path: '/' },
    { name: HTTP, start: () => startQueryBaseline('http-pg', bench, list), path: '/' },
  ];
  const measureNew = (
    measure: (server: ServerProcess, path: string) => Promise<number>,
    rounds: number,
  ) =>
    measureInterleaved(
      servers.map(({ name, start, path }) => ({
        name,
        async measure() {
          const server = await start();
          try {
            return await measure(server, path);
          } finally {
            await server.stop();
          }
        },
      })),
      { rounds },
    );
  const load = { connections: 20, headers: { cookie: bench.cookie } };
  return [
    reportMetric(
      {
        id: 'cold-start',
        name: 'Cold start to the first response',
        unit: 'ms',
        goal: { against: FASTIFY, atMost: 2 },
      },
      await measureNew(async ({ startMs }) => startMs, 7),
    ),
    reportMetric(
      { id: 'list-memory', name: 'Peak memory while reading lists', unit: 'MB' },
      await measureNew(
        (server, path) =>
          server.peakMemory(() => measureThroughput(server.origin, { ...load, path })),
        3,
      ),
    ),
  ];
}

/** Installs both into an empty folder, with npm. */
async function measureInstallation(): Promise<Metric[]> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-install-'));
  const vitrine = join(folder, 'vitrine');
  for (const file of ['package.json', 'package-lock.json', '.npmrc', ...(await manifests())]) {
    await mkdir(join(vitrine, dirname(file)), { recursive: true });
    await cp(join(REPOSITORY, file), join(vitrine, file));
  }
  await npm(vitrine, ['ci', '--omit=dev', '--workspace', 'apps/api']);
  const bare = join(folder, 'bare');
  await mkdir(bare);
  await npm(bare, ['install', 'fastify', 'pg', 'sharp']);
  const name = 'Fastify, pg and sharp';
  const metrics = [
    reportMetric(
      {
        id: 'install-size',
        name: 'Production installation',
        unit: 'MB',
        goal: { atMost: 180 },
      },
      [
        { name: 'Vitrine', values: [await megabytesIn(vitrine)] },
        { name, values: [await megabytesIn(bare)] },
      ],
    ),
    reportMetric({ id: 'install-packages', name: 'Packages in production', unit: '' }, [
      { name: 'Vitrine', values: [await packagesIn(vitrine)] },
      { name, values: [await packagesIn(bare)] },
    ]),
  ];
  await rm(folder, { recursive: true });
  return metrics;
}

async function manifests(): Promise<string[]> {
  const found: string[] = [];
  for (const group of ['apps', 'packages'])
    for (const name of await readdir(join(REPOSITORY, group)))
      found.push(join(group, name, 'package.json'));
  return found;
}

async function npm(cwd: string, args: readonly string[]): Promise<string> {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const { stdout } = await run('npm', [...args, ...quiet], { cwd });
  return stdout;
}

async function megabytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  return bytes / 1024 / 1024;
}

/** Installed packages, without our own workspaces, which are links. */
async function packagesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter(
    ({ name, parentPath }) =>
      name === 'package.json' && /node_modules\/(@[^/]+\/)?[^/@]+$/.test(parentPath),
  ).length;
}
