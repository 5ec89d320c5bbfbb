import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page, type Response } from '@playwright/test';
import { launchOptions } from '@vitrine/testing/chromium';
import { buildBarePage } from './baseline-page.ts';
import { type Figure, figure } from './figure.ts';
import type { Rig } from './rig.ts';

const DEV = join(import.meta.dirname, '../../.dev');

/** The script and style that a browser takes over the wire before a person can begin. */
export async function pageWeightFigures(rig: Rig): Promise<Figure[]> {
  const bare = await weighBarePage();
  const browser = await chromium.launch(launchOptions);
  try {
    const login = await weigh(browser, rig, '/login', (page) =>
      page.getByRole('button', { name: 'Login', exact: true }).waitFor(),
    );
    const dashboard = await weigh(browser, rig, '/', (page) =>
      page.getByRole('table').first().waitFor(),
    );
    const about = (name: string, atMost: number) => ({ name, unit: 'KB', goal: { atMost } });
    return [
      figure(about('Script and style until the login', 150), [login, bare]),
      figure(about('Script and style until the dashboard', 230), [dashboard, bare]),
    ];
  } finally {
    await browser.close();
  }
}

async function weigh(
  browser: Browser,
  { service, cookie }: Rig,
  path: string,
  isUsable: (page: Page) => Promise<void>,
) {
  const context = await browser.newContext();
  const [name = '', value = ''] = cookie.split('=');
  if (path === '/') await context.addCookies([{ name, value, url: service.origin }]);
  const page = await context.newPage();
  const coming: Promise<Response | null>[] = [];
  page.on('request', (request) => coming.push(request.response()));
  await page.goto(`${service.origin}${path}`);
  await isUsable(page);
  let bytes = 0;
  for (const response of await Promise.all([...coming])) {
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
  return { name: 'a bare page of Vite and React', values: [bytes / 1024] };
}
