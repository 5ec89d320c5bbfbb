import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
} from '@playwright/test';
import { launchOptions } from '@vitrine/testing/chromium';
import { type Host, OWNER } from './host.ts';

export function launchBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions);
}

/** The public URL of the dashboard. */
export function dashboardUrl({ service }: Host): string {
  return `http://localhost:${new URL(service.origin).port}`;
}

/** Signs the owner in through the login form, in a new browser context. */
export async function signIn(
  browser: Browser,
  host: Host,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(`${dashboardUrl(host)}/login`);
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password').fill(OWNER.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('heading', { level: 1, name: /^Welcome back/ }).waitFor();
  await page.close();
  return context;
}

export interface Site {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts a third-party site on a free port. */
export async function startSite(listener: RequestListener): Promise<Site> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
