import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findSession, hashToken } from '@vitrine/api/auth/session-store';
import { stores } from '@vitrine/api/content/stores';
import { connect, type Db } from '@vitrine/api/db/client';
import { calls } from '@vitrine/contract/calls';
import { OWNER } from '@vitrine/demo/portfolio';
import { runSeed } from '@vitrine/demo/run-seed';
import { Client } from '@vitrine/testing/api-client';
import { startPostgres } from '@vitrine/testing/postgres';
import { BUILT } from '@vitrine/testing/process';
import { sql } from 'kysely';
import { type ServerProcess, type Statement, startServer } from './server-process.ts';

export const PORTFOLIO = '/api/v1/public/portfolio';

/** What every measurement uses: PostgreSQL, a portfolio of 50 projects, and the built service. */
export interface BenchEnvironment {
  readonly db: Db;
  readonly databaseUrl: string;
  readonly folder: string;
  readonly service: ServerProcess;
  /** The session of a signed-in owner. */
  readonly cookie: string;
  readonly projectId: string;
  /** All statements that a call runs, beginning with the session lookup. */
  readonly statements: { readonly list: readonly Statement[]; readonly item: readonly Statement[] };
  /** Starts another process of the same service. */
  startService(): Promise<ServerProcess>;
  stop(): Promise<void>;
}

const PROJECTS = 50;

export async function startBenchEnvironment(): Promise<BenchEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  const postgres = await startPostgres();
  const databaseUrl = postgres.url('postgres');
  const settings = {
    DATABASE_URL: databaseUrl,
    MEDIA_DIR: folder,
    PUBLIC_URL: 'http://localhost:4000',
    TRUST_PROXY: '127.0.0.1',
  };
  await runSeed(settings);

  const texts: string[] = [];
  const db = connect({
    url: databaseUrl,
    onConnectionError: () => {},
    onStatement: (text) => texts.push(text),
  });
  await setProjects(db, PROJECTS);
  const startService = () => startServer(BUILT, { env: settings, path: PORTFOLIO });
  const service = await startService();
  const { cookie } = await signIn(service.origin);
  // A session due for renewal sets its cookie again, and the load generator expects equal responses.
  await sql`update session set last_seen_at = now() + interval '1 day'`.execute(db);

  const token = cookie.slice(cookie.indexOf('=') + 1);
  if (!(await findSession(db, token))) throw new Error('The session of the cookie does not exist.');
  const session = lastStatement(texts, [`\\x${hashToken(token).toString('hex')}`]);
  const projectId = (await stores.project.list(db))[0]?._id ?? '';
  const list = lastStatement(texts, []);
  const project = await stores.project.find(db, projectId);
  // One array, in PostgreSQL's notation.
  const names = project?.images.map(({ name }) => name).join(',') ?? '';
  const images = lastStatement(texts, [`{${names}}`]);
  const item = lastStatement(texts.slice(0, -1), [projectId]);
  return {
    db,
    databaseUrl,
    folder,
    service,
    cookie,
    projectId,
    statements: { list: [session, list], item: [session, item, images] },
    startService,
    async stop() {
      await service.stop();
      await db.destroy();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The statement that was run last, with its values, which are not logged. */
function lastStatement(texts: readonly string[], values: readonly string[]): Statement {
  const text = texts.at(-1) ?? '';
  const parameters = new Set(text.match(/\$\d+/g));
  if (parameters.size !== values.length) throw new Error(`Unexpected parameters: ${text}`);
  return { text, values };
}

/** Adds copies of a seeded project, or deletes projects, until there are this many. */
export async function setProjects(db: Db, count: number): Promise<void> {
  await sql`
    with first as (select * from project order by seq limit 1)
    insert into project (title, description, technologies, stack, deployed, git_repo_link, project_link, banner, position, slug)
    select 'Project ' || n, description, technologies, stack, deployed, git_repo_link, project_link, banner, 'z' || lpad(n::text, 9, '0'), 'project-' || n
    from first, generate_series((select count(*)::int from project) + 1, ${count}) as n`.execute(
    db,
  );
  await sql`delete from project where seq > (select seq from project order by seq offset ${count - 1} limit 1)`.execute(
    db,
  );
  await sql`analyze project`.execute(db);
}

export async function signIn(origin: string): Promise<Client> {
  const { email, password } = OWNER;
  const client = new Client(origin);
  const { status } = await client.call(calls.user.login, { json: { email, password } });
  if (status !== 200) throw new Error(`The owner cannot sign in: ${status}`);
  return client;
}
