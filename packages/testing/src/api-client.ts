import type { Call, ResponseOf } from '@vitrine/contract/call';

export interface RequestOptions {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly json?: unknown;
  readonly form?: Record<string, string | Blob>;
  readonly file?: Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
}

export interface ApiResponse<B> {
  readonly status: number;
  readonly headers: Headers;
  /** Typed as the success response. A failure has `message` and `fields`. */
  readonly body: B;
}

type Body<C extends Call> = ResponseOf<C> & { message?: string; fields?: Record<string, string> };

/** A client with a cookie jar, like a browser. */
export class Client {
  readonly origin: string;
  cookie = '';

  constructor(origin: string) {
    this.origin = origin;
  }

  async call<C extends Call>(
    { route, response: schema }: C,
    options: RequestOptions = {},
  ): Promise<ApiResponse<Body<C>>> {
    const path = route.path.replace(/:(\w+)/g, (_, name) =>
      encodeURIComponent(options.params?.[name] ?? ''),
    );
    const query = options.query ? `?${new URLSearchParams(options.query)}` : '';
    const init = { method: route.method, ...bodyOf(options) };
    const response = await this.fetch(`/api/v1${path}${query}`, init, options.headers);
    const body = JSON.parse(await response.text());
    // The service does not validate its responses, so the tests do.
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

  /** Another client with the same cookie. */
  copy(): Client {
    return Object.assign(new Client(this.origin), { cookie: this.cookie });
  }
}

function bodyOf({ json, form, file }: RequestOptions): RequestInit {
  if (file) return { body: file, headers: { 'content-type': 'application/octet-stream' } };
  if (json !== undefined)
    return { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } };
  if (form === undefined) return {};
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) data.append(name, value);
  return { body: data };
}
