import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { freePort } from '@vitrine/testing/postgres';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { startCaddy } from '../support/caddy.ts';
import { type Host, startHost } from '../support/host.ts';
import { startNginx } from '../support/nginx.ts';
import { startSlowRelay } from '../support/slow-relay.ts';

/** The service closes a connection without a complete header after 8 to 10 s. */
const LIMIT_MS = 10_000;

let host: Host;
let browser: Browser;
beforeAll(async () => {
  host = await startHost();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await host.stop();
});

function open(): Socket {
  const { hostname, port } = new URL(host.service.origin);
  return connect(Number(port), hostname);
}

describe('a connection', () => {
  test.concurrent('that is never used is closed without a response', async () => {
    expect(await text(open())).toBe('');
  });

  test.concurrent('whose header does not arrive in time gets 408 and is closed', async () => {
    const stalled = open();
    stalled.write('GET / HTTP/1.1\r\nhost: a\r\naccept: text/h');
    const slow = open();
    slow.write('GET / HTTP/1.1\r\nhost: a\r\nx: ');
    const timer = setInterval(() => slow.write('x'), 500);
    slow.once('end', () => clearInterval(timer));
    for (const response of await Promise.all([text(stalled), text(slow)])) {
      expect(response).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
      expect(response).toMatch(/^connection: close\r$/m);
      expect(response).toContain('"message":"The request took too long to arrive."');
    }
  });

  test.concurrent('that was used before stays open for the next request', async () => {
    const socket = open();
    const request = 'GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n';
    for (const pause of [LIMIT_MS + 5_000, 0]) {
      socket.write(request);
      expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
      await sleep(pause);
    }
    socket.destroy();
  });
});

describe('the dashboard appears on connections that a browser opened long before', () => {
  test.each<[string, () => Promise<string>]>([
    ['directly', async () => host.service.origin],
    ['behind Caddy', async () => behind(await freePort(), startCaddy)],
    ['behind nginx', async () => behind(await freePort(), (port, one) => startNginx(port, [one]))],
  ])('%s', async (_, start) => {
    const relay = await startSlowRelay(await start());
    const context = await browser.newContext();
    onTestFinished(async () => {
      await context.close();
      relay.stop();
    });
    const page = await context.newPage();
    const dashboard = `http://localhost:${relay.port}`;
    // A page of the same site, because Chromium does not share connections between sites.
    const opener = `${dashboard}/opener`;
    await page.route(opener, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await page.goto(opener);
    // Chromium keeps the connection of a request that is aborted before it is sent.
    const openConnections = () =>
      page.evaluate(() => {
        for (const path of ['/a', '/b', '/c', '/d']) {
          const controller = new AbortController();
          fetch(path, { signal: controller.signal }).catch(() => {});
          controller.abort();
        }
      });
    const closedUnused = async () => {
      if (relay.unused() === 0) await openConnections();
      return relay.closedUnused();
    };
    const patience = { timeout: 120_000, interval: 1_000 };
    await expect.poll(closedUnused, patience).toBeGreaterThan(0);

    const response = await page.goto(`${dashboard}/login`);
    expect(response?.status()).toBe(200);
    await page.getByRole('button', { name: 'Login' }).waitFor();
  });

  async function behind(
    port: number,
    start: (port: number, origin: string) => Promise<{ stop(): Promise<void> }>,
  ): Promise<string> {
    const proxy = await start(port, host.service.origin);
    onTestFinished(() => proxy.stop());
    return `http://127.0.0.1:${port}`;
  }
});
