#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { stderr, stdout } from 'node:process';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { backUp, type Context, restore, verifyMedia } from './cli/backup.ts';
import { diagnose } from './cli/doctor.ts';
import { explainError } from './cli/explain-error.ts';
import { type ExportArguments, exportSiteTo } from './cli/export-site.ts';
import { CliError, changeOwner } from './cli/owner.ts';
import { showProgress } from './cli/progress.ts';
import { makeResume } from './cli/resume.ts';
import { tick } from './cli/tick.ts';
import { readTrash } from './cli/trash.ts';
import { type Config, readConfig, readConfigAndAddresses } from './config.ts';
import { connect, type Db } from './db/client.ts';
import { moveMedia, openMedia } from './media/open-media.ts';
import { findAddresses } from './modules/address/address-store.ts';
import { removeAbandonedFolders } from './modules/backup/temporary-folder.ts';
import { createSiteRenderer } from './modules/site/site-renderer.ts';

const USAGE = `Usage: vitrine COMMAND

  backup FILE             Write a backup. The service can keep running.
  restore FILE            Restore a backup into an empty installation.
  restore FILE --replace  Restore a backup and delete the current content. Option for one from a bucket:
                          --key FILE (the file with its key).
  verify                  Check that all media files exist and are intact.
  export-site FOLDER      Write the public site as static files. Options: --url https://example.com
                          (if the site has another address), --contact form, mail or none, --replace.
  resume                  Write the resume to standard output, like vitrine resume > resume.pdf. Option:
                          --format pdf, docx, json or txt.
  move-media              Move media to the store in MEDIA_STORE.
  trash list              List what was deleted forever in the last 7 days.
  trash restore [ID]      Move one of these items, or all of them, back to the trash.
  owner create            Create the owner without a setup code.
  owner password          Set a new password, remove API tokens and sign out all sessions.
  owner recover           Set a new password, turn off the second factor, remove passkeys and API tokens and
                          sign out all sessions, for an owner who has lost the phone and the recovery codes.
  tick                    Publish, send, copy, back up and clean up what is due, while the service sleeps.
  doctor                  Check settings, database, clock, schema, owner, passkeys, trash, backups, mail, media
                          storage and both addresses.

Use - as FILE for standard output or standard input.
Settings are read from the environment and from .env in the current folder.
`;

try {
  const settings = ['.env', '.dev/env'].find((file) => existsSync(file));
  if (settings) process.loadEnvFile(settings);
  process.exitCode = await run();
} catch (error) {
  const explanation = explainError(error);
  if (explanation === undefined) throw error;
  stderr.write(`${explanation}\n`);
  process.exitCode = 1;
}

/** Returns the exit code. */
async function run(): Promise<number> {
  const { values, positionals } = readArguments();
  const [command = 'help', argument, ...more] = positionals;
  if (values.help || command === 'help') {
    stdout.write(USAGE);
    return 0;
  }
  const takesArgument = ['backup', 'restore', 'trash', 'owner', 'export-site'].includes(command);
  const isTrashRestore = command === 'trash' && argument === 'restore';
  const hasExtraArguments =
    more.length > (isTrashRestore ? 1 : 0) || (argument !== undefined && !takesArgument);
  const isExport = command === 'export-site';
  const hasExtraOptions =
    (values.replace && command !== 'restore' && !isExport) ||
    (values.key !== undefined && command !== 'restore') ||
    ((values.url ?? values.contact) !== undefined && !isExport) ||
    (values.format !== undefined && command !== 'resume');
  if (hasExtraArguments || hasExtraOptions) throw new CliError(USAGE);
  switch (command) {
    case 'backup':
      return withStores((context) => backUp(context, requireFile(argument)));
    case 'restore':
      return withStores((context) => restore(context, requireFile(argument), values));
    case 'verify':
      return withStores((context) => verifyMedia(context, 'Reading'));
    case 'trash':
      return print((db) => readTrash(db, argument, more[0]));
    case 'owner':
      return print((db) => changeOwner(db, argument));
    case 'export-site':
      return withStores((context) => exportTo(context, argument, values));
    case 'resume':
      return withStores((context) => writeResume(context, values.format));
    case 'move-media':
      return move();
    case 'tick':
      return withStores(async (context) => tick(await readAll(context.db), context));
    case 'doctor':
      return doctor();
    default:
      throw new CliError(USAGE);
  }
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        replace: { type: 'boolean', default: false },
        key: { type: 'string' },
        url: { type: 'string' },
        contact: { type: 'string' },
        format: { type: 'string' },
        help: { type: 'boolean', default: false, short: 'h' },
      },
    });
  } catch {
    throw new CliError(USAGE);
  }
}

function requireFile(file: string | undefined): string {
  if (file === undefined) throw new CliError('Specify a file.');
  return file;
}

async function withStores(work: (context: Context) => Promise<number>): Promise<number> {
  const files = await openMedia(readConfig());
  await removeAbandonedFolders();
  return withDatabase((db) => work({ db, files }));
}

async function withDatabase(work: (db: Db) => Promise<number>): Promise<number> {
  const { databaseUrl: url, databasePool: poolSize } = readConfig();
  const db = connect({ url, poolSize, onConnectionError: () => {} });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

function readAll(db: Db): Promise<Config> {
  return readConfigAndAddresses(() => findAddresses(db));
}

async function print(work: (db: Db) => Promise<string>): Promise<number> {
  return withDatabase(async (db) => {
    stdout.write(`${await work(db)}\n`);
    return 0;
  });
}

async function exportTo(
  { db, files }: Context,
  folder: string | undefined,
  options: ExportArguments,
): Promise<number> {
  if (folder === undefined) throw new CliError('Specify a folder.');
  const place = { db, files, renderer: createSiteRenderer(), config: await readAll(db) };
  // Everybody may read a site. The web server that serves these files is often another user.
  process.umask(0o022);
  const { count, url, missing } = await exportSiteTo(
    place,
    folder,
    options,
    showProgress('Export'),
  );
  stdout.write(`${folder}: ${count} files for ${url}.\n`);
  for (const name of missing) stdout.write(`missing: ${name}\n`);
  return missing.length > 0 ? 1 : 0;
}

async function writeResume({ db, files }: Context, format = 'pdf'): Promise<number> {
  const place = { db, files, renderer: createSiteRenderer(), config: await readAll(db) };
  await pipeline([await makeResume(place, format, stdout.isTTY)], stdout);
  return 0;
}

async function move(): Promise<number> {
  const { moved, damaged } = await moveMedia(readConfig(), showProgress('Move'));
  for (const name of damaged) stdout.write(`damaged, not moved: ${name}\n`);
  stdout.write(`Moved ${moved} files.\n`);
  return damaged.length > 0 ? 1 : 0;
}

async function doctor(): Promise<number> {
  const findings = await diagnose();
  const marks = { ok: '✓', warning: '!', error: '✗' };
  for (const { level, topic, message } of findings)
    stdout.write(`${marks[level]} ${topic.padEnd(8)} ${message}\n`);
  return findings.some(({ level }) => level === 'error') ? 1 : 0;
}
