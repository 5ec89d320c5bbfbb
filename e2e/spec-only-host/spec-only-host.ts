import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { BrowserContext } from '@playwright/test';
import { PNG } from '../support/screen.ts';
import { CALLS, type Call, HttpError, type Input } from './calls.ts';
import { listen } from './pages.ts';
import { emptyPortfolio, type Image, type Portfolio } from './portfolio.ts';

/** A host that implements the specified calls and nothing else. */
export interface SpecOnlyHost {
  readonly origin: string;
  portfolio: Portfolio;
  /** An image that the host serves from the start. */
  readonly picture: Image;
  /** Every call received, such as 'GET /api/v1/user/me', except the browser's preflight requests. */
  readonly requests: string[];
  /** The received calls that are not in the specification. */
  strangeRequests(): string[];
  /** Responds to the next call, such as 'POST /skill/add', with this status and no body. */
  answerNext(call: string, status: number): void;
  signIn(context: BrowserContext): Promise<void>;
  stop(): Promise<void>;
}

interface Kept {
  readonly type: string;
  readonly bytes: Buffer;
}

interface Match {
  readonly name: string;
  readonly call: Call;
  readonly id: string;
}

const BASE = '/api/v1';
const SESSION = { name: 'session', value: 'the-owner' };
const COOKIE = `${SESSION.name}=${SESSION.value}`;
const SET_COOKIE: Readonly<Record<string, string>> = {
  'POST /user/login': `${COOKIE}; Path=/; HttpOnly; SameSite=Lax`,
  'GET /user/logout': `${COOKIE}; Path=/; Max-Age=0`,
};
const SIGNED_OUT = [
  'POST /user/login',
  'POST /user/password/forgot',
  'PUT /user/password/reset/:token',
];

export async function startBareHost(pages: string): Promise<SpecOnlyHost> {
  const server = createServer();
  const origin = await listen(server);
  const files: Kept[] = [{ type: PNG.mimeType, bytes: PNG.buffer }];
  const requests: string[] = [];
  const statuses = new Map<string, number>();
  const picture = { url: `${origin}/files/0` };

  async function keep(file: File): Promise<Image> {
    files.push({ type: file.type, bytes: Buffer.from(await file.arrayBuffer()) });
    return { url: `${origin}/files/${files.length - 1}` };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    allow(response, pages);
    const { method = '', url = '' } = request;
    if (method === 'OPTIONS') return end(response, 204);
    const file = /^GET \/files\/(\d+)$/.exec(`${method} ${url}`)?.[1];
    if (file) return sendFile(response, files[Number(file)]);

    requests.push(`${method} ${url}`);
    const match = matchOf(method, url);
    if (!match) return end(response, 404);
    const { name, call, id } = match;
    const status = statuses.get(name);
    statuses.delete(name);
    if (status !== undefined) return end(response, status);
    if (!SIGNED_OUT.includes(name) && !isSignedIn(request))
      throw new HttpError('User Not Authenticated!');
    const input = await readInput(request, call, keep);
    sendJson(response, 200, call.answer(host.portfolio, { id, ...input }), SET_COOKIE[name]);
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch((error: unknown) => {
      if (error instanceof HttpError) sendJson(response, 400, { message: error.message });
      else end(response, 500);
    });
  });

  const host: SpecOnlyHost = {
    origin,
    portfolio: emptyPortfolio(picture),
    picture,
    requests,
    strangeRequests: () => requests.filter((request) => !isKnown(request)),
    answerNext: (call, status) => void statuses.set(call, status),
    signIn: (context) => context.addCookies([{ ...SESSION, domain: 'localhost', path: '/' }]),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return host;
}

/** Allows the dashboard's origin only, and no custom header. */
function allow(response: ServerResponse, pages: string): void {
  response.setHeader('access-control-allow-origin', pages);
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE');
  response.setHeader('access-control-allow-headers', 'content-type');
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}

function sendJson(response: ServerResponse, status: number, body: object, cookie?: string): void {
  if (cookie) response.setHeader('set-cookie', cookie);
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendFile(response: ServerResponse, file: Kept | undefined): void {
  if (file) response.writeHead(200, { 'content-type': file.type }).end(file.bytes);
  else end(response, 404);
}

function isKnown(request: string): boolean {
  const [method = '', url = ''] = request.split(' ');
  return matchOf(method, url) !== undefined;
}

/** The query counts as part of the path: the specification uses none. */
function matchOf(method: string, url: string): Match | undefined {
  if (!url.startsWith(BASE)) return undefined;
  const asked = `${method} ${url.slice(BASE.length)}`;
  for (const [name, call] of Object.entries(CALLS)) {
    const match = new RegExp(`^${name.replace(/:\w+/, '([^/?]+)')}$`).exec(asked);
    if (match) return { name, call, id: match[1] ?? '' };
  }
  return undefined;
}

function isSignedIn({ headers }: IncomingMessage): boolean {
  return (headers.cookie ?? '').split('; ').includes(COOKIE);
}

const TYPES = { nothing: /^$/, json: /^application\/json\b/, form: /^multipart\/form-data;/ };

async function readInput(
  request: IncomingMessage,
  { sends, fields }: Call,
  keep: (file: File) => Promise<Image>,
): Promise<Omit<Input, 'id'>> {
  const type = request.headers['content-type'] ?? '';
  if (!TYPES[sends].test(type)) throw new HttpError(`This Call Sends ${sends}, Not ${type}!`);
  const body = new Response(await buffer(request), { headers: { 'content-type': type } });
  const texts = new Map<string, string>();
  const files = new Map<string, Image>();
  for (const [name, value] of await entriesOf(body, sends)) {
    if (!fields.includes(name)) throw new HttpError(`What Is ${name}?`);
    if (value instanceof File) files.set(name, await keep(value));
    else texts.set(name, String(value));
  }
  return { text: (name) => texts.get(name) ?? '', file: (name) => files.get(name) };
}

async function entriesOf(
  body: Response,
  sends: Call['sends'],
): Promise<Iterable<readonly [string, unknown]>> {
  if (sends === 'form') return body.formData();
  return sends === 'json' ? Object.entries<unknown>(await body.json()) : [];
}
