import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Starts PostgreSQL, and tells at Ctrl+C whether it still answers. */
const PROGRAM = `
  import pg from 'pg';
  import { startPostgres } from '${join(import.meta.dirname, 'postgres.ts')}';

  const postgres = await startPostgres({ forget: true });
  const client = new pg.Client(postgres.url('postgres'));
  client.on('error', () => {});
  await client.connect();
  const ask = (text) => client.query(text).then(({ rows }) => rows[0].answer);
  process.on('SIGINT', async () => {
    console.log(await ask("select 'still there' as answer").catch(() => 'gone'));
    await client.end();
    await postgres.stop();
    process.exit();
  });
  console.log(await ask("select setting as answer from pg_settings where name = 'data_directory'"));
`;

test('Ctrl+C is for who started PostgreSQL, who stops it when nobody needs it any more', async () => {
  const { program, folder } = await start();
  const [answer] = await Promise.all([line(program), pressCtrlC(program)]);
  expect(answer).toBe('still there');
  expect(existsSync(folder)).toBe(false);
});

test('PostgreSQL leaves nothing behind when who started it is killed', async () => {
  const { program, folder } = await start();
  program.kill('SIGKILL');
  await expect.poll(() => existsSync(folder), { timeout: 10_000 }).toBe(false);
});

async function start(): Promise<{ program: ChildProcess; folder: string }> {
  const program = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    cwd: import.meta.dirname,
    // A group of its own, as a terminal makes one for what is started in it.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { program, folder: await line(program) };
}

async function line(program: ChildProcess): Promise<string> {
  const [text] = await once(program.stdout as NodeJS.ReadableStream, 'data');
  return String(text).trim();
}

/** A terminal tells everybody in the group. */
async function pressCtrlC(program: ChildProcess): Promise<void> {
  const ended = once(program, 'exit');
  process.kill(-Number(program.pid), 'SIGINT');
  await ended;
}
