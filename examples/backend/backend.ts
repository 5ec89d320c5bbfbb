import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { CALLS, type Call, type Fields, HttpError } from './calls.ts';
import { type Image, PICTURE, type Portfolio, samplePortfolio } from './portfolio.ts';

export interface BackendOptions {
  /** The origin of this backend. Addresses of uploaded images start with it. */
  readonly origin: string;
  /** The origin of the dashboard, the only one whose pages may call this backend. */
  readonly dashboard: string;
  /** A real backend emails this link to the owner. */
  readonly sendResetLink: (link: string) => void;
}

export interface Backend {
  portfolio: Portfolio;
  /** The image of the sample portfolio. */
  readonly picture: Image;
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
}

/** Implements the 24 calls. Everything is kept in memory. */
export function createBackend({ origin, dashboard, sendResetLink }: BackendOptions): Backend {
  const sessions = new Set<string>();
  const files = [PICTURE];
  const picture = { url: `${origin}/files/0` };
  const cookieAttributes = `Path=/; HttpOnly; ${sameSite(origin, dashboard)}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    allowDashboard(response, dashboard);
    const { method = '', url = '', headers } = request;
    // The preflight: a browser asks for permission before it sends JSON, PUT or DELETE.
    if (method === 'OPTIONS') return void response.writeHead(204).end();
    // CORS hides responses from other sites, but does not keep them from sending forms.
    if (headers.origin !== undefined && headers.origin !== dashboard)
      throw new HttpError('Not allowed from this site.', 403);
    if (url.startsWith('/files/')) return sendFile(response, files[Number(url.slice(7))]);

    const found = findCall(method, url);
    if (!found) throw new HttpError('Not found.', 404);
    const { name, call, id } = found;
    const session = readSession(request);
    if (!call.isPublic && !sessions.has(session)) throw new HttpError('User Not Authenticated!');
    const fields = await readFields(request, call, async (file) => {
      const url = `${origin}/files/${files.length}`;
      files.push({ type: file.type, bytes: Buffer.from(await file.arrayBuffer()) });
      return { url };
    });
    const body = call.answer(backend.portfolio, { id, ...fields });
    if (name === 'POST /user/login') {
      const token = randomUUID();
      sessions.add(token);
      response.setHeader('set-cookie', `session=${token}; ${cookieAttributes}`);
    }
    if (name === 'GET /user/logout') {
      sessions.delete(session);
      response.setHeader('set-cookie', `session=; Max-Age=0; ${cookieAttributes}`);
    }
    if (name === 'POST /user/password/forgot')
      sendResetLink(`${dashboard}/password/reset/${backend.portfolio.resetToken}`);
    sendJson(response, 200, body);
  }

  const backend: Backend = {
    portfolio: samplePortfolio(picture),
    picture,
    handle(request, response) {
      answer(request, response).catch((error: unknown) => {
        const { status, message } =
          error instanceof HttpError ? error : new HttpError('Something went wrong.', 500);
        sendJson(response, status, { message });
      });
    },
  };
  return backend;
}

/** Lets pages of the dashboard read the responses and send the cookie. Browsers reject `*` here. */
export function allowDashboard(response: ServerResponse, dashboard: string): void {
  response.setHeader('access-control-allow-origin', dashboard);
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE');
  response.setHeader('access-control-allow-headers', 'content-type');
}

/** Finds the call of a request such as `DELETE /api/v1/skill/delete/7`. */
export function findCall(
  method: string,
  url: string,
): { name: string; call: Call; id: string } | undefined {
  for (const [name, call] of Object.entries(CALLS)) {
    const pattern = name.replace(' ', ' /api/v1').replace(/:\w+/, '([^/?]+)');
    const match = new RegExp(`^${pattern}$`).exec(`${method} ${url}`);
    if (match) return { name, call, id: match[1] ?? '' };
  }
  return undefined;
}

/**
 * Another port is the same site, so `Lax` is enough. Across sites, browsers send only cookies with
 * `None`, and they require `Secure` with it. Subdomains of one domain are the same site as well.
 */
function sameSite(origin: string, dashboard: string): string {
  const isSameHost = new URL(origin).hostname === new URL(dashboard).hostname;
  return isSameHost ? 'SameSite=Lax' : 'SameSite=None; Secure';
}

function readSession({ headers: { cookie = '' } }: IncomingMessage): string {
  return /(?:^|; )session=([^;]*)/.exec(cookie)?.[1] ?? '';
}

const CONTENT_TYPES = {
  nothing: /^$/,
  json: /^application\/json\b/,
  form: /^multipart\/form-data;/,
};

async function readFields(
  request: IncomingMessage,
  { sends, fields }: Call,
  keep: (file: File) => Promise<Image>,
): Promise<Fields> {
  const type = request.headers['content-type'] ?? '';
  if (!CONTENT_TYPES[sends].test(type)) throw new HttpError(`This call sends ${sends}.`, 415);
  const body = new Response(await buffer(request), { headers: { 'content-type': type } });
  const entries: Iterable<readonly [string, unknown]> =
    sends === 'form'
      ? await body.formData()
      : Object.entries<unknown>(sends === 'json' ? await body.json() : {});
  const texts = new Map<string, string>();
  const images = new Map<string, Image>();
  for (const [name, value] of entries) {
    if (!fields.includes(name)) throw new HttpError(`This call has no field ${name}.`);
    if (value instanceof File) images.set(name, await keep(value));
    else texts.set(name, String(value));
  }
  return { text: (name) => texts.get(name) ?? '', image: (name) => images.get(name) };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendFile(response: ServerResponse, file: typeof PICTURE | undefined): void {
  if (!file) throw new HttpError('Not found.', 404);
  response.writeHead(200, { 'content-type': file.type }).end(file.bytes);
}
