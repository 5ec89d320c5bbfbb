import type { FastifyReply, FastifyRequest } from 'fastify';

export interface RequestEnd {
  /** The client's address, read when the request started: a closed socket has none. */
  readonly ip: string;
  readonly method: string;
  /** The route pattern, never the URL. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export type OnRequestEnd = (request: FastifyRequest, end: RequestEnd) => void;

/** The client disconnected before the response. nginx logs the same number. */
const CLIENT_CLOSED_REQUEST = 499;

/**
 * Calls the listeners when a request is over, with or without a response. Fastify's `onResponse` hook
 * does not run if the client disconnects, which is common when a request takes long.
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
      status: raw.headersSent ? raw.statusCode : CLIENT_CLOSED_REQUEST,
      seconds: (performance.now() - began) / 1000,
    };
    for (const listener of listeners) listener(request, end);
  });
}
