/**
 * `npm run demo`: starts Vitrine with the demo portfolio and a demo account. Needs only Node and npm,
 * and deletes its data when it stops.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectFonts } from '@vitrine/api/typeset/collect-fonts';
import { OWNER } from '@vitrine/demo/portfolio';
import { runSeed } from '@vitrine/demo/run-seed';
import { serveMailPage, startMailCatcher } from '@vitrine/testing/mail-catcher';
import { freePort, startPostgres } from '@vitrine/testing/postgres';

const ROOT = join(import.meta.dirname, '..');

const folder = mkdtempSync(join(tmpdir(), 'vitrine-demo-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
let service: ChildProcess | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => (service ? service.kill('SIGTERM') : process.exit()));

console.log('Starting the demo. This takes up to half a minute.');
const postgres = await startPostgres({ durable: false });
const mail = await startMailCatcher();
const mailPage = await serveMailPage(mail, await freePort(8025));
const port = await freePort(4000);
const address = `http://localhost:${port}`;
// Another name for the same machine, because the site and the dashboard need different host names.
const site = `http://127.0.0.1:${port}`;
const settings = {
  DATABASE_URL: postgres.url('postgres'),
  PORT: String(port),
  PUBLIC_URL: address,
  SITE_URL: site,
  SMTP_URL: mail.smtpUrl,
  MEDIA_DIR: folder,
  LOG_LEVEL: 'warn',
  // Override settings from the environment that would point to real data.
  DATABASE_URL_FILE: '',
  SMTP_URL_FILE: '',
  MEDIA_STORE: 'disk',
};
await Promise.all([build(), collectFonts(), runSeed(settings)]);
service = spawn(process.execPath, ['apps/api/src/main.ts'], {
  cwd: ROOT,
  env: { ...process.env, ...settings },
  stdio: 'inherit',
});
const ended = once(service, 'exit');
if ((await Promise.race([waitUntilReady(), ended])) === true)
  console.log(`
  The Vitrine demo is running.

  Site        ${site}
  Dashboard   ${address}
  Email       ${OWNER.email}
  Password    ${OWNER.password}
  Sent mail   ${mailPage}

  Feel free to change anything; the demo resets on restart. Press Ctrl+C to stop.
`);
await ended;
await mail.stop();
await postgres.stop();
process.exit();

async function waitUntilReady(): Promise<true> {
  for (;;) {
    const response = await fetch(`${address}/readyz`).catch(() => undefined);
    if (response?.ok) return true;
    await sleep(100);
  }
}

/** Builds what the service serves, and prints the output only if that fails. */
async function build(): Promise<void> {
  const parts = ['packages/client', 'packages/site', 'apps/dashboard'];
  const args = ['--silent', ...parts.map((part) => `--workspace=${part}`)];
  const child = spawn('npm', ['run', 'build', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [[code], output] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
  if (code !== 0) throw new Error(`The demo could not be built.\n${output}`);
}
