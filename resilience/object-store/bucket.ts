import { randomUUID } from 'node:crypto';
import type { S3Options } from '@vitrine/api/s3/s3-bucket';

export interface Bucket {
  readonly options: S3Options;
  /** The settings of a service that stores its media here. */
  readonly env: Record<string, string>;
  /** Reads a path through Swift's own API instead of S3. */
  raw(path: string): Promise<Response>;
}

/** Creates a new bucket: a service deletes files that it does not know. */
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
  const request = (path: string, method: string) =>
    fetch(`${endpoint}/v1/AUTH_test/${bucket}${path}`, {
      method,
      headers: { 'x-auth-token': token },
    });
  const created = await request('', 'PUT');
  if (!created.ok) throw new Error(`The bucket was not created: ${created.status}`);
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
    raw: (path) => request(`/${path}`, 'GET'),
  };
}

/** A setting that tools/object-store.sh prints. */
export function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set. Run npm run test:object-store.`);
  return value;
}
