import type { Route } from '@vitrine/contract/routes';
import { type AnyRequest, ApiError, errorOf, urlOf } from './call-api.ts';

/** Without any data for this long, a download has failed. The service needs time to prepare it. */
const STALL_MS = 120_000;

/** Reads a file. Unlike a link, it can show progress, and a rejected download is not a page. */
export async function readDownload(
  route: Route,
  { query, signal, onProgress }: Pick<AnyRequest, 'query' | 'signal' | 'onProgress'>,
): Promise<Blob> {
  const stalled = new AbortController();
  let timer = setTimeout(() => stalled.abort(), STALL_MS);
  try {
    const response = await fetch(urlOf(route, query && { query }), {
      credentials: 'include',
      signal: AbortSignal.any(signal ? [signal, stalled.signal] : [stalled.signal]),
    });
    if (!response.ok || !response.body)
      throw errorOf(response.status, await response.json().catch(() => undefined));
    const total = Number(response.headers.get('content-length'));
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
      clearTimeout(timer);
      timer = setTimeout(() => stalled.abort(), STALL_MS);
      parts.push(value);
      size += value.length;
      if (total > 0) onProgress?.((100 * size) / total);
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(stalled.signal.aborted ? 'The download stalled.' : 'Network Error');
  } finally {
    clearTimeout(timer);
  }
}
