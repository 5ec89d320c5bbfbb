import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { findProject } from '@vitrine/api/modules/project/project-store';
import { type Figure, figure } from './figure.ts';
import { type Load, requestsPerSecond } from './load.ts';
import { bare, type Program, startProgram } from './programs.ts';
import { PORTFOLIO, type Rig, type Statement } from './rig.ts';
import { type Contender, takeTurns } from './turns.ts';

/** How many requests a second: lists and items for the owner, the document for everybody. */
export async function requestFigures(rig: Rig): Promise<Figure[]> {
  return [
    await ownersRead(rig, {
      name: 'List of 50 projects',
      path: '/api/v1/project/getall',
      statement: rig.statements.list,
      goal: 0.85,
    }),
    await ownersRead(rig, {
      name: 'One project',
      path: `/api/v1/project/get/${rig.projectId}`,
      statement: rig.statements.item,
      goal: 0.7,
    }),
    await publicRead(rig, { name: 'Public document', path: PORTFOLIO, goal: 0.85 }),
    await publicRead(rig, {
      name: 'Public document, not modified (304)',
      path: PORTFOLIO,
      isAgain: true,
      goal: 0.85,
    }),
    await publicRead(rig, { name: 'A picture', path: await pictureOf(rig) }),
  ];
}

interface OwnersRead {
  readonly name: string;
  readonly path: string;
  readonly statement: Statement;
  readonly goal: number;
}

async function ownersRead(rig: Rig, { name, path, statement, goal }: OwnersRead): Promise<Figure> {
  const env = {
    DATABASE_URL: rig.databaseUrl,
    STATEMENT: statement.text,
    VALUES: JSON.stringify(statement.values),
  };
  const prepared = { ...env, PREPARED: '1' };
  const load = { connections: 20, seconds: 1 };
  const owned = { ...load, path, headers: { cookie: rig.cookie } };
  const results = await takeTurns(
    [
      started('Vitrine', () => rig.startService(), owned),
      started('bare node:http + pg', () => startProgram(bare('http-pg'), { env }), load),
      started(
        'the same, statement prepared',
        () => startProgram(bare('http-pg'), { env: prepared }),
        load,
      ),
      started('bare Fastify + pg', () => startProgram(bare('fastify-pg'), { env }), load),
      ...((await hasPgbench()) ? [pgbench(rig, statement)] : []),
    ],
    { goes: 4 },
  );
  return figure(
    { name, unit: '/s', goal: { against: 'bare node:http + pg', atLeast: goal } },
    results,
  );
}

interface PublicRead {
  readonly name: string;
  readonly path: string;
  /** By somebody who has it already. */
  readonly isAgain?: boolean;
  readonly goal?: number;
}

async function publicRead(
  rig: Rig,
  { name, path, isAgain = false, goal }: PublicRead,
): Promise<Figure> {
  const { body, tag } = await readRaw(`${rig.service.origin}${path}`);
  const file = join(rig.folder, 'constant-body');
  await writeFile(file, body);
  const constant = () => startProgram(bare('constant'), { env: { BODY: file, TAG: tag } });
  const headers = { ...COMPRESSED, ...(isAgain && { 'if-none-match': tag }) };
  const load = { connections: 50, headers, seconds: 0.2 };
  const against = 'bare node:http, constant body';
  const results = await takeTurns(
    [
      started('Vitrine', () => rig.startService(), { ...load, path }),
      started(against, constant, load),
    ],
    { turns: 5, goes: 12 },
  );
  const told = isAgain ? name : `${name}, ${(body.length / 1024).toFixed(1)} KB`;
  return figure(
    { name: told, unit: '/s', ...(goal && { goal: { against, atLeast: goal } }) },
    results,
  );
}

const COMPRESSED = { 'accept-encoding': 'br' };

/**
 * Started anew for each turn, and warmed. Two processes of one program differ by a tenth here, and
 * one of them from second to second, which is as much as what is looked for.
 */
function started(name: string, start: () => Promise<Program>, load: Load): Contender {
  let origin = '';
  return {
    name,
    async start() {
      const program = await start();
      origin = program.origin;
      await requestsPerSecond(origin, { ...load, seconds: 1 });
      return program.stop;
    },
    measure: () => requestsPerSecond(origin, load),
  };
}

/** The copy of a banner that a page of ordinary width shows. */
async function pictureOf({ db, projectId }: Rig): Promise<string> {
  const project = await findProject(db, projectId);
  const url = project?.projectBanner.variants?.at(-1)?.url ?? '';
  return new URL(url, 'http://localhost').pathname;
}

/** As it comes over the wire: fetch would unpack it. */
async function readRaw(url: string): Promise<{ body: Buffer; tag: string }> {
  const [response] = await once(get(url, { headers: COMPRESSED }), 'response');
  return { body: await buffer(response), tag: response.headers.etag };
}

/** The database alone, over as many connections as the others have. */
function pgbench({ databaseUrl, folder }: Rig, { text: statement, values }: Statement): Contender {
  const script = join(folder, 'statement.sql');
  const filled = statement.replace(/\$(\d)/g, (_, place) => `'${values[Number(place) - 1]}'`);
  return {
    name: 'pgbench, the statement alone',
    async measure() {
      await writeFile(script, `${filled};\n`);
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
