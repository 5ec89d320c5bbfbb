/** `npm run dev`: starts everything that development needs: PostgreSQL, a mail catcher, the API and the dashboard. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { collectFonts } from '@vitrine/api/typeset/collect-fonts';
import { calls } from '@vitrine/contract/calls';
import { serveMailPage, startMailCatcher } from '@vitrine/testing/mail-catcher';
import { freePort, startPostgres } from '@vitrine/testing/postgres';

const ROOT = join(import.meta.dirname, '..');
/** Holds all development data. Delete it to start over. */
const FOLDER = join(ROOT, '.dev');

const apiPort = await freePort(4000);
const dashboardPort = await freePort(5173);
const dashboard = `http://localhost:${dashboardPort}`;
// Another name for the same machine, because the site and the dashboard need different host names.
const site = `http://127.0.0.1:${apiPort}`;

console.log('Starting Vitrine. This takes up to half a minute.');
await mkdir(FOLDER, { recursive: true });

const postgres = process.env['DATABASE_URL']
  ? undefined
  : await startPostgres({ folder: join(FOLDER, 'postgres'), port: await freePort(54329) }).catch(
      exitWithError,
    );
const mail = await startMailCatcher(await freePort(1025));
const mailPage = await serveMailPage(mail, await freePort(8025));

const settings = {
  DATABASE_URL: process.env['DATABASE_URL'] || postgres?.url('postgres') || '',
  PORT: String(apiPort),
  PUBLIC_URL: dashboard,
  SITE_URL: site,
  SMTP_URL: mail.smtpUrl,
  MAIL_FROM: 'Vitrine <vitrine@localhost>',
  MEDIA_DIR: join(FOLDER, 'media'),
  SETUP_CODE: process.env['SETUP_CODE'] ?? 'development',
  LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
};
// Lets `npm run seed` and `npx vitrine` in another terminal use the same database.
await writeFile(
  join(FOLDER, 'env'),
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join(''),
  { mode: 0o600 },
);

process.on('exit', () => rmSync(join(FOLDER, 'env'), { force: true }));

await collectFonts();
// The API serves the built client at /client.js, and renders the site with its build.
const built = ['--workspace=packages/client', '--workspace=packages/site'];
await once(start('npm', ['run', 'build', '--silent', ...built], ROOT), 'exit');

const children = [
  start('node', ['--watch', '--watch-preserve-output', 'apps/api/src/main.ts'], ROOT),
  start(
    'node',
    [join(ROOT, 'node_modules/vite/bin/vite.js'), '--logLevel=warn', `--port=${dashboardPort}`],
    join(ROOT, 'apps/dashboard'),
  ),
];

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
for (const child of children) child.once('exit', () => void stop(1));

await waitUntilReady(`http://127.0.0.1:${apiPort}/readyz`);
await waitUntilReady(dashboard);
console.log(`
  Vitrine is running.

  Site            ${site}
  Dashboard       ${dashboard}
  API             http://localhost:${apiPort}
  API reference   ${dashboard}/api/v1/docs
  Sent mail       ${mailPage}
  Database        ${postgres ? settings.DATABASE_URL : 'set by DATABASE_URL'}

  ${await nextStep()}
  Press Ctrl+C to stop.
`);

async function nextStep(): Promise<string> {
  const response = await fetch(`${dashboard}/api/v1/setup`);
  const { needed } = calls.setup.status.response.parse(await response.json());
  return needed
    ? `To create the owner account, open the dashboard and enter the setup code "${settings.SETUP_CODE}".\n  To add the demo portfolio instead, run "npm run seed" in another terminal.`
    : 'Sign in with your existing account.';
}

function exitWithError(error: Error): never {
  console.error(error.message);
  process.exit(1);
}

async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await Promise.all(children.map(end));
  await mail.stop();
  await postgres?.stop();
  process.exit(code);
}

function start(command: string, args: string[], cwd: string): ChildProcess {
  return spawn(command, args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, ...settings, API_URL: `http://127.0.0.1:${apiPort}` },
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exited;
}

async function waitUntilReady(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  console.error(`${url} did not respond within a minute.`);
  await stop(1);
}
