import type { FastifyReply, FastifyRequest } from 'fastify';

export interface RequestEnd {
  /** The client's address, read when the request started: a closed socket has none. */
  readonly ip: string;
  readonly method: string;
  /** The pattern, never the address as it came. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export type OnRequestEnd = (request: FastifyRequest, end: RequestEnd) => void;

/** Nobody waited for the answer. nginx, too, writes this number into its log. */
const GIVEN_UP = 499;

/**
 * Tells of each request when it is over: answered or given up, whoever answered it. The framework's
 * own hook is not called when somebody hangs up, which is what people do when it takes long.
 */
export function trackRequest(
  request: FastifyRequest,
  { raw }: FastifyReply,
  listeners: readonly OnRequestEnd[],
): void {
  const began = performance.now();
  const { ip } = request;
  raw.once('close', () => {
    const end = {
      ip,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: raw.headersSent ? raw.statusCode : GIVEN_UP,
      seconds: (performance.now() - began) / 1000,
    };
    for (const listener of listeners) listener(request, end);
  });
}
