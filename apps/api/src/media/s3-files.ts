import { Readable } from 'node:stream';
import { type S3Options, s3Bucket } from '../s3/s3-bucket.ts';
import {
  type ByteRange,
  fileMissingError,
  isMediaName,
  type MediaFiles,
  MediaUnavailableError,
} from './media-files.ts';
import { typeOfName } from './media-type.ts';

const FOLDER = 'media/';
/** A client waits for the response, and a transaction is open. */
const TIMEOUT_SECONDS = 20;

/** Stores files in a bucket of an S3-compatible store, under the path that they are served at. */
export function s3Files(options: S3Options): MediaFiles {
  const bucket = s3Bucket(options, TIMEOUT_SECONDS);
  const toKey = (name: string) => {
    if (!isMediaName(name)) throw new Error('Not the name of a media file.');
    return FOLDER + name;
  };

  async function* readChunks(key: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
    const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {};
    const response = await bucket.get(key, headers).catch(throwUnavailable);
    if (response.status === 404 || !response.body) {
      await response.body?.cancel();
      throw fileMissingError(key);
    }
    yield* response.body;
  }

  return {
    async write(name, bytes) {
      const headers = {
        'content-type': typeOfName(name) ?? 'application/octet-stream',
        // For browsers that load the file directly from the store.
        'cache-control': 'public, max-age=31536000, immutable',
        'x-amz-content-sha256': name.slice(0, 64),
      };
      await bucket.put(toKey(name), new Uint8Array(bytes), headers).catch(throwUnavailable);
    },
    size: async (name) => bucket.size(toKey(name)).catch(throwUnavailable),
    read: (name, range) => Readable.from(readChunks(toKey(name), range)),
    async *list() {
      try {
        for await (const key of bucket.list(FOLDER)) {
          const name = key.slice(FOLDER.length);
          if (isMediaName(name)) yield name;
        }
      } catch (error) {
        throwUnavailable(error);
      }
    },
    remove: async (name) => bucket.remove(toKey(name)).catch(throwUnavailable),
  };
}

function throwUnavailable(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new MediaUnavailableError(reason, { cause });
}
