import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { z } from 'zod';
import type { S3Options } from './s3/s3-bucket.ts';
import { isLocalUrl, ProductionSettings, Settings } from './settings.ts';
import { SITE_BELOW } from './site-address.ts';

export type Config = Readonly<ReturnType<typeof readConfig>>;

/** Reads the settings. Fails with a `ConfigError` that has one line for each invalid setting. */
export function readConfig(
  environment: NodeJS.ProcessEnv = process.env,
  overrides: NodeJS.ProcessEnv = {},
  stored: StoredAddresses = {},
) {
  const values = Object.fromEntries(
    Object.entries({ ...withSecrets(environment), ...overrides }).filter(([, value]) =>
      value?.trim(),
    ),
  );
  const schema = values['NODE_ENV'] === 'production' ? ProductionSettings : Settings;
  const settings = schema.safeParse(values);
  if (!settings.success) {
    const errors = settings.error.issues.map(
      (issue) => `${issue.path.join('.')}: ${issue.message}`,
    );
    throw new ConfigError(errors.join('\n'));
  }
  const { data } = settings;
  const publicUrl = data.PUBLIC_URL ?? stored.dashboard ?? `http://localhost:${data.PORT}`;
  const siteBelow = data.HOME_NETWORK ? SITE_BELOW : undefined;
  return {
    databaseUrl: data.DATABASE_URL,
    databasePool: data.DATABASE_POOL,
    host: data.HOST,
    port: data.PORT,
    /** The file descriptor of a socket that is already bound, if systemd passed one. */
    inheritedSocket: findInheritedSocket(values),
    /** Whether the dashboard answers to addresses in a home network too, and can be set up from there. */
    homeNetwork: data.HOME_NETWORK,
    /** The origin of the dashboard, without a trailing slash. */
    publicUrl,
    /** The origin of the public site, if there is one. In a home network, it can be below the dashboard. */
    siteUrl: data.SITE_URL ?? storedSite(stored, publicUrl) ?? siteBelow,
    /** Whether the settings, and not the owner, say where the dashboard and the site are. */
    isPublicUrlSet: data.PUBLIC_URL !== undefined,
    isSiteUrlSet: data.SITE_URL !== undefined,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? `Vitrine <vitrine@${new URL(publicUrl).hostname}>`,
    mediaDir: resolve(data.MEDIA_DIR),
    /** The folder for automatic backups, if they are on. */
    backupDir: data.BACKUP_DIR && resolve(data.BACKUP_DIR),
    /** Where they are sent to, if anywhere. */
    backupBucket: bucketOf(data, 'BACKUP_S3'),
    /** The store for new media. The other one, if configured, is still read. */
    mediaStore: data.MEDIA_STORE,
    s3: bucketOf(data, 'S3'),
    /** The origin that browsers load /media from. Empty if it is that of their page. */
    mediaOrigin: data.MEDIA_URL ?? (data.HOME_NETWORK && isLocalUrl(publicUrl) ? '' : publicUrl),
    /** The APIs that imports read from, without a trailing slash. */
    importSources: {
      githubApiUrl: data.GITHUB_API_URL.replace(/\/+$/, ''),
      doiUrl: data.DOI_URL.replace(/\/+$/, ''),
      orcidApiUrl: data.ORCID_API_URL.replace(/\/+$/, ''),
    },
    /** Where copies of the site can be. */
    copyPlaces: {
      copyDir: data.COPY_DIR && resolve(data.COPY_DIR),
      localStores: data.COPY_LOCAL_STORES,
      githubApiUrl: data.GITHUB_API_URL.replace(/\/+$/, ''),
    },
    /** The file that says which country an address is in, if there is one. */
    geoipFile: data.GEOIP_FILE && resolve(data.GEOIP_FILE),
    /** The minutes without work after which the process ends, if it should. */
    exitWhenIdle: data.EXIT_WHEN_IDLE,
    setupCode: data.SETUP_CODE,
    trustProxy: data.TRUST_PROXY,
    logLevel: data.LOG_LEVEL,
    /** The address of the metrics, if enabled. */
    metricsListen: data.METRICS_LISTEN,
    /** The collector for traces, if enabled. */
    traces:
      data.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : { endpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: data.OTEL_SERVICE_NAME },
  };
}

function bucketOf(
  data: z.output<typeof Settings>,
  name: 'S3' | 'BACKUP_S3',
): S3Options | undefined {
  const endpoint = data[`${name}_ENDPOINT`];
  if (endpoint === undefined) return undefined;
  return {
    endpoint,
    bucket: data[`${name}_BUCKET`] ?? '',
    region: data[`${name}_REGION`],
    accessKey: data[`${name}_ACCESS_KEY`] ?? '',
    secretKey: data[`${name}_SECRET_KEY`] ?? '',
  };
}

/** The addresses that the owner has added. */
export interface StoredAddresses {
  readonly dashboard?: string;
  readonly site?: string;
}

/** Reads the settings, and in a home network the addresses that the owner has added. */
export async function readConfigAndAddresses(
  find: (databaseUrl: string) => Promise<StoredAddresses>,
  overrides: NodeJS.ProcessEnv = {},
): Promise<Config> {
  const config = readConfig(undefined, overrides);
  if (!config.homeNetwork) return config;
  return readConfig(undefined, overrides, await find(config.databaseUrl));
}

/** A new PUBLIC_URL can have the host name of the site, which must differ. */
function storedSite({ site }: StoredAddresses, publicUrl: string): string | undefined {
  const isFree = site !== undefined && new URL(site).hostname !== new URL(publicUrl).hostname;
  return isFree ? site : undefined;
}

export class ConfigError extends Error {}

/** The first file descriptor after standard error, where systemd puts sockets. */
const INHERITED_SOCKET = 3;

/** The protocol of `sd_listen_fds`. Programs that a service starts inherit the variables, but not the socket. */
function findInheritedSocket({ LISTEN_FDS, LISTEN_PID }: NodeJS.ProcessEnv): number | undefined {
  if (LISTEN_FDS === undefined || LISTEN_PID !== String(process.pid)) return undefined;
  if (LISTEN_FDS !== '1')
    throw new ConfigError('LISTEN_FDS: must be 1. Keep one ListenStream in the socket unit');
  return INHERITED_SOCKET;
}

const SECRETS = [
  'DATABASE_URL',
  'SMTP_URL',
  'SETUP_CODE',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'BACKUP_S3_ACCESS_KEY',
  'BACKUP_S3_SECRET_KEY',
] as const;

/** Reads secrets from the files in `*_FILE` settings, as containers mount them. */
function withSecrets(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const settings: NodeJS.ProcessEnv = { ...environment };
  for (const name of SECRETS) {
    const path = environment[`${name}_FILE`];
    if (!path) continue;
    try {
      settings[name] = readFileSync(path, 'utf8').trim();
    } catch {
      throw new ConfigError(`${name}_FILE: cannot read ${path}`);
    }
  }
  return settings;
}
