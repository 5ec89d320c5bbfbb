/** Part of ops/try-one.sh: installs as docs/one-container.md says, in Chromium on another device at home. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { launchOptions } from '@vitrine/testing/chromium';
import { timed } from '@vitrine/testing/statistics';
import { report } from './one-report.ts';

const run = promisify(execFile);
/** Runs podman on the machine at home. */
const [COMMAND = '', ...ARGS] = (process.env['HOME_PODMAN'] ?? '').split(' ');
const ADDRESS = process.env['HOME_ADDRESS'] ?? '';
const HOSTS = [ADDRESS, 'nas.local', 'nas'];
/** Milliseconds for each key, as a person types. */
const KEY_MS = 200;

/** Installs once for each address that the page suggests. */
export async function measureFirstRun(): Promise<void> {
  const { args = [], ...options } = launchOptions;
  const names = `--host-resolver-rules=MAP nas.local ${ADDRESS}, MAP nas ${ADDRESS}`;
  const browser = await chromium.launch({ ...options, args: [...args, names] });
  const times: number[] = [];
  try {
    for (const host of HOSTS) times.push(await install(browser, `http://${host}:8080`));
  } finally {
    await browser.close();
  }
  report(
    {
      id: 'one-first-run',
      name: 'From `podman run` to the dashboard, signed in',
      unit: 'ms',
      goal: { atMost: 60_000 },
    },
    times,
  );
  expect(Math.max(...times)).toBeLessThanOrEqual(60_000);
}

async function install(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const { ms } = await timed(async () => {
    await podman('run', ...documentedArgs());
    await openWhenReady(page, url);
    await createAccount(page);
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await context.close();
  await podman('rm', '--force', '--time=0', 'vitrine');
  await podman('volume', 'rm', 'vitrine');
  return ms;
}

/** Those of the page, whose image has the name `one` here. The limits work in a container, too. */
function documentedArgs(): string[] {
  const page = readFileSync(join(import.meta.dirname, '../docs/one-container.md'), 'utf8');
  const [, args = ''] = /^docker run (.*) vitrine-one$/m.exec(page) ?? [];
  return ['--ulimit=nofile=1024:1024', '--ulimit=nproc=1024:1024', ...args.split(' '), 'one'];
}

/** Loads the page again while nothing answers, as a person does. */
async function openWhenReady(page: Page, url: string): Promise<void> {
  for (const end = performance.now() + 120_000; performance.now() < end; await sleep(500))
    if (await page.goto(url).catch(() => undefined)) return;
  throw new Error(`Nothing answers at ${url}.`);
}

async function createAccount(page: Page): Promise<void> {
  // The login page is there first, and leads here.
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  await page.getByLabel('Email').pressSequentially('ada@example.com', { delay: KEY_MS });
  // The owner sees no log, so the page must not ask for what is in there.
  await expect(page.getByLabel('Setup code')).toHaveCount(0);
  await page.getByLabel('Password').pressSequentially('a long one for trying', { delay: KEY_MS });
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'Finish later' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible({
    timeout: 30_000,
  });
}

async function podman(...args: string[]): Promise<void> {
  await run(COMMAND, [...ARGS, ...args]);
}
