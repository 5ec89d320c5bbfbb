import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Starts PostgreSQL, and prints on Ctrl+C whether it still responds. */
const PROGRAM = `
  import pg from 'pg';
  import { startPostgres } from '@vitrine/testing/postgres';

  const postgres = await startPostgres({ durable: false });
  const client = new pg.Client(postgres.url('postgres'));
  client.on('error', () => {});
  await client.connect();
  const query = (text) => client.query(text).then(({ rows }) => rows[0].value);
  process.on('SIGINT', async () => {
    console.log(await query("select 'running' as value").catch(() => 'stopped'));
    await client.end();
    await postgres.stop();
    process.exit();
  });
  console.log(await query("select setting as value from pg_settings where name = 'data_directory'"));
`;

test('PostgreSQL ignores Ctrl+C until its parent process stops it', async () => {
  const { program, folder } = await start();
  const [value] = await Promise.all([line(program), pressCtrlC(program)]);
  expect(value).toBe('running');
  expect(existsSync(folder)).toBe(false);
});

test('PostgreSQL deletes its data when its parent process is killed', async () => {
  const { program, folder } = await start();
  program.kill('SIGKILL');
  await expect.poll(() => existsSync(folder)).toBe(false);
});

async function start(): Promise<{ program: ChildProcess; folder: string }> {
  const program = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    cwd: import.meta.dirname,
    // Its own process group, as in a terminal.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { program, folder: await line(program) };
}

async function line(program: ChildProcess): Promise<string> {
  const [text] = await once(program.stdout as NodeJS.ReadableStream, 'data');
  return String(text).trim();
}

/** A terminal sends the signal to the whole process group. */
async function pressCtrlC(program: ChildProcess): Promise<void> {
  const ended = once(program, 'exit');
  process.kill(-Number(program.pid), 'SIGINT');
  await ended;
}
