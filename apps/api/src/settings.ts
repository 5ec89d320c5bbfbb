import { isIP } from 'node:net';
import { z } from 'zod';

const WEB = ['http:', 'https:'];

// A restore or a nightly backup holds one connection while it uses another.
const POOL_SIZE = 'must be a number of connections from 3 to 100';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const STORE = urlSetting(
  'set the URL of the object store, like https://s3.eu-central-1.amazonaws.com',
);
const BUCKET = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a valid bucket name');

export const Settings = z
  .object({
    DATABASE_URL: urlSetting(
      'set the URL of PostgreSQL, like postgres://vitrine:secret@localhost:5432/vitrine',
      ['postgres:', 'postgresql:'],
    ),
    DATABASE_POOL: z.coerce
      .number(POOL_SIZE)
      .int(POOL_SIZE)
      .min(3, POOL_SIZE)
      .max(100, POOL_SIZE)
      .default(10),
    HOST: z.string().default('127.0.0.1'),
    PORT: z.coerce
      .number('must be a port number')
      .int('must be a port number')
      .min(0, 'must be a port number')
      .max(65535, 'must be a port number')
      .default(4000),
    EXIT_WHEN_IDLE: z.coerce
      .number('must be a number of minutes, like 5')
      .positive('must be a number of minutes, like 5')
      .optional(),
    HOME_NETWORK: z
      .enum(['true', 'false'], 'must be true or false')
      .default('false')
      .transform((value) => value === 'true'),
    PUBLIC_URL: originSetting('set the URL of the dashboard, like https://admin.example.com'),
    SITE_URL: originSetting('set the URL of the public site, like https://example.com'),
    SMTP_URL: urlSetting(
      'set the URL of the mail server, like smtps://user:secret@mail.example.com',
      ['smtp:', 'smtps:'],
    ).optional(),
    MAIL_FROM: z
      .string()
      .regex(
        /^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/,
        'set the sender of emails, like Vitrine <me@example.com>',
      )
      .optional(),
    MEDIA_DIR: z.string().default('media'),
    BACKUP_DIR: z.string().optional(),
    MEDIA_STORE: z.enum(['disk', 's3'], 'must be disk or s3').default('disk'),
    MEDIA_URL: originSetting('set the URL that media is loaded from, like https://cdn.example.com'),
    S3_ENDPOINT: STORE.optional(),
    S3_BUCKET: BUCKET.optional(),
    S3_REGION: z.string().default('us-east-1'),
    S3_ACCESS_KEY: z.string().optional(),
    S3_SECRET_KEY: z.string().optional(),
    BACKUP_S3_ENDPOINT: STORE.optional(),
    BACKUP_S3_BUCKET: BUCKET.optional(),
    BACKUP_S3_REGION: z.string().default('us-east-1'),
    BACKUP_S3_ACCESS_KEY: z.string().optional(),
    BACKUP_S3_SECRET_KEY: z.string().optional(),
    GITHUB_API_URL: urlSetting(
      'set the URL of GitHub’s REST API, like https://api.github.com',
    ).default('https://api.github.com'),
    DOI_URL: urlSetting('set the URL that resolves DOIs, like https://doi.org').default(
      'https://doi.org',
    ),
    ORCID_API_URL: urlSetting(
      'set the URL of ORCID’s public API, like https://pub.orcid.org/v3.0',
    ).default('https://pub.orcid.org/v3.0'),
    GEOIP_FILE: z.string().optional(),
    COPY_DIR: z.string().optional(),
    COPY_LOCAL_STORES: z
      .string()
      .default('')
      .transform((value) => value.split(',').flatMap((part) => part.trim() || []))
      .refine(
        (urls) => urls.every((url) => isUrl(url, WEB)),
        'must list the addresses of object stores, like http://10.0.0.5:9000',
      )
      .transform((urls) => urls.map((url) => new URL(url).origin)),
    SETUP_CODE: z
      .string()
      .min(8, 'must have at least 8 characters, or 16 in production')
      .optional(),
    TRUST_PROXY: z
      .string()
      .default('')
      .transform((value) => value.split(',').flatMap((part) => part.trim() || []))
      .refine(
        (addresses) => addresses.every(isAddressOrNetwork),
        'must list the addresses of your proxies, like 127.0.0.1, 10.0.0.0/8',
      ),
    LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
    // An address is required, because a port alone would be open to every network.
    METRICS_LISTEN: z
      .string()
      .transform(hostAndPort)
      .refine(
        (address) => address !== undefined,
        'must be an address and a port, like 127.0.0.1:9464',
      )
      .optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: urlSetting(
      'set the URL of the collector, like http://127.0.0.1:4318',
    ).optional(),
    OTEL_SERVICE_NAME: z.string().default('vitrine'),
  })
  .superRefine(({ PUBLIC_URL, SITE_URL, PORT }, context) => {
    // Browsers send a cookie to all ports of a host, so the ports alone must not differ.
    const dashboardHost = URL.parse(PUBLIC_URL ?? `http://localhost:${PORT}`)?.hostname;
    if (SITE_URL !== undefined && URL.parse(SITE_URL)?.hostname === dashboardHost)
      context.addIssue({
        code: 'custom',
        path: ['SITE_URL'],
        message: 'must have another host name than PUBLIC_URL',
      });
  })
  .superRefine((values, context) => {
    if (values.MEDIA_STORE !== 's3' && values.S3_ENDPOINT === undefined) return;
    for (const name of ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const)
      if (values[name] === undefined)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'is required for the object store',
        });
  })
  .superRefine((values, context) => {
    if (values.BACKUP_S3_ENDPOINT === undefined) return;
    const reject = (setting: string, message: string) =>
      context.addIssue({ code: 'custom', path: [setting], message });
    const required = ['BACKUP_S3_BUCKET', 'BACKUP_S3_ACCESS_KEY', 'BACKUP_S3_SECRET_KEY'] as const;
    for (const name of required)
      if (values[name] === undefined) reject(name, 'is required for backups in a bucket');
    if (values.BACKUP_DIR === undefined)
      reject('BACKUP_DIR', 'is required: its backups are sent to the bucket');
    // The cleanup of media deletes what it does not know.
    const isShared = values.BACKUP_S3_BUCKET === values.S3_BUCKET;
    if (isShared && values.BACKUP_S3_ENDPOINT === values.S3_ENDPOINT)
      reject('BACKUP_S3_BUCKET', 'must be another bucket than S3_BUCKET');
  });

