import type { z } from 'zod';

const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 3;
const HOUR_SECONDS = 3600;

/** Why a source cannot be read, as a sentence for the owner. */
export class SourceError extends Error {
  readonly status: 404 | 429 | 502;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: 404 | 429 | 502, message: string, retryAfterSeconds?: number) {
    super(message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface Source {
  /** As in `GitHub cannot be reached right now.` */
  readonly name: string;
  readonly notFound: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly maxSize: number;
  /** The hosts that it may redirect to. Without them, it may not. */
  readonly redirectsTo?: ReadonlySet<string>;
}

/** Requests a text. The service connects to configured hosts only, and to those that a source names. */
export async function fetchText(url: string, source: Source): Promise<string> {
  try {
    const response = await follow(url, source);
    if (response.status === 404) throw new SourceError(404, source.notFound);
    if (response.status === 403 || response.status === 429)
      throw tooManyRequests(response, source.name);
    if (!response.ok) throw unreachable(source.name);
    return await readText(response, source);
  } catch (error) {
    throw error instanceof SourceError ? error : unreachable(source.name);
  }
}

async function follow(url: string, { headers, redirectsTo }: Source): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let next = new URL(url);
  const { origin } = next;
  for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
    const response = await fetch(next, {
      redirect: 'manual',
      signal,
      headers: { 'user-agent': 'Vitrine', ...headers },
    });
    if (response.status < 300 || response.status >= 400) return response;
    next = new URL(response.headers.get('location') ?? '', next);
    const isNamed = next.protocol === 'https:' && redirectsTo?.has(next.host);
    if (!redirectsTo || (!isNamed && next.origin !== origin)) break;
  }
  throw new Error('The source redirects to another host.');
}

async function readText({ body }: Response, { name, maxSize }: Source): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > maxSize) throw unreachable(name);
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}

/** GitHub names the time of the next request in one of two headers, and others in the second. */
function tooManyRequests({ headers }: Response, name: string): SourceError {
  const reset = Number(headers.get('x-ratelimit-reset')) - Date.now() / 1000;
  const wanted = Number(headers.get('retry-after')) || reset || HOUR_SECONDS;
  // Within the hour for which GitHub counts requests, whatever the headers say.
  const seconds = Math.ceil(Math.min(Math.max(wanted, 1), HOUR_SECONDS));
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new SourceError(
    429,
    `${name} answers only a few requests per hour. Try again in ${wait}.`,
    seconds,
  );
}

/** A source that answers in a strange way is as good as unavailable. */
export function parseJson<T>(schema: z.ZodType<T>, text: string, name: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw unreachable(name);
  }
}

function unreachable(name: string): SourceError {
  return new SourceError(502, `${name} cannot be reached right now. Try again later.`);
}
