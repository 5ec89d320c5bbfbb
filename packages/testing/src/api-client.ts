import type { Call, ResponseOf } from '@vitrine/contract/call';

export interface Sent {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly json?: unknown;
  readonly form?: Record<string, string | Blob>;
  readonly headers?: Record<string, string>;
}

export interface Answer<B> {
  readonly status: number;
  readonly headers: Headers;
  /** Typed as the success that most tests read; a failure has `message` and `fields` all the same. */
  readonly body: B;
}

type Body<C extends Call> = ResponseOf<C> & { message?: string; fields?: Record<string, string> };

/** A browser as far as the service can tell: it keeps its cookie and sends it back. */
export class Client {
  readonly origin: string;
  cookie = '';

  constructor(origin: string) {
    this.origin = origin;
  }

  async call<C extends Call>(
    { route, response: schema }: C,
    sent: Sent = {},
  ): Promise<Answer<Body<C>>> {
    const path = route.path.replace(/:(\w+)/g, (_, name) =>
      encodeURIComponent(sent.params?.[name] ?? ''),
    );
    const query = sent.query ? `?${new URLSearchParams(sent.query)}` : '';
    const init = { method: route.method, ...bodyOf(sent) };
    const response = await this.fetch(`/api/v1${path}${query}`, init, sent.headers);
    const body = JSON.parse(await response.text());
    // The service copies what the contract names; whether it is as the contract says is looked at here.
    if (response.ok) schema.parse(body);
    return { status: response.status, headers: response.headers, body };
  }

  async fetch(
    path: string,
    init: RequestInit = {},
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const all = new Headers(init.headers);
    for (const [name, value] of Object.entries(headers)) all.set(name, value);
    if (this.cookie) all.set('cookie', this.cookie);
    const response = await fetch(`${this.origin}${path}`, { ...init, headers: all });
    const [cookie] = response.headers.getSetCookie();
    if (cookie) this.cookie = cookie.split(';')[0] ?? '';
    return response;
  }

  /** The same cookie in another browser. */
  copy(): Client {
    return Object.assign(new Client(this.origin), { cookie: this.cookie });
  }
}

function bodyOf({ json, form }: Sent): RequestInit {
  if (json !== undefined)
    return { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } };
  if (form === undefined) return {};
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) data.append(name, value);
  return { body: data };
}
