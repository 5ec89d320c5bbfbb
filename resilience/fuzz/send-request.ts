import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

const TIMEOUT_MS = 30_000;

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly Header[];
  readonly body: Buffer | undefined;
}

export type Header = readonly [name: string, value: string];

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** As received: it may be compressed. */
  readonly body: Buffer;
}

/** Sends what `fetch` refuses to send: any header, and a body with any method. */
export async function sendRequest(
  origin: string,
  agent: Agent,
  { method, path, headers, body }: HttpRequest,
): Promise<HttpResponse> {
  const { hostname, port } = new URL(origin);
  const length: Header[] = body ? [['content-length', String(body.length)]] : [];
  const sent = request({
    ...{ hostname, port, agent, method, path },
    headers: [...headers, ...length].flat(),
    timeout: TIMEOUT_MS,
  });
  sent.on('timeout', () => sent.destroy(new Error(`no response within ${TIMEOUT_MS / 1000} s`)));
  // The connection may break after the response has arrived.
  sent.on('error', () => {});
  sent.end(body);
  const [response]: IncomingMessage[] = await once(sent, 'response');
  if (response?.statusCode === undefined) throw new Error('no response');
  return {
    status: response.statusCode,
    headers: response.headers,
    body: await buffer(response),
  };
}
