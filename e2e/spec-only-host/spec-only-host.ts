import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { BrowserContext } from '@playwright/test';
import {
  allowDashboard,
  type Backend,
  createBackend,
  findCall,
} from '../../examples/backend/backend.ts';
import { EMAIL, PASSWORD } from '../../examples/backend/portfolio.ts';
import { listen } from './pages.ts';

/** The example backend, which implements the specified calls and nothing else, as tests see it. */
export interface SpecOnlyHost extends Backend {
  readonly origin: string;
  /** Every call received, such as 'GET /api/v1/user/me', except the browser's preflight requests. */
  readonly requests: string[];
  readonly resetLinks: string[];
  /** The received calls that are not in the specification. */
  strangeRequests(): string[];
  /** Responds to the next call, such as 'POST /skill/add', with this status, and a message or no body. */
  answerNext(call: string, status: number, message?: string): void;
  signIn(context: BrowserContext): Promise<void>;
  stop(): Promise<void>;
}

export async function startSpecOnlyHost(pages: string): Promise<SpecOnlyHost> {
  const server = createServer();
  const origin = await listen(server, 'localhost');
  const requests: string[] = [];
  const resetLinks: string[] = [];
  const answers = new Map<string, { readonly status: number; readonly body: string }>();
  const backend = createBackend({
    origin,
    dashboard: pages,
    sendResetLink: (link) => void resetLinks.push(link),
  });

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '' } = request;
    const isCall = method !== 'OPTIONS' && !url.startsWith('/files/');
    if (isCall) requests.push(`${method} ${url}`);
    const name = findCall(method, url)?.name ?? '';
    const answer = answers.get(name);
    if (!answer) return backend.handle(request, response);
    answers.delete(name);
    allowDashboard(response, pages);
    response.writeHead(answer.status).end(answer.body);
  });

  return Object.assign(backend, {
    origin,
    requests,
    resetLinks,
    strangeRequests: () => requests.filter((request) => !isKnown(request)),
    answerNext(call: string, status: number, message?: string) {
      answers.set(call, { status, body: message === undefined ? '' : JSON.stringify({ message }) });
    },
    async signIn(context: BrowserContext) {
      const data = { email: EMAIL, password: PASSWORD };
      await context.request.post(`${origin}/api/v1/user/login`, { data, failOnStatusCode: true });
      requests.length = 0;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

function isKnown(request: string): boolean {
  const [method = '', url = ''] = request.split(' ');
  return findCall(method, url) !== undefined;
}
