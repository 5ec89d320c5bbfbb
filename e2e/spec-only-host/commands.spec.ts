import { type ChildProcess, spawn } from 'node:child_process';
import { expect, type Page, test } from '@playwright/test';
import { freePort } from '@vitrine/testing/postgres';
import { EMAIL, PASSWORD } from '../../examples/backend/portfolio.ts';
import { card, expectAt, login, row, SVG } from '../support/screen.ts';
import { ROOT, servePages } from './pages.ts';
import { deleteNamed, expectPicture, expectToasts, fill, openView, submit } from './screen.ts';

/** The commands of the README, as a reader starts them. */
test.describe('Only the dashboard, with the example backend', () => {
  let started: ChildProcess[] = [];

  test.afterEach(async () => {
    for (const { pid } of started) if (pid) process.kill(-pid);
    started = [];
  });

  /** Starts an npm script in a process group of its own, and waits until the address responds. */
  async function start(script: string[], env: NodeJS.ProcessEnv, address: string): Promise<void> {
    const options = { cwd: ROOT, detached: true, stdio: 'ignore' } as const;
    started.push(spawn('npm', ['run', ...script], { ...options, env: { ...process.env, ...env } }));
    await expect
      .poll(() =>
        fetch(address).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .not.toBe(0);
  }

  async function startBackend(dashboard: string): Promise<string> {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const env = { PORT: String(port), DASHBOARD_ORIGIN: dashboard };
    await start(['example:backend'], env, origin);
    return origin;
  }

  test('works with the development server on another origin', {
    tag: ['@S-APP-2', '@S-APP-5'],
  }, async ({ page }) => {
    const port = await freePort();
    const dashboard = `http://localhost:${port}`;
    const backend = await startBackend(dashboard);
    await start(['dev:dashboard', '--', `--port=${port}`], { VITE_API_URL: backend }, dashboard);
    await manageThePortfolio(page, dashboard);
  });

  test('works with static files on another site', { tag: ['@S-APP-2', '@S-APP-5'] }, async ({
    page,
    context,
  }) => {
    const pages = await servePages('127.0.0.1');
    pages.connect(await startBackend(pages.origin));
    await manageThePortfolio(page, pages.origin, async () => {
      const [session] = await context.cookies('http://localhost');
      expect(session).toMatchObject({ sameSite: 'None', secure: true, httpOnly: true });
    });
    await pages.stop();
  });

  test('lets no other origin read or write', { tag: ['@S-APP-3'] }, async () => {
    const backend = await startBackend('http://localhost:5173');
    const body = JSON.stringify({ email: EMAIL, password: PASSWORD });
    const headers = { 'content-type': 'application/json' };
    const login = { method: 'POST', headers, body };
    const { headers: answered } = await fetch(`${backend}/api/v1/user/login`, login);
    expect(answered.get('access-control-allow-origin')).toBe('http://localhost:5173');
    const cookie = answered.get('set-cookie')?.split(';')[0] ?? '';
    const origin = 'http://localhost:5174';
    for (const [method, path] of [
      ['GET', 'message/getall'],
      ['DELETE', 'skill/delete/65f1c0de01'],
    ] as const) {
      const url = `${backend}/api/v1/${path}`;
      const { status } = await fetch(url, { method, headers: { cookie, origin } });
      expect(status).toBe(403);
    }
  });
});

async function manageThePortfolio(
  page: Page,
  dashboard: string,
  checkSession = async () => {},
): Promise<void> {
  await page.goto(dashboard);
  await expectAt(page, '/login');
  await login(page, EMAIL, PASSWORD);
  await expectAt(page, '/');
  await checkSession();
  await expectPicture(row(card(page, 'Projects'), 'Compiler').locator('img'));
  await expect(page.getByRole('progressbar', { name: 'Proficiency in COBOL' })).toBeVisible();
  await expect(row(card(page, 'Timeline'), 'Programmer, Mark I')).toBeVisible();

  await openView(page, 'Add Application');
  await fill(page, { 'Application Name': 'Teletype' });
  await page.locator('input[type="file"]').setInputFiles(SVG);
  await submit(page, 'Add Software Application');
  await expectToasts(page, 'New Software Application Added!');
  await openView(page, 'Dashboard');
  await expectPicture(row(card(page, 'Software Applications'), 'Teletype').locator('img'));
  await deleteNamed(page, 'Teletype');
  await expect(row(card(page, 'Software Applications'), 'Teletype')).toHaveCount(0);

  await openView(page, 'Messages');
  await expect(page.getByText('A moth in the relay. Yours, Howard')).toBeVisible();

  await page.goto(`${dashboard}/?view=account&section=update-profile`);
  await fill(page, { 'Full Name': 'Grace B. Hopper' });
  await submit(page, 'Update Profile');
  await expectToasts(page, 'Profile Updated!');
  await page.reload();
  await expect(page.getByLabel('Full Name')).toHaveValue('Grace B. Hopper');

  await page.getByRole('button', { name: 'Logout' }).click();
  await expectToasts(page, 'Logged Out!');
  await expectAt(page, '/login');
  await page.goto(`${dashboard}/manage/projects`);
  await expectAt(page, '/login');
}
