import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
} from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import { launchOptions } from '@vitrine/testing/chromium';
import { type Host, LOGIN } from './host.ts';

export function launchBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions);
}

/** The public URL of the dashboard. */
export function dashboardUrl({ service }: Host): string {
  return `http://localhost:${new URL(service.origin).port}`;
}

/** Signs the owner in, in a new browser context, which keeps the cookies with all their attributes. */
export async function signIn(
  browser: Browser,
  host: Host,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  const login = `${dashboardUrl(host)}/api/v1${calls.user.login.route.path}`;
  const response = await context.request.post(login, { data: LOGIN });
  if (!response.ok()) throw new Error(`The owner cannot sign in: ${await response.text()}`);
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
