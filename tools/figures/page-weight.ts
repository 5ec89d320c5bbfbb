import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page, type Response } from '@playwright/test';
import { launchOptions } from '@vitrine/testing/chromium';
import { buildBarePage } from './bare-page.ts';
import type { BenchEnvironment } from './bench-environment.ts';
import { type Metric, reportMetric } from './metric.ts';

const DEV = join(import.meta.dirname, '../../.dev');

/** JavaScript and CSS that a browser downloads before the page is usable. */
export async function measurePageWeight(bench: BenchEnvironment): Promise<Metric[]> {
  const bare = await weighBarePage();
  const browser = await chromium.launch(launchOptions);
  try {
    const login = await weighPage(browser, bench, '/login', (page) =>
      page.getByRole('button', { name: 'Login', exact: true }).waitFor(),
    );
    const dashboard = await weighPage(browser, bench, '/', (page) =>
      page.getByRole('table').first().waitFor(),
    );
    const options = (id: string, name: string, atMost: number) => ({
      id,
      name,
      unit: 'KB',
      goal: { atMost },
    });
    return [
      reportMetric(options('login-weight', 'JavaScript and CSS of the login page', 150), [
        login,
        bare,
      ]),
      reportMetric(options('dashboard-weight', 'JavaScript and CSS of the dashboard', 230), [
        dashboard,
        bare,
      ]),
    ];
  } finally {
    await browser.close();
  }
}

async function weighPage(
  browser: Browser,
  { service, cookie }: BenchEnvironment,
  path: string,
  waitUntilUsable: (page: Page) => Promise<void>,
) {
  const context = await browser.newContext();
  const [name = '', value = ''] = cookie.split('=');
  if (path === '/') await context.addCookies([{ name, value, url: service.origin }]);
  const page = await context.newPage();
  const responses: Promise<Response | null>[] = [];
  page.on('request', (request) => responses.push(request.response()));
  await page.goto(`${service.origin}${path}`);
  await waitUntilUsable(page);
  let bytes = 0;
  for (const response of await Promise.all([...responses])) {
    if (!response || !['script', 'stylesheet'].includes(response.request().resourceType()))
      continue;
    bytes += (await response.request().sizes()).responseBodySize;
  }
  await context.close();
  return { name: 'Vitrine', values: [bytes / 1024] };
}

async function weighBarePage() {
  await mkdir(DEV, { recursive: true });
  const folder = await mkdtemp(join(DEV, 'bare-page-'));
  const pages = await buildBarePage(folder);
  let bytes = 0;
  for (const entry of await readdir(pages, { recursive: true, withFileTypes: true }))
    if (/\.(js|css)\.br$/.test(entry.name))
      bytes += (await stat(join(entry.parentPath, entry.name))).size;
  await rm(folder, { recursive: true });
  return { name: 'bare Vite and React page', values: [bytes / 1024] };
}
