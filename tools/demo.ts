/**
 * `npm run demo`: a filled portfolio to play with, its owner already made, and nothing to install.
 * It begins anew at each start.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { OWNER } from '@vitrine/demo/portfolio';
import { catchMail, showMail } from '@vitrine/testing/mail-catcher';
import { freePort, startPostgres } from '@vitrine/testing/postgres';

const ROOT = join(import.meta.dirname, '..');

const folder = mkdtempSync(join(tmpdir(), 'vitrine-demo-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
let service: ChildProcess | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => (service ? service.kill('SIGTERM') : process.exit()));

console.log('Getting ready: a few seconds.');
const postgres = await startPostgres({ forget: true });
const mail = await catchMail();
const mailPage = await showMail(mail, await freePort(8025));
const port = await freePort(4000);
const address = `http://localhost:${port}`;
const settings = {
  DATABASE_URL: postgres.url('postgres'),
  PORT: String(port),
  PUBLIC_URL: address,
  SMTP_URL: mail.smtpUrl,
  MEDIA_DIR: folder,
  LOG_LEVEL: 'warn',
  // Whatever else this terminal is set up for is left alone.
  DATABASE_URL_FILE: '',
  SMTP_URL_FILE: '',
  MEDIA_STORE: 'disk',
};
await Promise.all([
  run('npm', [
    'run',
    'build',
    '--silent',
    '--workspace=packages/client',
    '--workspace=apps/dashboard',
  ]),
  run(process.execPath, ['packages/demo/src/seed.ts'], settings),
]);
service = spawn(process.execPath, ['apps/api/src/main.ts'], {
  cwd: ROOT,
  env: { ...process.env, ...settings },
  stdio: 'inherit',
});
const ended = once(service, 'exit');
if ((await Promise.race([answers(), ended])) === true)
  console.log(`
  Vitrine, with examples in it.

  Dashboard   ${address}
  E-mail      ${OWNER.email}
  Password    ${OWNER.password}
  Mail        ${mailPage}

  Change what you like: the next start begins anew. Stop with Ctrl+C.
`);
await ended;
await mail.stop();
await postgres.stop();
process.exit();

async function answers(): Promise<true> {
  for (;;) {
    const response = await fetch(`${address}/readyz`).catch(() => undefined);
    if (response?.ok) return true;
    await sleep(100);
  }
}

/** Quietly, unless it fails. */
async function run(command: string, args: string[], more = {}): Promise<void> {
  const env = { ...process.env, ...more };
  const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const [[code], complaint] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed.\n${complaint}`);
}
