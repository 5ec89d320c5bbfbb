import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { escapeHtml } from '../escape-html.ts';
import { readLimited } from '../read-limited.ts';
import { S3Error, textsIn, toError } from './s3-response.ts';

export interface S3Options {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** A bucket of an S3-compatible store. Each method fails with an S3Error. */
export interface S3Bucket {
  /** The body can be sent again, so that the request can be retried. */
  put(
    key: string,
    body: Uint8Array<ArrayBuffer> | Blob,
    headers?: HeadersInit,
    timeoutSeconds?: number,
  ): Promise<void>;
  /** Sends a large file in parts, each of which can be sent again. */
  putLarge(key: string, content: Blob, signal?: AbortSignal): Promise<void>;
  /** The size in bytes, or undefined if nothing has this key. */
  size(key: string): Promise<number | undefined>;
  /** The response with the bytes, or with the status 404. */
  get(key: string, headers?: HeadersInit): Promise<Response>;
  list(prefix: string): AsyncGenerator<string>;
  remove(key: string): Promise<void>;
}

const MAX_ATTEMPTS = 3;
/** A store takes 10,000 parts, which are thus 320 GB. */
const PART_BYTES = 32 * 1024 * 1024;
/** An upload has more time than other requests, for slow lines. */
export const SLOWEST_BYTES_PER_SECOND = 16 * 1024;

/** In bytes. A list of 1,000 names has less. */
const MAX_ANSWER = 8 * 1024 * 1024;
/** A service that stops exits after 4.5 seconds. */
const CANCEL_SECONDS = 3;

/** The timeout is for all attempts together, until the headers of the response. */
export function s3Bucket(options: S3Options, timeoutSeconds: number): S3Bucket {
  const sendSigned = createSender(options);
  const send = (url: string, init: RequestInit) => sendSigned(url, init, timeoutSeconds);
  const root = `${options.endpoint.replace(/\/+$/, '')}/${options.bucket}`;
  const toUrl = (key: string) => `${root}/${key.split('/').map(encodeURIComponent).join('/')}`;

  return {
    async put(key, body, headers = {}, seconds = timeoutSeconds) {
      const response = await sendSigned(toUrl(key), { method: 'PUT', body, headers }, seconds);
      // A 404 means that the bucket does not exist.
      if (!response.ok) throw await toError(response);
      await response.body?.cancel();
    },
    async putLarge(key, content, signal) {
      const url = toUrl(key);
      const seconds = timeoutSeconds + PART_BYTES / SLOWEST_BYTES_PER_SECOND;
      const call = async (query: string, init: RequestInit) => {
        const options = { ...init, signal: signal ?? null };
        const response = await sendSigned(`${url}?${query}`, options, seconds);
        if (!response.ok) throw await toError(response);
        return response;
      };
      const read = async (response: Response) => readText(response, seconds);
      const started = await read(await call('uploads=', { method: 'POST' }));
      const [id] = textsIn(started, 'UploadId');
      if (id === undefined) throw new S3Error('The store did not start an upload.');
      const upload = `uploadId=${encodeURIComponent(id)}`;
      try {
        const parts: string[] = [];
        for (let start = 0; start === 0 || start < content.size; start += PART_BYTES) {
          const number = parts.length + 1;
          const body = content.slice(start, start + PART_BYTES);
          const response = await call(`partNumber=${number}&${upload}`, { method: 'PUT', body });
          await response.body?.cancel();
          const tag = escapeHtml(response.headers.get('etag') ?? '');
          parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${tag}</ETag></Part>`);
        }
        const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
        const ended = await read(await call(upload, { method: 'POST', body }));
        // The store may notice an error after it has sent the status 200.
        if (textsIn(ended, 'ETag').length === 0)
          throw new S3Error('The store did not complete an upload.');
      } catch (error) {
        // The store would keep the parts, and charge for them.
        const left = signal?.aborted ? CANCEL_SECONDS : timeoutSeconds;
        await sendSigned(`${url}?${upload}`, { method: 'DELETE' }, left).catch(() => {});
        throw error;
      }
    },
    async size(key) {
      const response = await send(toUrl(key), { method: 'HEAD' });
      if (response.status === 404) return undefined;
      const length = response.headers.get('content-length');
      if (length === null) throw new S3Error(`The store did not return the size of ${key}.`);
      return Number(length);
    },
    get: (key, headers = {}) => send(toUrl(key), { headers }),
    async *list(prefix) {
      let after = prefix;
      for (;;) {
        const query = { 'list-type': '2', prefix, 'start-after': after };
        const response = await send(`${root}?${new URLSearchParams(query)}`, {});
        if (!response.ok) throw await toError(response);
        const keys = textsIn(await readText(response, timeoutSeconds), 'Key');
        yield* keys;
        // The page size is up to the store; an empty page is the end. So is a page that comes again.
        const last = keys.at(-1);
        if (last === undefined || last <= after) return;
        after = last;
      }
    },
    async remove(key) {
      const response = await send(toUrl(key), { method: 'DELETE' });
      await response.body?.cancel();
    },
  };
}

async function readText(response: Response, seconds: number): Promise<string> {
  return String(await readLimited(response, { maxSize: MAX_ANSWER, ms: seconds * 1000 }));
}

/** Returns a function that sends signed requests, and resolves with a successful response or a 404. */
function createSender({ accessKey, secretKey, region }: S3Options) {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
  });

  return async function send(url: string, init: RequestInit, seconds: number): Promise<Response> {
    const end = Date.now() + seconds * 1000;
    for (let attempt = 1; ; attempt += 1) {
      const { response, reason } = await sendOnce(url, init, end - Date.now());
      if (response && (response.ok || response.status === 404)) return response;
      const error = response ? await toError(response) : new S3Error(reason);
      const isRejected = response && response.status < 500 && response.status !== 429;
      const isFinal = isRejected || init.signal?.aborted;
      const pause = 100 * attempt ** 2;
      if (isFinal || attempt === MAX_ATTEMPTS || Date.now() + pause >= end) throw error;
      await sleep(pause);
    }
  };

  async function sendOnce(
    url: string,
    init: RequestInit,
    ms: number,
  ): Promise<{ response?: Response; reason?: string }> {
    const controller = new AbortController();
    // The limit is for the response headers; reading a large file may take longer.
    const timer = setTimeout(() => controller.abort(), ms);
    const signal = AbortSignal.any([controller.signal, ...(init.signal ? [init.signal] : [])]);
    try {
      const request = await client.sign(url, init);
      // Compression would change the length. Not signed, because some proxies change this header.
      request.headers.set('accept-encoding', 'identity');
      return { response: await fetch(request, { signal, redirect: 'manual' }) };
    } catch (error) {
      const cause = error instanceof Error && error.cause ? error.cause : error;
      return { reason: `The store does not respond: ${cause}` };
    } finally {
      clearTimeout(timer);
    }
  }
}
