import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import { typeOfName } from '../../media/media-type.ts';
import { readLimited } from '../../read-limited.ts';
import { type S3Options, SLOWEST_BYTES_PER_SECOND, s3Bucket } from '../../s3/s3-bucket.ts';
import { explainStatus, S3Error, textsIn } from '../../s3/s3-response.ts';
import { checkAddress } from './check-address.ts';
import { CopyError } from './copy-error.ts';
import type { Destination } from './destination.ts';
import { MANIFEST, MAX_MANIFEST, readManifest, writeManifest } from './manifest.ts';
import { isNamedByContent } from './plan-update.ts';

interface BucketOptions extends S3Options {
  /** The folder in the bucket, or an empty string. */
  readonly prefix: string;
  /** The origins in private networks that the operator allows. */
  readonly localStores: readonly string[];
}

/** For each request, with its repetitions. */
const TIMEOUT_SECONDS = 60;

/** A bucket of an S3-compatible store, which serves the files as a site or is behind a CDN. */
export function bucketDestination({ prefix, localStores, ...options }: BucketOptions): Destination {
  const bucket = s3Bucket(options, TIMEOUT_SECONDS);
  const toKey = (path: string) => (prefix === '' ? path : `${prefix}/${path}`);

  const put = (path: string, bytes: Buffer, hash?: string) =>
    attempt(() =>
      bucket.put(
        toKey(path),
        new Uint8Array(bytes),
        {
          'content-type': contentTypeOf(path),
          'cache-control': cacheControlOf(path),
          ...(hash && { 'x-amz-content-sha256': hash }),
        },
        TIMEOUT_SECONDS + bytes.length / SLOWEST_BYTES_PER_SECOND,
      ),
    );
  const remove = (path: string) => attempt(() => bucket.remove(toKey(path)));
  const keep = (manifest: Parameters<typeof writeManifest>[0]) =>
    put(MANIFEST, writeManifest(manifest));

  /** Returns undefined if nothing has this path. */
  async function get(path: string, maxSize: number): Promise<Buffer | undefined> {
    return attempt(async () => {
      await checkAddress(options.endpoint, localStores);
      const response = await bucket.get(toKey(path));
      const body = await readLimited(response, { maxSize, ms: TIMEOUT_SECONDS * 1000 });
      if (response.ok) return body;
      if (isBucketMissing(body.toString())) throw new S3Error('', 404);
      return undefined;
    });
  }

  const read = async () => {
    const bytes = await get(MANIFEST, MAX_MANIFEST);
    return bytes && readManifest(bytes.toString());
  };

  return {
    parallel: 4,
    maxFiles: Number.POSITIVE_INFINITY,
    read,
    note: keep,
    put: async ({ path, hash, read: readFile }) => put(path, await readFile(), hash),
    remove,
    finish: keep,
    async reach() {
      await read();
      return `Found the bucket ${options.bucket}.`;
    },
    async tryWrite(bytes) {
      const path = `.vitrine-test-${randomUUID()}`;
      await put(path, bytes);
      return {
        read: async () => (await get(path, bytes.length)) ?? Buffer.alloc(0),
        remove: () => remove(path),
      };
    },
  };
}

function isBucketMissing(xml: string): boolean {
  try {
    return textsIn(xml, 'Code').includes('NoSuchBucket');
  } catch {
    return false;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.vcf': 'text/vcard; charset=utf-8',
  '.woff2': 'font/woff2',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** Feeds and an account have types that their extensions do not tell. */
const TYPES_BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/(^|\/)feed\.xml$/, 'application/atom+xml; charset=utf-8'],
  [/(^|\/)feed\.json$/, 'application/feed+json; charset=utf-8'],
  [/^\.well-known\/webfinger$/, 'application/jrd+json; charset=utf-8'],
];

/** As in the file _headers, which a bucket does not read. */
export function contentTypeOf(path: string): string {
  return (
    TYPES_BY_NAME.find(([pattern]) => pattern.test(path))?.[1] ??
    TYPES[extname(path)] ??
    typeOfName(path) ??
    'application/octet-stream'
  );
}

function cacheControlOf(path: string): string {
  if (path === MANIFEST) return 'no-store';
  return isNamedByContent(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=60';
}

/** Turns errors of the store into sentences. Its own words are left out. */
async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CopyError) throw error;
    throw explain(error instanceof S3Error ? error.status : undefined);
  }
}

function explain(status: number | undefined): CopyError {
  const isFinal =
    status !== undefined && status < 500 && ![408, 409, 423, 425, 429].includes(status);
  return new CopyError(explainStatus(status), { isFinal });
}
