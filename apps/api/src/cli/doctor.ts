import { constants, existsSync } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Config, ConfigError, readConfig, readConfigAndAddresses } from '../config.ts';
import { countItems } from '../content/collections.ts';
import { listPurged, type PurgedItem } from '../content/purged-store.ts';
import { connect, type Db } from '../db/client.ts';
import { explainDatabaseError } from '../db/explain-error.ts';
import { appliedMigrations, knownMigrations } from '../db/migrate.ts';
import { checkMailServer } from '../mail/mailer.ts';
import { s3Files } from '../media/s3-files.ts';
import { findAddresses } from '../modules/address/address-store.ts';
import { readBackupStatus } from '../modules/backup/backup-status.ts';
import { listOtherHosts } from '../modules/user/passkey-store.ts';
import { findLogin } from '../modules/user/user-store.ts';
import { isLocalUrl } from '../settings.ts';
import { checkHosts } from './check-hosts.ts';
import { type Finding, failed, ok, reasonOf, sentenceOf, warning } from './finding.ts';

/** Checks everything that the service needs. */
export async function diagnose(): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n').map((message) => failed('settings', message));
  }
  const db = connect({ url: config.databaseUrl, onConnectionError: () => {} });
  try {
    // An unavailable database has a finding of its own.
    config = await readConfigAndAddresses(() => findAddresses(db).catch(() => ({})));
    return [
      ...checkSettings(config),
      ...(await checkDatabase(db)),
      ...(await checkPasskeys(db, config)),
      ...(await checkTrash(db)),
      ...(await checkBackups(db, config)),
      await checkMail(config),
      ...(await checkMedia(config)),
      ...(await checkHosts(config)),
    ];
  } finally {
    await db.destroy();
  }
}

function checkSettings({ publicUrl, trustProxy }: Config): Finding[] {
  if (isLocalUrl(publicUrl))
    return [
      warning(
        'settings',
        `The dashboard is at ${publicUrl}, which works only on this machine or on your own network.`,
      ),
    ];
  return [
    publicUrl.startsWith('https:')
      ? ok('settings', `The dashboard is at ${publicUrl}.`)
      : failed(
          'settings',
          `The dashboard is at ${publicUrl}. Put a reverse proxy with TLS in front of Vitrine, and set PUBLIC_URL to its https URL.`,
        ),
    trustProxy.length > 0
      ? ok('settings', `TRUST_PROXY is ${trustProxy.join(', ')}.`)
      : warning(
          'settings',
          'TRUST_PROXY is not set. Behind a proxy, all visitors would share one rate limit. Set it to the proxy’s address.',
        ),
  ];
}

async function checkDatabase(db: Db): Promise<Finding[]> {
  try {
    const { rows } = await sql<{ version: number; now: Date }>`
      select current_setting('server_version_num')::integer / 10000 as version, clock_timestamp() as now`.execute(
      db,
    );
    const { version = 0, now = new Date() } = rows[0] ?? {};
    const skew = Math.abs(Date.now() - now.getTime()) / 1000;
    return [
      version >= 15 && version <= 18
        ? ok('database', `Connected to PostgreSQL ${version}.`)
        : warning(
            'database',
            `Connected to PostgreSQL ${version}. Vitrine supports versions 15 to 18.`,
          ),
      skew < 5
        ? ok('clock', 'In sync with the database.')
        : warning(
            'clock',
            `${Math.round(skew)} s off the database’s clock. Turn on time synchronization.`,
          ),
      await checkSchema(db),
      (await findLogin(db).catch(() => undefined))
        ? ok('owner', 'The owner exists.')
        : warning(
            'owner',
            'There is no owner yet. Open the dashboard and create your account, or run vitrine owner create.',
          ),
    ];
  } catch (error) {
    return [failed('database', explainDatabaseError(error) ?? reasonOf(error))];
  }
}

