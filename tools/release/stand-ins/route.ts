import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

/** What GitHub gives to jobs with the permission `id-token`. */
export const JOB_TOKEN = 'job';

export interface Answer {
  readonly status?: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly json?: unknown;
  readonly body?: string | NodeJS.ArrayBufferView;
}

export interface Route {
  matches(method: string, url: string): boolean;
  respond(request: IncomingMessage, body: Buffer, url: URL): Promise<Answer>;
}
