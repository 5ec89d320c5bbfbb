#!/usr/bin/env node
import { constants, createWriteStream, existsSync } from 'node:fs';
import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stderr, stdin, stdout } from 'node:process';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { fromHost, recordEvent } from './auth/audit-store.ts';
import { diagnose } from './cli/doctor.ts';
import { explainError } from './cli/explain-error.ts';
import { type ExportArguments, exportSiteTo } from './cli/export-site.ts';
import { CliError, changeOwner } from './cli/owner.ts';
import { showProgress } from './cli/progress.ts';
import { makeResume } from './cli/resume.ts';
import { readTrash } from './cli/trash.ts';
import { readConfig } from './config.ts';
import { connect, type Db } from './db/client.ts';
import { isFileMissing, type MediaFiles } from './media/media-files.ts';
import { moveMedia, openMedia } from './media/open-media.ts';
import { restoreBackup } from './modules/backup/restore-backup.ts';
import { takeBackup, writeWhole } from './modules/backup/take-backup.ts';
import { makeTemporaryFolder, removeAbandonedFolders } from './modules/backup/temporary-folder.ts';
import { type VerifyResult, verify } from './modules/backup/verify.ts';
import { createSiteRenderer } from './modules/site/site-renderer.ts';

const USAGE = `Usage: vitrine COMMAND

  backup FILE             Write a backup. The service can keep running.
  restore FILE            Restore a backup into an empty installation.
  restore FILE --replace  Restore a backup and delete the current content.
  verify                  Check that all media files exist and are intact.
  export-site FOLDER      Write the public site as static files. Options: --url https://example.com
                          (its address, if that is not SITE_URL), --contact form or mail, --replace.
  resume                  Write the resume to standard output, like vitrine resume > resume.pdf. Option:
                          --format pdf, docx, json or txt.
  move-media              Move media to the store in MEDIA_STORE.
  trash list              List what was deleted forever in the last 7 days.
  trash restore [ID]      Move one of these items, or all of them, back to the trash.
  owner create            Create the owner without a setup code.
  owner password          Set a new password, remove API tokens and sign out all sessions.
  owner recover           Set a new password, turn off the second factor, remove passkeys and API tokens and
                          sign out all sessions, for an owner who has lost the phone and the recovery codes.
  doctor                  Check settings, database, clock, schema, owner, passkeys, trash, backups, mail, media
                          storage and both addresses.

Use - as FILE for standard output or standard input.
Settings are read from the environment and from .env in the current folder.
`;

interface Context {
  readonly db: Db;
  readonly files: MediaFiles;
}

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
    ((values.url ?? values.contact) !== undefined && !isExport) ||
    (values.format !== undefined && command !== 'resume');
  if (hasExtraArguments || hasExtraOptions) throw new CliError(USAGE);
  switch (command) {
    case 'backup':
      return withStores((context) => backup(context, requireFile(argument)));
    case 'restore':
      return withStores((context) => restore(context, requireFile(argument), values.replace));
    case 'verify':
      return withStores(async ({ db, files }) =>
        report(await verify(db, files, showProgress('Reading'))),
      );
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
  const db = connect({ url: readConfig().databaseUrl, onConnectionError: () => {} });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

async function print(work: (db: Db) => Promise<string>): Promise<number> {
  return withDatabase(async (db) => {
    stdout.write(`${await work(db)}\n`);
    return 0;
  });
}

async function backup({ db, files }: Context, file: string): Promise<number> {
  const isPiped = file === '-';
  const taken = await takeBackup(db, files);
  try {
    const content = withProgress(taken.open(), taken.size);
    await (isPiped ? pipeline(content, stdout) : writeWhole(file, content));
  } finally {
    await taken.discard();
  }
  const output = isPiped ? stderr : stdout;
  const size =
    taken.size < 1e6 ? `${Math.ceil(taken.size / 1e3)} KB` : `${(taken.size / 1e6).toFixed(1)} MB`;
  output.write(`${file}: ${size}.\n`);
  for (const name of taken.missing) output.write(`missing: ${name}\n`);
  if (taken.missing.length > 0)
    output.write('These files are missing from the media store and from the backup.\n');
  return taken.missing.length > 0 ? 1 : 0;
}

async function* withProgress(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  const progress = showProgress('Backup');
  let written = 0;
  for await (const chunk of chunks) {
    written += chunk.length;
    progress(written, size);
    yield chunk;
  }
}

async function restore(context: Context, path: string, replace: boolean): Promise<number> {
  if (path === '-') return withInput((file) => restore(context, file, replace));
  const { db, files } = context;
  await access(path, constants.R_OK).catch((error) => {
    throw isFileMissing(error) ? new CliError(`${path} does not exist.`) : error;
  });
  const onProgress = showProgress('Restore');
  const { manifest, damaged } = await restoreBackup({
    db,
    files,
    path,
    replace,
    finish: (trx) => recordEvent(trx, 'backup-restored', fromHost('vitrine restore')),
    onProgress,
  });
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  stdout.write(`Restored ${rows} rows and ${manifest.files - damaged.size} files.\n`);
  for (const name of damaged) stdout.write(`damaged in the archive: ${name}\n`);
  return report(await verify(db, files, showProgress('Verify')));
}

/** Copies standard input to a file, because a restore reads it twice. */
async function withInput(work: (path: string) => Promise<number>): Promise<number> {
  const folder = await makeTemporaryFolder('input');
  try {
    const path = join(folder, 'backup.tar');
    await pipeline(stdin, createWriteStream(path));
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function report({ checked, missing, extra, damaged }: VerifyResult): number {
  for (const name of missing) stdout.write(`missing: ${name}\n`);
  for (const name of damaged) stdout.write(`damaged: ${name}\n`);
  for (const name of extra) stdout.write(`extra: ${name}\n`);
  stdout.write(
    `${checked} files: ${missing.length} missing, ${extra.length} extra, ${damaged.length} damaged.\n`,
  );
  return missing.length + damaged.length > 0 ? 1 : 0;
}

async function exportTo(
  { db, files }: Context,
  folder: string | undefined,
  options: ExportArguments,
): Promise<number> {
  if (folder === undefined) throw new CliError('Specify a folder.');
  const place = { db, files, renderer: createSiteRenderer(), config: readConfig() };
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
  const place = { db, files, renderer: createSiteRenderer(), config: readConfig() };
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
