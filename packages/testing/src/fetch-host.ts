import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

interface HostRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Sends a request with a Host header, which `fetch` does not allow. Does not follow redirects. */
export async function fetchHost(
  origin: string,
  host: string,
  path: string,
  { method = 'GET', headers = {}, body }: HostRequest = {},
): Promise<Response> {
  const { hostname, port } = new URL(origin);
  const sent = request({ hostname, port, path, method, headers: { ...headers, host } });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const status = response.statusCode ?? 0;
  const content = await buffer(response);
  const received = new Headers();
  for (const [name, values = []] of Object.entries(response.headersDistinct))
    for (const value of values) received.append(name, value);
  const isEmpty = [204, 304].includes(status);
  return new Response(isEmpty ? null : content, { status, headers: received });
}

/** Sends a form as a browser does, also with files. */
export async function sendForm(
  origin: string,
  host: string,
  path: string,
  fields: Readonly<Record<string, string | File>>,
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  const body = Buffer.from(await encoded.arrayBuffer());
  return fetchHost(origin, host, path, { method: 'POST', headers, body });
}
