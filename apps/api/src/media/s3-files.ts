import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { SaxesParser } from 'saxes';
import {
  type ByteRange,
  fileMissingError,
  isMediaName,
  type MediaFiles,
  MediaUnavailableError,
} from './media-files.ts';
import { typeOfName } from './media-type.ts';

export interface S3Options {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

const FOLDER = 'media/';
const TRIES = 3;
/** For all tries together: somebody waits for the answer, in a transaction. */
const SECONDS = 20;

/** In a bucket of an S3-compatible store, each file under the path that it is served at, too. */
export function s3Files({ endpoint, bucket, region, accessKey, secretKey }: S3Options): MediaFiles {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
  });
  const root = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  const addressOf = (name: string) => {
    if (!isMediaName(name)) throw new Error('Not the name of a media file.');
    return `${root}/${FOLDER}${name}`;
  };

  return {
    async write(name, bytes) {
      const response = await ask(addressOf(name), {
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers: {
          'content-type': typeOfName(name) ?? 'application/octet-stream',
          // For whoever reads it straight from the store.
          'cache-control': 'public, max-age=31536000, immutable',
          'x-amz-content-sha256': name.slice(0, 64),
        },
      });
      // A store that does not know the bucket has kept nothing.
      if (!response.ok) throw await refusalOf(response);
      await response.body?.cancel();
    },
    async size(name) {
      const response = await ask(addressOf(name), { method: 'HEAD' });
      if (response.status === 404) return undefined;
      const length = response.headers.get('content-length');
      if (length === null)
        throw new MediaUnavailableError(`The media store does not say how large ${name} is.`);
      return Number(length);
    },
    read: (name, range) => Readable.from(chunksAt(addressOf(name), range)),
    async *list() {
      let after = FOLDER;
      for (;;) {
        const query = { 'list-type': '2', prefix: FOLDER, 'start-after': after };
        const response = await ask(`${root}?${new URLSearchParams(query)}`, {});
        if (!response.ok) throw await refusalOf(response);
        const keys = textsIn(await response.text(), 'Key');
        yield* keys.map((key) => key.slice(FOLDER.length)).filter(isMediaName);
        // As many as the store gives at once, until there are none.
        const last = keys.at(-1);
        if (last === undefined) return;
        after = last;
      }
    },
    async remove(name) {
      const response = await ask(addressOf(name), { method: 'DELETE' });
      await response.body?.cancel();
    },
  };

  async function* chunksAt(url: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
    const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {};
    const response = await ask(url, { headers });
    if (response.status === 404 || !response.body) {
      await response.body?.cancel();
      throw fileMissingError(url);
    }
    yield* response.body;
  }

  /**
   * A name never changes its bytes, so whatever it was, it can be asked for again. Gives what
   * succeeded, or 404.
   */
  async function ask(url: string, init: RequestInit): Promise<Response> {
    const end = Date.now() + SECONDS * 1000;
    for (let attempt = 1; ; attempt += 1) {
      const { response, reason } = await tryOnce(url, init, end - Date.now());
      if (response && (response.ok || response.status === 404)) return response;
      const refusal = response ? await refusalOf(response) : new MediaUnavailableError(reason);
      const isFinal = response && response.status < 500 && response.status !== 429;
      const pause = 100 * attempt ** 2;
      if (isFinal || attempt === TRIES || Date.now() + pause >= end) throw refusal;
      await sleep(pause);
    }
  }

  async function tryOnce(
    url: string,
    init: RequestInit,
    ms: number,
  ): Promise<{ response?: Response; reason?: string }> {
    const patience = new AbortController();
    // Until it begins to answer; who reads a large file slowly may take longer.
    const timer = setTimeout(() => patience.abort(), ms);
    try {
      const request = await client.sign(url, init);
      // Packed, a file has another length. Not signed: there are proxies that change this header.
      request.headers.set('accept-encoding', 'identity');
      return { response: await fetch(request, { signal: patience.signal, redirect: 'manual' }) };
    } catch (error) {
      const cause = error instanceof Error && error.cause ? error.cause : error;
      return { reason: `The media store does not answer: ${cause}` };
    } finally {
      clearTimeout(timer);
    }
  }
}

async function refusalOf(response: Response): Promise<MediaUnavailableError> {
  const says = await response.text().catch(() => '');
  return new MediaUnavailableError(
    `The media store refuses: ${response.status} ${wordsIn(says)}`.trim(),
  );
}

/** The code and the message of a refusal, in one line, or the beginning of whatever it is. */
function wordsIn(xml: string): string {
  try {
    const words = [...textsIn(xml, 'Code'), ...textsIn(xml, 'Message')];
    if (words.length > 0) return inOneLine(words.join(': '));
  } catch {}
  return inOneLine(xml);
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 300);
}

function textsIn(xml: string, element: string): string[] {
  const texts: string[] = [];
  let isMeant = false;
  const parser = new SaxesParser({});
  parser.on('opentag', ({ name }) => {
    isMeant = name === element;
  });
  parser.on('text', (text) => {
    if (isMeant) texts.push(text);
  });
  parser.on('closetag', () => {
    isMeant = false;
  });
  parser.write(xml).close();
  return texts;
}
