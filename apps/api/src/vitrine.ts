#!/usr/bin/env node
import { constants, createWriteStream, existsSync } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { stderr, stdin, stdout } from 'node:process';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { examine } from './cli/doctor.ts';
import { changeOwner, Unusable } from './cli/owner.ts';
import { showProgress } from './cli/progress.ts';
import { ConfigError, readConfig } from './config.ts';
import { connect, type Db } from './db/client.ts';
import { explainDatabaseError } from './db/explain-error.ts';
import { isFileMissing, type MediaFiles, MediaUnavailableError } from './media/media-files.ts';
import { moveMedia, openMedia } from './media/open-media.ts';
import { BackupError } from './modules/backup/archive.ts';
import { restoreBackup } from './modules/backup/restore-backup.ts';
import { takeBackup } from './modules/backup/take-backup.ts';
import { makeTemporaryFolder, removeAbandonedFolders } from './modules/backup/temporary-folder.ts';
import { type VerifyResult, verify } from './modules/backup/verify.ts';

const USAGE = `Usage: vitrine COMMAND

  backup FILE             everything in one archive, while the service runs
  restore FILE            everything from an archive, into an empty Vitrine
  restore FILE --replace  the same, giving up what is here now
  verify                  whether every file is there, and is what it was
  move-media              to the store that MEDIA_STORE says, from the other one
  owner create            makes the owner, without a set-up code
  owner password          sets a new password, and ends every session
  doctor                  how settings, database, mail, disk and clock are

FILE may be -, for standard output and standard input.
Settings come from the environment and from the file .env in this folder.
`;

interface Place {
  readonly db: Db;
  readonly files: MediaFiles;
}

try {
  const settings = ['.env', '.dev/env'].find((file) => existsSync(file));
  if (settings) process.loadEnvFile(settings);
  process.exitCode = await run();
} catch (error) {
  const fault = explainDatabaseError(error);
  if (fault !== undefined) stderr.write(`${fault} More: vitrine doctor\n`);
  else if (
    error instanceof Unusable ||
    error instanceof BackupError ||
    error instanceof ConfigError ||
    error instanceof MediaUnavailableError
  )
    stderr.write(`${error.message}\n`);
  // A file that cannot be written or read: the system says which, and why.
  else if (error instanceof Error && 'syscall' in error)
    stderr.write(`${explainFileError(error)}\n`);
  else throw error;
  process.exitCode = 1;
}

/** Returns the exit code: 0 when all is well. */
async function run(): Promise<number> {
  const { values, positionals } = readArguments();
  const [command = 'help', argument, ...more] = positionals;
  if (values.help || command === 'help') {
    stdout.write(USAGE);
    return 0;
  }
  const takesArgument = ['backup', 'restore', 'owner'].includes(command);
  const isTooMuch = more.length > 0 || (argument !== undefined && !takesArgument);
  if (isTooMuch || (values.replace && command !== 'restore')) throw new Unusable(USAGE);
  switch (command) {
    case 'backup':
      return at((place) => backup(place, nameOf(argument)));
    case 'restore':
      return at((place) => restore(place, nameOf(argument), values.replace));
    case 'verify':
      return at(async ({ db, files }) => report(await verify(db, files, showProgress('Reading'))));
    case 'owner':
      return withDatabase(async (db) => {
        stdout.write(`${await changeOwner(db, argument)}\n`);
        return 0;
      });
    case 'move-media':
      return move();
    case 'doctor':
      return doctor();
    default:
      throw new Unusable(USAGE);
  }
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        replace: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false, short: 'h' },
      },
    });
  } catch {
    throw new Unusable(USAGE);
  }
}

function nameOf(file: string | undefined): string {
  if (file === undefined) throw new Unusable('Say which file.');
  return file;
}

async function at(work: (place: Place) => Promise<number>): Promise<number> {
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

/** Under its name only when it is whole. */
async function backup({ db, files }: Place, file: string): Promise<number> {
  const isHandedOver = file === '-';
  const draft = `${file}.part`;
  const taken = await takeBackup(db, files);
  try {
    const progress = showProgress('Backup');
    let written = 0;
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        written += chunk.length;
        progress(written, taken.size);
        done(null, chunk);
      },
    });
    const target = isHandedOver ? stdout : createWriteStream(draft, { mode: 0o600, flush: true });
    await pipeline(taken.open(), count, target);
    if (!isHandedOver) await rename(draft, file);
  } finally {
    await taken.discard();
    if (!isHandedOver) await rm(draft, { force: true });
  }
  const teller = isHandedOver ? stderr : stdout;
  const size =
    taken.size < 1e6 ? `${Math.ceil(taken.size / 1e3)} KB` : `${(taken.size / 1e6).toFixed(1)} MB`;
  teller.write(`${file}: ${size}.\n`);
  for (const name of taken.missing) teller.write(`missing: ${name}\n`);
  if (taken.missing.length > 0) teller.write('These files were not there to be backed up.\n');
  return taken.missing.length > 0 ? 1 : 0;
}

async function restore(place: Place, path: string, replace: boolean): Promise<number> {
  if (path === '-') return withInput((file) => restore(place, file, replace));
  const { db, files } = place;
  await access(path, constants.R_OK).catch((error) => {
    throw isFileMissing(error) ? new Unusable(`There is no file ${path}.`) : error;
  });
  const onProgress = showProgress('Restore');
  const { manifest, damaged } = await restoreBackup({
    db,
    files,
    path,
    replace,
    onProgress,
  });
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  stdout.write(`Restored ${rows} rows and ${manifest.files - damaged.size} files.\n`);
  for (const name of damaged) stdout.write(`damaged in the archive: ${name}\n`);
  return report(await verify(db, files, showProgress('Verify')));
}

/** Standard input as a file: a restore reads it twice. */
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

async function move(): Promise<number> {
  const { moved, damaged } = await moveMedia(readConfig(), showProgress('Move'));
  for (const name of damaged) stdout.write(`damaged, and left where it is: ${name}\n`);
  stdout.write(`${moved} files moved.\n`);
  return damaged.length > 0 ? 1 : 0;
}

async function doctor(): Promise<number> {
  const findings = await examine();
  const marks = { well: '✓', look: '!', wrong: '✗' };
  for (const { level, about, says } of findings)
    stdout.write(`${marks[level]} ${about.padEnd(8)} ${says}\n`);
  return findings.some(({ level }) => level === 'wrong') ? 1 : 0;
}

function explainFileError(error: Error): string {
  const { code, path }: NodeJS.ErrnoException = error;
  if (code !== 'EACCES' || path === undefined) return error.message;
  return `${path} may not be read or written by ${userInfo().username}, who runs this. Give that user the right, or take another place.`;
}
