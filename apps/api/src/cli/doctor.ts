import { constants, existsSync } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Config, ConfigError, isLocalUrl, readConfig } from '../config.ts';
import { connect, type Db } from '../db/client.ts';
import { explainDatabaseError } from '../db/explain-error.ts';
import { appliedMigrations, knownMigrations } from '../db/migrate.ts';
import { checkMailServer } from '../mail/mailer.ts';
import { s3Files } from '../media/s3-files.ts';
import { findLogin } from '../modules/user/user-store.ts';

export interface Finding {
  readonly level: 'well' | 'look' | 'wrong';
  readonly about: string;
  readonly says: string;
}

/** Looks at all that the service needs, and says of each how it is and what to do. */
export async function examine(): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n').map((says) => wrong('settings', says));
  }
  const db = connect({ url: config.databaseUrl, onConnectionError: () => {} });
  try {
    return [
      ...examineSettings(config),
      ...(await examineDatabase(db)),
      await examineMail(config),
      ...(await examineMedia(config)),
    ];
  } finally {
    await db.destroy();
  }
}

function examineSettings({ publicUrl, trustProxy }: Config): Finding[] {
  if (isLocalUrl(publicUrl))
    return [look('settings', `PUBLIC_URL is ${publicUrl}: for this machine or your own network.`)];
  return [
    publicUrl.startsWith('https:')
      ? well('settings', `PUBLIC_URL is ${publicUrl}.`)
      : wrong(
          'settings',
          `PUBLIC_URL is ${publicUrl}: put a proxy with TLS in front, and https here.`,
        ),
    trustProxy.length > 0
      ? well('settings', `TRUST_PROXY is ${trustProxy.join(', ')}.`)
      : look(
          'settings',
          'TRUST_PROXY is not set: behind a proxy all visitors count as one address. Name the proxy’s.',
        ),
  ];
}

async function examineDatabase(db: Db): Promise<Finding[]> {
  try {
    const { rows } = await sql<{ version: number; now: Date }>`
      select current_setting('server_version_num')::integer / 10000 as version, clock_timestamp() as now`.execute(
      db,
    );
    const { version = 0, now = new Date() } = rows[0] ?? {};
    const skew = Math.abs(Date.now() - now.getTime()) / 1000;
    return [
      version >= 15 && version <= 18
        ? well('database', `PostgreSQL ${version} answers.`)
        : look('database', `PostgreSQL ${version} answers. Vitrine is tested on 15 to 18.`),
      skew < 5
        ? well('clock', 'It agrees with the database’s.')
        : look(
            'clock',
            `It is ${Math.round(skew)} s off the database’s. Turn on time synchronisation.`,
          ),
      await examineSchema(db),
      (await findLogin(db).catch(() => undefined))
        ? well('owner', 'There is one.')
        : look('owner', 'There is none yet. Start the service, or run vitrine owner create.'),
    ];
  } catch (error) {
    return [wrong('database', explainDatabaseError(error) ?? reasonOf(error))];
  }
}

async function examineSchema(db: Db): Promise<Finding> {
  const known = await knownMigrations();
  const applied = await appliedMigrations(db).catch((): string[] => []);
  const ahead = applied.filter((name) => !known.includes(name));
  const behind = known.filter((name) => !applied.includes(name));
  if (ahead.length > 0)
    return look('schema', `It is newer than this Vitrine (${ahead.join(', ')}). Update this one.`);
  return behind.length > 0
    ? look('schema', `To be applied at the next start: ${behind.join(', ')}.`)
    : well('schema', 'It is up to date.');
}

async function examineMail({ smtpUrl }: Config): Promise<Finding> {
  if (smtpUrl === undefined)
    return look(
      'mail',
      'SMTP_URL is not set: mails wait in the queue, resets do not arrive. Set your mail server.',
    );
  return checkMailServer(smtpUrl).then(
    () => well('mail', 'The mail server answers and lets us in.'),
    (error) =>
      wrong(
        'mail',
        `The mail server does not let us in: ${sentenceOf(error)} Check SMTP_URL: smtp:// or smtps://, host, port, user and password.`,
      ),
  );
}

const LITTLE = 1024 ** 3;

async function examineMedia(config: Config): Promise<Finding[]> {
  const { mediaStore, s3 } = config;
  if (mediaStore === 'disk' || !s3) return examineDisk(config);
  try {
    // A look at the names alone: it needs the address, the bucket and the key to be right.
    for await (const _ of s3Files(s3).list()) break;
    return [well('media', 'The object store answers and lets us in.')];
  } catch (error) {
    return [
      wrong('media', `${sentenceOf(error)} Check S3_ENDPOINT, S3_REGION, S3_BUCKET and the key.`),
    ];
  }
}

async function examineDisk({ mediaDir }: Config): Promise<Finding[]> {
  if (!existsSync(mediaDir))
    return [look('disk', `${mediaDir} is not there yet. The service makes it when it starts.`)];
  try {
    await access(mediaDir, constants.W_OK);
    const { bavail, bsize } = await statfs(mediaDir);
    const free = `${((bavail * bsize) / LITTLE).toFixed(1)} GB free in ${mediaDir}.`;
    return [bavail * bsize > LITTLE ? well('disk', free) : look('disk', `Only ${free}`)];
  } catch (error) {
    return [wrong('disk', `MEDIA_DIR cannot be written to: ${reasonOf(error)}`)];
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

function sentenceOf(error: unknown): string {
  return reasonOf(error).trim().replace(/\.?$/, '.');
}

function well(about: string, says: string): Finding {
  return { level: 'well', about, says };
}

function look(about: string, says: string): Finding {
  return { level: 'look', about, says };
}

function wrong(about: string, says: string): Finding {
  return { level: 'wrong', about, says };
}
