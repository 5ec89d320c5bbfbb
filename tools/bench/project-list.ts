/**
 * `npm run bench:projects`: how many lists of 50 projects a second the service answers, as a share
 * of what a bare Fastify route does with the same statement, in turns on the same machine.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { connect } from '../../apps/api/src/db/client.ts';
import { migrate } from '../../apps/api/src/db/migrate.ts';
import { prepareMedia } from '../../apps/api/src/media/gate.ts';
import { diskFiles } from '../../apps/api/src/media/media-files.ts';
import { mediaStore } from '../../apps/api/src/media/media-store.ts';
import { addProject, listProjects } from '../../apps/api/src/project/project-store.ts';
import { paint } from '../pictures.ts';
import { freePort, startPostgres } from '../postgres.ts';
import { medianOf, start, until } from './processes.ts';

const PROJECTS = 50;
const TURNS = 3;
const SECONDS = 8;
const OWNER = { fullName: 'Ada', email: 'ada@example.com', password: 'a long password' };

const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
const postgres = await startPostgres();
const url = postgres.url('postgres');
const statement = await fill();

const ports = { service: await freePort(), bare: await freePort() };
const env = { ...process.env, NODE_ENV: 'production', DATABASE_URL: url, MEDIA_DIR: folder };
const children = [
  start(new URL('../../apps/api/src/main.ts', import.meta.url), {
    ...env,
    PORT: String(ports.service),
    PUBLIC_URL: `http://127.0.0.1:${ports.service}`,
    SETUP_CODE: 'set-up-code',
  }),
  start(new URL('./bare-list.ts', import.meta.url), {
    ...env,
    PORT: String(ports.bare),
    STATEMENT: statement,
  }),
];
await until(`http://127.0.0.1:${ports.service}/readyz`);
await until(`http://127.0.0.1:${ports.bare}/`);

const service = {
  url: `http://127.0.0.1:${ports.service}/api/v1/project/getall`,
  cookie: await signIn(),
};
const bare = { url: `http://127.0.0.1:${ports.bare}/`, cookie: '' };
await measure(service, 3);
await measure(bare, 3);

const ratios: number[] = [];
for (let turn = 1; turn <= TURNS; turn += 1) {
  const ours = await measure(service, SECONDS);
  const theirs = await measure(bare, SECONDS);
  ratios.push(ours / theirs);
  console.log(
    `turn ${turn}: service ${ours.toFixed(0)}/s, bare ${theirs.toFixed(0)}/s, ratio ${(ours / theirs).toFixed(2)}`,
  );
}
console.log(
  `project/getall with ${PROJECTS} projects: ${medianOf(ratios).toFixed(2)} of a bare Fastify route (median of ${TURNS})`,
);

for (const child of children) child.kill('SIGTERM');
await postgres.stop();
await rm(folder, { recursive: true });

/** Fills the database and returns the statement that the service will run for its list. */
async function fill(): Promise<string> {
  const seen: string[] = [];
  const db = connect({ url, onConnectionError: () => {}, onStatement: (text) => seen.push(text) });
  await migrate(db);
  const media = mediaStore(diskFiles(folder), 'http://localhost');
  const bytes = await paint({
    width: 2000,
    height: 1100,
    from: [20, 40, 60],
    to: [200, 180, 160],
    seed: 1,
  })
    .jpeg()
    .toBuffer();
  const prepared = await prepareMedia(bytes, 'image');
  await db.transaction().execute(async (trx) => {
    const banner = await media.keep(trx, prepared);
    for (let n = 0; n < PROJECTS; n += 1) {
      await addProject(trx, {
        title: `Project ${n}`,
        description: 'Does one thing. Does it well. Says so in a sentence of ordinary length.',
        technologies: 'TypeScript, React, PostgreSQL',
        stack: 'Full Stack',
        deployed: 'Yes',
        gitRepoLink: `https://github.com/example/project-${n}`,
        projectLink: `https://project-${n}.example.com`,
        banner,
      });
    }
  });
  await listProjects(db);
  await db.destroy();
  return seen.at(-1) ?? '';
}

async function signIn(): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${ports.service}/api/v1/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: 'set-up-code', ...OWNER }),
  });
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

async function measure(target: { url: string; cookie: string }, duration: number): Promise<number> {
  const result = await autocannon({
    url: target.url,
    connections: 20,
    duration,
    headers: { cookie: target.cookie },
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${target.url} failed under load.`);
  return result.requests.average;
}