async function checkSchema(db: Db): Promise<Finding> {
  const known = await knownMigrations();
  const applied = await appliedMigrations(db).catch((): string[] => []);
  const ahead = applied.filter((name) => !known.includes(name));
  const behind = known.filter((name) => !applied.includes(name));
  if (ahead.length > 0)
    return warning(
      'schema',
      `Newer than this version of Vitrine (${ahead.join(', ')}). Upgrade Vitrine.`,
    );
  return behind.length > 0
    ? warning('schema', `Pending migrations, applied at the next start: ${behind.join(', ')}.`)
    : ok('schema', 'Up to date.');
}

/** Passkeys do not move to another host name. */
async function checkPasskeys(db: Db, { publicUrl }: Config): Promise<Finding[]> {
  const { hostname } = new URL(publicUrl);
  const others = await listOtherHosts(db, hostname).catch((): string[] => []);
  return others.map((host) =>
    warning(
      'passkeys',
      `Some work only on ${host}, not on ${hostname}. Sign in with the password and add new ones.`,
    ),
  );
}

/** The owner may not know about it, if someone else did it. */
async function checkTrash(db: Db): Promise<Finding[]> {
  const items = await listPurged(db).catch((): PurgedItem[] => []);
  if (items.length === 0) return [];
  return [
    ok(
      'trash',
      `Deleted forever, but can be restored: ${countItems(items)}. Run vitrine trash list.`,
    ),
  ];
}

async function checkBackups(db: Db, config: Config): Promise<Finding[]> {
  const { backupDir } = config;
  if (backupDir === undefined)
    return [
      warning('backup', 'BACKUP_DIR is not set. Set it to a folder to get a backup every night.'),
    ];
  const { last, problems } = await readBackupStatus(db, config).catch(() => NO_STATUS);
  if (problems.length > 0) return problems.map((problem) => failed('backup', problem));
  return [
    last
      ? ok('backup', `The last automatic backup is ${join(backupDir, last.name)}.`)
      : ok('backup', `No automatic backup in ${backupDir} yet. The service takes the first.`),
  ];
}

/** An unavailable database has a finding of its own. */
const NO_STATUS = { last: null, problems: [] };

async function checkMail({ smtpUrl }: Config): Promise<Finding> {
  if (smtpUrl === undefined)
    return warning(
      'mail',
      'SMTP_URL is not set. Emails, such as reset links, stay in the queue. Set it to your mail server.',
    );
  return checkMailServer(smtpUrl).then(
    () => ok('mail', 'Signed in to the mail server.'),
    (error) =>
      failed(
        'mail',
        `Cannot sign in to the mail server: ${sentenceOf(error)} Check SMTP_URL: smtp:// or smtps://, host, port, user and password.`,
      ),
  );
}

const GIGABYTE = 1024 ** 3;

async function checkMedia(config: Config): Promise<Finding[]> {
  const { mediaStore, s3 } = config;
  if (mediaStore === 'disk' || !s3) return checkDisk(config);
  try {
    // Listing works only if the URL, the bucket and the key are right.
    for await (const _ of s3Files(s3).list()) break;
    return [ok('media', 'Connected to the object store.')];
  } catch (error) {
    return [
      failed('media', `${sentenceOf(error)} Check S3_ENDPOINT, S3_REGION, S3_BUCKET and the key.`),
    ];
  }
}

async function checkDisk({ mediaDir }: Config): Promise<Finding[]> {
  if (!existsSync(mediaDir))
    return [warning('disk', `${mediaDir} does not exist yet. The service creates it at startup.`)];
  try {
    await access(mediaDir, constants.W_OK);
    const { bavail, bsize } = await statfs(mediaDir);
    const free = `${((bavail * bsize) / GIGABYTE).toFixed(1)} GB free in ${mediaDir}.`;
    return [bavail * bsize > GIGABYTE ? ok('disk', free) : warning('disk', `Only ${free}`)];
  } catch (error) {
    return [failed('disk', `MEDIA_DIR is not writable: ${reasonOf(error)}`)];
  }
}
