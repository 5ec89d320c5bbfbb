import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import {
  type ByteRange,
  fileMissingError,
  isMediaName,
  type MediaFiles,
  MediaUnavailableError,
} from './media-files.ts';
import { typeOfName } from './media-type.ts';
import { textsIn, toError } from './s3-response.ts';

export interface S3Options {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

const FOLDER = 'media/';
const MAX_ATTEMPTS = 3;
/** For all attempts together: a client waits for the response, and a transaction is open. */
const TIMEOUT_SECONDS = 20;

/** Stores files in a bucket of an S3-compatible store, under the path that they are served at. */
export function s3Files(options: S3Options): MediaFiles {
  const send = createSender(options);
  const root = `${options.endpoint.replace(/\/+$/, '')}/${options.bucket}`;
  const toUrl = (name: string) => {
    if (!isMediaName(name)) throw new Error('Not the name of a media file.');
    return `${root}/${FOLDER}${name}`;
  };

  async function* readChunks(url: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
    const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {};
    const response = await send(url, { headers });
    if (response.status === 404 || !response.body) {
      await response.body?.cancel();
      throw fileMissingError(url);
    }
    yield* response.body;
  }

  return {
    async write(name, bytes) {
      const response = await send(toUrl(name), {
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers: {
          'content-type': typeOfName(name) ?? 'application/octet-stream',
          // For browsers that load the file directly from the store.
          'cache-control': 'public, max-age=31536000, immutable',
          'x-amz-content-sha256': name.slice(0, 64),
        },
      });
      // A 404 means that the bucket does not exist.
      if (!response.ok) throw await toError(response);
      await response.body?.cancel();
    },
    async size(name) {
      const response = await send(toUrl(name), { method: 'HEAD' });
      if (response.status === 404) return undefined;
      const length = response.headers.get('content-length');
      if (length === null)
        throw new MediaUnavailableError(`The media store did not return the size of ${name}.`);
      return Number(length);
    },
    read: (name, range) => Readable.from(readChunks(toUrl(name), range)),
    async *list() {
      let after = FOLDER;
      for (;;) {
        const query = { 'list-type': '2', prefix: FOLDER, 'start-after': after };
        const response = await send(`${root}?${new URLSearchParams(query)}`, {});
        if (!response.ok) throw await toError(response);
        const keys = textsIn(await response.text(), 'Key');
        yield* keys.map((key) => key.slice(FOLDER.length)).filter(isMediaName);
        // The page size is up to the store; an empty page is the end.
        const last = keys.at(-1);
        if (last === undefined) return;
        after = last;
      }
    },
    async remove(name) {
      const response = await send(toUrl(name), { method: 'DELETE' });
      await response.body?.cancel();
    },
  };
}

/**
 * Returns a function that sends signed requests. Every request can be retried, because a name never
 * changes its bytes. It resolves with a successful response or a 404.
 */
function createSender({ accessKey, secretKey, region }: S3Options) {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
  });

  return async function send(url: string, init: RequestInit): Promise<Response> {
    const end = Date.now() + TIMEOUT_SECONDS * 1000;
    for (let attempt = 1; ; attempt += 1) {
      const { response, reason } = await sendOnce(url, init, end - Date.now());
      if (response && (response.ok || response.status === 404)) return response;
      const error = response ? await toError(response) : new MediaUnavailableError(reason);
      const isFinal = response && response.status < 500 && response.status !== 429;
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
    try {
      const request = await client.sign(url, init);
      // Compression would change the length. Not signed, because some proxies change this header.
      request.headers.set('accept-encoding', 'identity');
      return { response: await fetch(request, { signal: controller.signal, redirect: 'manual' }) };
    } catch (error) {
      const cause = error instanceof Error && error.cause ? error.cause : error;
      return { reason: `The media store does not respond: ${cause}` };
    } finally {
      clearTimeout(timer);
    }
  }
}
