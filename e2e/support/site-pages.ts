import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { DEFAULT_SITE_SETTINGS, type SiteSettings } from '@vitrine/contract/site';
import type { FormState } from '@vitrine/site/render-page';
import type { SitePortfolio } from '@vitrine/site/site';
import type { WorkerRequest, WorkerResponse } from '@vitrine/site/worker';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../..');
const BUILD = join(ROOT, 'packages/site/dist');
const STYLESHEET = '/assets/design.css';
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.woff2': 'font/woff2',
};

const Assets = z.object({ script: z.string(), fonts: z.record(z.string(), z.array(z.string())) });

export interface SitePages {
  /** Opens a page of a portfolio in a design. `form` is the state of a page with a form. */
  open(
    page: Page,
    path: string,
    portfolio: SitePortfolio,
    settings?: Partial<SiteSettings>,
    form?: FormState,
  ): Promise<void>;
  stop(): void;
}

/** Renders pages with the renderer of the build, and serves them to one browser without a service. */
export async function startSitePages(): Promise<SitePages> {
  const worker = fork(join(BUILD, 'worker.js'));
  const { script, fonts } = Assets.parse(
    JSON.parse(await readFile(join(BUILD, 'assets.json'), 'utf8')),
  );
  const picture = await readFile(join(ROOT, 'packages/demo/pictures/tidewatch.webp'));
  let [html, css] = ['', ''];
  let preloads: Preloads = waitFor([]);
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    if (pathname === STYLESHEET) {
      // Fonts of the first view are there before it, or the text that they set would move.
      await preloads.done;
      send(response, 'text/css', css);
    } else if (pathname.startsWith('/media/')) send(response, 'image/webp', picture);
    else if (pathname.startsWith('/assets/')) {
      const type = TYPES[extname(pathname)] ?? 'text/plain';
      response.on('finish', () => preloads.add(pathname));
      send(response, type, await readFile(join(BUILD, pathname)));
    } else send(response, 'text/html; charset=utf-8', html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;

  return {
    async open(page, path, portfolio, chosen = {}, form = {}) {
      const settings = { ...DEFAULT_SITE_SETTINGS, ...chosen };
      const key = settings.fonts === 'theme' ? settings.theme : settings.fonts;
      const paths = (fonts[key] ?? []).map((name) => `/assets/${name}`);
      const assets = { stylesheet: STYLESHEET, script: `/assets/${script}`, fonts: paths };
      const options = { origin, mode: 'live', base: '', assets, contactUrl: '/contact' } as const;
      const rendered = await ask(worker, {
        kind: 'page',
        snapshot: 'test',
        ...{ portfolio, settings, path, options, form },
      });
      const styles = await ask(worker, { kind: 'stylesheet', settings, css: settings.customCss });
      if (rendered.kind !== 'page' || styles.kind !== 'stylesheet')
        throw new Error('The renderer gave another answer.');
      [html, css] = [rendered.page.body, styles.css];
      preloads = waitFor(paths);
      await page.goto(`${origin}${path}`);
    },
    stop() {
      worker.disconnect();
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Preloads {
  readonly done: Promise<void>;
  add(path: string): void;
}

function waitFor(paths: readonly string[]): Preloads {
  const missing = new Set(paths);
  const { promise, resolve } = Promise.withResolvers<void>();
  if (missing.size === 0) resolve();
  return {
    done: promise,
    add(path) {
      missing.delete(path);
      if (missing.size === 0) resolve();
    },
  };
}

function send(response: ServerResponse, type: string, body: string | Buffer): void {
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}

/** The renderer answers requests in their order. */
async function ask(worker: ChildProcess, request: WorkerRequest): Promise<WorkerResponse> {
  const answer = once(worker, 'message');
  worker.send(request);
  const [response] = await answer;
  return response;
}