/** Stricter checks for production. */
export const ProductionSettings = Settings.superRefine((values, context) => {
  const reject = (setting: string, message: string) =>
    context.addIssue({ code: 'custom', path: [setting], message });
  if (values.PUBLIC_URL === undefined && !values.HOME_NETWORK)
    reject('PUBLIC_URL', 'set the URL of the dashboard, like https://admin.example.com');
  if (values.PUBLIC_URL !== undefined && isInsecure(values.PUBLIC_URL))
    reject(
      'PUBLIC_URL',
      'must start with https://, because others can read the password over http',
    );
  if (values.SITE_URL !== undefined && isInsecure(values.SITE_URL))
    reject('SITE_URL', 'must start with https://');
  // A shorter one already has an error.
  if (/^.{8,15}$/.test(values.SETUP_CODE ?? ''))
    reject('SETUP_CODE', 'must have at least 16 characters. Remove it to have one generated');
});

function isInsecure(url: string): boolean {
  return isUrl(url, ['http:']) && !isLocalUrl(url);
}

/** Whether the host is this machine or in a private network. */
export function isLocalUrl(url: string): boolean {
  const hostname = new URL(url).hostname.toLowerCase().replace(/^\[|\]$/g, '');
  if (isIP(hostname) !== 0)
    return /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd])/.test(hostname);
  // A name without a dot is local, as in a container network.
  return !hostname.includes('.') || /\.(localhost|local|lan|internal|home\.arpa)$/.test(hostname);
}

function originSetting(advice: string) {
  return urlSetting(advice)
    .refine(
      // An invalid URL already has an error.
      (value) => !isUrl(value, WEB) || new URL(value).pathname === '/',
      'must be an origin only, without a path, like https://admin.example.com',
    )
    .transform((value) => new URL(value).origin)
    .optional();
}

function urlSetting(advice: string, protocols = WEB) {
  return z.string(advice).refine((value) => isUrl(value, protocols), advice);
}

function isUrl(value: string, protocols: readonly string[]): boolean {
  return protocols.includes(URL.parse(value)?.protocol ?? '');
}

function hostAndPort(value: string): { host: string; port: number } | undefined {
  const [, bracketed, plain, port] =
    /^(?:\[([0-9a-f:]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(value) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || Number(port) > 65535) return undefined;
  return { host, port: Number(port) };
}

function isAddressOrNetwork(value: string): boolean {
  const [address = '', bits] = value.split('/');
  const version = isIP(address);
  if (version === 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}
