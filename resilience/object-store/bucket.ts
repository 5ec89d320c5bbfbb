import { randomUUID } from 'node:crypto';
import type { S3Options } from '@vitrine/api/media/s3-files';

export interface Bucket {
  readonly options: S3Options;
  /** The settings of a service that keeps its media here. */
  readonly env: Record<string, string>;
  /** What the store itself has under this path, asked for by another door than ours. */
  raw(path: string): Promise<Response>;
}

/** One of its own for each test: a service removes what it does not know. */
export async function createBucket(): Promise<Bucket> {
  const bucket = `vitrine-${randomUUID()}`;
  const options: S3Options = {
    endpoint: setting('S3_ENDPOINT'),
    bucket,
    region: setting('S3_REGION'),
    accessKey: setting('S3_ACCESS_KEY'),
    secretKey: setting('S3_SECRET_KEY'),
  };
  const { endpoint, accessKey, secretKey } = options;
  const { headers } = await fetch(`${endpoint}/auth/v1.0`, {
    headers: { 'x-auth-user': accessKey, 'x-auth-key': secretKey },
  });
  const token = headers.get('x-auth-token') ?? '';
  const ask = (path: string, method: string) =>
    fetch(`${endpoint}/v1/AUTH_test/${bucket}${path}`, {
      method,
      headers: { 'x-auth-token': token },
    });
  const made = await ask('', 'PUT');
  if (!made.ok) throw new Error(`No bucket was made: ${made.status}`);
  return {
    options,
    env: {
      MEDIA_STORE: 's3',
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: options.region,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
    },
    raw: (path) => ask(`/${path}`, 'GET'),
  };
}

/** As tools/object-store.sh prints it. */
export function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: npm run test:object-store`);
  return value;
}
