import { constants, createWriteStream } from 'node:fs';
import { access, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stderr, stdin, stdout } from 'node:process';
import { pipeline } from 'node:stream/promises';
import { fromHost, recordEvent } from '../auth/audit-store.ts';
import type { Db } from '../db/client.ts';
import { isFileMissing, type MediaFiles } from '../media/media-files.ts';
import { writeWhole } from '../modules/backup/archive.ts';
import { decryptFile, isEncrypted } from '../modules/backup/encrypt.ts';
import { restoreBackup } from '../modules/backup/restore-backup.ts';
import { takeBackup } from '../modules/backup/take-backup.ts';
import { makeTemporaryFolder } from '../modules/backup/temporary-folder.ts';
import { verify } from '../modules/backup/verify.ts';
import { CliError } from './owner.ts';
import { showProgress } from './progress.ts';

export interface Context {
  readonly db: Db;
  readonly files: MediaFiles;
}

/** `vitrine backup`. Returns the exit code, as do the other commands. */
export async function backUp({ db, files }: Context, file: string): Promise<number> {
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

interface RestoreArguments {
  readonly replace: boolean;
  /** The file with the key of an encrypted backup. */
  readonly key?: string | undefined;
}

export async function restore(
  context: Context,
  path: string,
  { replace, key }: RestoreArguments,
): Promise<number> {
  if (path === '-')
    return withFolder(async (folder) => {
      // A restore reads the file twice.
      const input = join(folder, 'backup.tar');
      await pipeline(stdin, createWriteStream(input));
      return restore(context, input, { replace, key });
    });
  const { db, files } = context;
  await requireReadable(path);
  if (await isEncrypted(path)) {
    if (key === undefined)
      throw new CliError('This backup is encrypted. Add --key and the file with its key.');
    await requireReadable(key);
    return withFolder(async (folder) => {
      const decrypted = join(folder, 'decrypted.tar');
      await decryptFile(path, decrypted, await readFile(key, 'utf8'));
      return restore(context, decrypted, { replace });
    });
  }
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
  return verifyMedia(context, 'Verify');
}

async function requireReadable(path: string): Promise<void> {
  await access(path, constants.R_OK).catch((error) => {
    throw isFileMissing(error) ? new CliError(`${path} does not exist.`) : error;
  });
}

async function withFolder(work: (folder: string) => Promise<number>): Promise<number> {
  const folder = await makeTemporaryFolder('input');
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function verifyMedia({ db, files }: Context, label: string): Promise<number> {
  const { checked, missing, extra, damaged } = await verify(db, files, showProgress(label));
  for (const name of missing) stdout.write(`missing: ${name}\n`);
  for (const name of damaged) stdout.write(`damaged: ${name}\n`);
  for (const name of extra) stdout.write(`extra: ${name}\n`);
  stdout.write(
    `${checked} files: ${missing.length} missing, ${extra.length} extra, ${damaged.length} damaged.\n`,
  );
  return missing.length + damaged.length > 0 ? 1 : 0;
}
