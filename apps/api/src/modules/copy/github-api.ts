import type { z } from 'zod';
import { readLimited } from '../../read-limited.ts';
import { CopyError } from './copy-error.ts';

const TIMEOUT_MS = 60_000;
/** GitHub returns trees of up to 7 MB. */
const MAX_SIZE = 16 * 1024 * 1024;

/** The branch was changed since it was read. */
export class BranchMovedError extends CopyError {}

interface Request<T> {
  readonly method?: 'POST' | 'PATCH' | 'DELETE';
  readonly body?: object;
  readonly schema: z.ZodType<T>;
}

export type GithubApi = ReturnType<typeof githubApi>;

/** Requests to GitHub's REST API about one repository. */
export function githubApi(apiUrl: string, repository: string, token: string) {
  let tokenExpiresAt: Date | undefined;

  async function send(path: string, { method, body }: Request<unknown>): Promise<Response> {
    try {
      const response = await fetch(`${apiUrl}/repos/${repository}${path}`, {
        method: method ?? 'GET',
        // The token must not be sent elsewhere.
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/vnd.github+json',
          'x-github-api-version': '2022-11-28',
          'user-agent': 'Vitrine',
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      tokenExpiresAt = readExpiry(response.headers) ?? tokenExpiresAt;
      return response;
    } catch {
      throw new CopyError('GitHub does not respond.');
    }
  }

  /** Returns undefined if there is no such thing. */
  async function find<T>(path: string, request: Request<T>): Promise<T | undefined> {
    const response = await send(path, request);
    const limits = { maxSize: MAX_SIZE, ms: TIMEOUT_MS };
    const text = await readLimited(response, limits).catch(() => {
      throw new CopyError('GitHub does not respond.');
    });
    if (response.status === 404) return undefined;
    if (!response.ok) throw explain(response, request.method);
    try {
      return request.schema.parse(JSON.parse(text.toString()));
    } catch {
      throw new CopyError('GitHub returned something unexpected.');
    }
  }

  /** Also fails if there is no such thing. */
  async function call<T>(path: string, request: Request<T>): Promise<T> {
    const found = await find(path, request);
    if (found === undefined) throw repositoryMissing();
    return found;
  }

  return { find, call, tokenExpiresAt: () => tokenExpiresAt };
}

/** GitHub says it with each response, as in `2026-12-31 09:00:00 UTC`, unless the token does not expire. */
function readExpiry(headers: Headers): Date | undefined {
  const ms = Date.parse(headers.get('github-authentication-token-expiration') ?? '');
  return Number.isNaN(ms) ? undefined : new Date(ms);
}

export function repositoryMissing(): CopyError {
  return new CopyError(
    'GitHub does not find the repository (404). Check its name, and that the access token is for this repository.',
    { isFinal: true },
  );
}

function explain({ status, headers }: Response, method: string | undefined): CopyError {
  const isLimited =
    status === 429 || headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0';
  if (isLimited) return new CopyError('GitHub accepts no more requests for now.');
  if (status === 422 && method === 'PATCH')
    return new BranchMovedError('Something else changes the branch at the same time.');
  const isFinal = status < 500 && status !== 408;
  return new CopyError(REASONS[status] ?? `GitHub returned the error ${status}.`, { isFinal });
}

const REASONS: Readonly<Record<number, string>> = {
  301: 'The repository was renamed or moved (301). Enter its new name.',
  307: 'The repository was renamed or moved (307). Enter its new name.',
  401: 'GitHub rejected the access token (401). It may have expired. Replace it.',
  403: 'The access token may not write to this repository (403). On GitHub, give it Contents: read and write.',
  409: 'The repository is empty (409). Add a first file on GitHub, such as a README.',
  422: 'GitHub rejected the files (422). The branch may be protected.',
};
