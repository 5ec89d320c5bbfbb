import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Db } from '@vitrine/api/db/client';
import { findProject, listProjects } from '@vitrine/api/modules/project/project-store';
import { calls } from '@vitrine/contract/calls';
import { OWNER } from '@vitrine/demo/portfolio';
import { runSeed } from '@vitrine/demo/run-seed';
import { Client } from '@vitrine/testing/api-client';
import { freePort, startPostgres } from '@vitrine/testing/postgres';
import { BUILT } from '@vitrine/testing/process';
import { sql } from 'kysely';
import { type Program, startProgram } from './programs.ts';

export const PORTFOLIO = '/api/v1/public/portfolio';

/** A statement as the service sends it. */
export interface Statement {
  readonly text: string;
  readonly values: readonly string[];
}

/** What every measurement stands on: PostgreSQL, a portfolio of 50 projects, the service as built. */
export interface Rig {
  readonly db: Db;
  readonly databaseUrl: string;
  readonly folder: string;
  readonly service: Program;
  /** The cookie of a signed-in owner. */
  readonly cookie: string;
  readonly projectId: string;
  readonly statements: { readonly list: Statement; readonly item: Statement };
  /** One more process of the same service. */
  startService(env?: Record<string, string>): Promise<Program>;
  stop(): Promise<void>;
}

const PROJECTS = 50;

export async function startRig(): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  const postgres = await startPostgres();
  const databaseUrl = postgres.url('postgres');
  const port = await freePort();
  const settings = {
    DATABASE_URL: databaseUrl,
    MEDIA_DIR: folder,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: '127.0.0.1',
  };
  await runSeed(settings);

  const seen: string[] = [];
  const db = connect({
    url: databaseUrl,
    onConnectionError: () => {},
    onStatement: (text) => seen.push(text),
  });
  await setProjects(db, PROJECTS);
  const projectId = (await listProjects(db))[0]?._id ?? '';
  const list = { text: seen.at(-1) ?? '', values: [] };
  await findProject(db, projectId);
  const item = { text: seen.at(-1) ?? '', values: [projectId] };

  const startService = (env = {}) =>
    startProgram(BUILT, { env: { ...settings, ...env }, path: PORTFOLIO });
  const service = await startProgram(BUILT, { env: settings, path: PORTFOLIO, port });
  const cookie = await signIn(service.origin);
  // A session that is prolonged brings its cookie anew, and every answer must be as long as the first.
  await sql`update session set last_seen_at = now() + interval '1 day'`.execute(db);
  return {
    db,
    databaseUrl,
    folder,
    service,
    cookie,
    projectId,
    statements: { list, item },
    startService,
    async stop() {
      await service.stop();
      await db.destroy();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** As many copies of the seeded projects as it takes. */
export async function setProjects(db: Db, count: number): Promise<void> {
  await sql`
    with first as (select * from project order by seq limit 1)
    insert into project (title, description, technologies, stack, deployed, git_repo_link, project_link, banner)
    select 'Project ' || n, description, technologies, stack, deployed, git_repo_link, project_link, banner
    from first, generate_series(1, ${count} - (select count(*)::int from project)) as n`.execute(
    db,
  );
  await sql`delete from project where seq > (select seq from project order by seq offset ${count - 1} limit 1)`.execute(
    db,
  );
  await sql`analyze project`.execute(db);
}

async function signIn(origin: string): Promise<string> {
  const { email, password } = OWNER;
  const client = new Client(origin);
  const { status } = await client.call(calls.user.login, { json: { email, password } });
  if (status !== 200) throw new Error(`The owner cannot log in: ${status}`);
  return client.cookie;
}
