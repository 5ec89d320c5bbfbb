import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Figure, figure } from './figure.ts';
import { requestsPerSecond } from './load.ts';
import { bare, type Program, startProgram } from './programs.ts';
import type { Rig } from './rig.ts';
import { takeTurns } from './turns.ts';

const run = promisify(execFile);
const REPOSITORY = join(import.meta.dirname, '../..');

/** What it takes to be there at all: time, memory, disk. */
export async function footprintFigures(rig: Rig): Promise<Figure[]> {
  return [...(await starts(rig)), ...(await installs())];
}

const FASTIFY = 'bare Fastify + pg';
const HTTP = 'bare node:http + pg';

async function starts(rig: Rig): Promise<Figure[]> {
  const env = { DATABASE_URL: rig.databaseUrl, STATEMENT: rig.statements.list.text };
  const contenders = [
    { name: 'Vitrine', start: () => rig.startService(), path: '/api/v1/project/getall' },
    { name: FASTIFY, start: () => startProgram(bare('fastify-pg'), { env }), path: '/' },
    { name: HTTP, start: () => startProgram(bare('http-pg'), { env }), path: '/' },
  ];
  const measured = (measure: (program: Program, path: string) => Promise<number>, turns: number) =>
    takeTurns(
      contenders.map(({ name, start, path }) => ({
        name,
        async measure() {
          const program = await start();
          try {
            return await measure(program, path);
          } finally {
            await program.stop();
          }
        },
      })),
      { turns },
    );
  const load = { connections: 20, headers: { cookie: rig.cookie } };
  return [
    figure(
      { name: 'Cold start to the first 200', unit: 'ms', goal: { against: FASTIFY, atMost: 2 } },
      await measured(async ({ startMs }) => startMs, 7),
    ),
    figure(
      { name: 'Memory, idle', unit: 'MB', goal: { atMost: 100 } },
      await measured(async (program) => {
        await sleep(5_000);
        return program.memory();
      }, 3),
    ),
    figure(
      { name: 'Memory, most while lists are read', unit: 'MB' },
      await measured(async (program, path) => {
        await requestsPerSecond(program.origin, { ...load, path });
        return program.mostMemory();
      }, 3),
    ),
  ];
}

/** Both from the registry into an empty folder, as a host does it. */
async function installs(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-install-'));
  const ours = join(folder, 'vitrine');
  for (const file of ['package.json', 'package-lock.json', '.npmrc', ...(await manifests())]) {
    await mkdir(join(ours, dirname(file)), { recursive: true });
    await cp(join(REPOSITORY, file), join(ours, file));
  }
  await npm(ours, ['ci', '--omit=dev', '--workspace', 'apps/api']);
  const plain = join(folder, 'bare');
  await mkdir(plain);
  await npm(plain, ['install', 'fastify', 'pg', 'sharp']);
  const name = 'Fastify, pg and sharp';
  const figures = [
    figure({ name: 'Production install', unit: 'MB', goal: { atMost: 200 } }, [
      { name: 'Vitrine', values: [await megabytesIn(ours)] },
      { name, values: [await megabytesIn(plain)] },
    ]),
    figure({ name: 'Packages in production', unit: '' }, [
      { name: 'Vitrine', values: [await packagesIn(ours)] },
      { name, values: [await packagesIn(plain)] },
    ]),
  ];
  await rm(folder, { recursive: true });
  return figures;
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

/** All but the folder itself and our own, which are links. */
async function packagesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter(
    ({ name, parentPath }) =>
      name === 'package.json' && /node_modules\/(@[^/]+\/)?[^/@]+$/.test(parentPath),
  ).length;
}
