import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
} from '@playwright/test';
import { launchOptions } from '@vitrine/testing/chromium';
import { freePort } from '@vitrine/testing/postgres';
import { login } from '../../e2e/support/screen.ts';
import { type Host, OWNER } from './host.ts';

export function launchBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions);
}

/** Where people open this host: the name that it knows itself by. */
export function addressOf({ service }: Host): string {
  return `http://localhost:${new URL(service.origin).port}`;
}

/** A window in which the owner has signed in by hand: the cookie is as the service made it. */
export async function signedIn(
  browser: Browser,
  host: Host,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(`${addressOf(host)}/login`);
  await login(page, OWNER.email, OWNER.password);
  await page.getByRole('heading', { level: 1, name: /^Welcome back/ }).waitFor();
  await page.close();
  return context;
}

export interface Site {
  readonly port: number;
  stop(): Promise<void>;
}

/** Somebody else's server: it answers as the test says, without a header that was not asked for. */
export async function startSite(answer: RequestListener): Promise<Site> {
  const port = await freePort();
  const server = createServer(answer).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
