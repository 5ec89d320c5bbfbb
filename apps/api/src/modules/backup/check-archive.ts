import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { encodeMedia } from '../../media/encode-media.ts';
import { isIntact } from '../../media/media-files.ts';
import { BackupError, CHECKSUMS, MANIFEST, Manifest, readArchive } from './archive.ts';
import { readLines } from './read-rows.ts';
import { TABLES, type TableName } from './tables.ts';

export interface CheckedArchive {
  readonly manifest: Manifest;
  /** Files that do not match their checksum and are left out. */
  readonly damaged: ReadonlySet<string>;
}

/** A media file in the archive. */
export const MEDIA = /^media\/([0-9a-f]{64}\.[a-z]{3,4})$/;
const TABLE = /^data\/([a-z_]+)\.jsonl\.gz$/;
/** Entries that are read into memory have a size limit. */
const MANIFEST_LIMIT = 64 * 1024;
const FILE_LIMIT = 64 * 1024 * 1024;

/** Extracts the tables to the folder and verifies every checksum. */
export async function checkArchive(
  path: string,
  folder: string,
  onProgress: (done: number) => void,
): Promise<CheckedArchive> {
  let manifest: Manifest | undefined;
  let sums = new Map<string, string>();
  const damaged = new Set<string>();
  const tables: TableName[] = [];
  let media = 0;
  let done = 0;
  for await (const { name, size, body } of readArchive(path)) {
    const table = TABLE.exec(name)?.[1];
    const file = MEDIA.exec(name)?.[1];
    if ((name === MANIFEST && size > MANIFEST_LIMIT) || (file && size > FILE_LIMIT))
      throw new BackupError(`This backup contains ${name}, which is too large.`);
    if (name === MANIFEST) manifest = readManifest(await text(body));
    else if (!manifest) throw new BackupError('This is not a Vitrine backup.');
    else if (name === CHECKSUMS) sums = await readChecksums(body);
    else if (isTable(table)) {
      if ((await writeHashed(body, tablePath(folder, table))) !== sums.get(name))
        throw new BackupError(`This backup is damaged: ${name} does not match its checksum.`);
      tables.push(table);
    } else if (file) {
      if (!(await isAcceptable(file, await buffer(body)))) damaged.add(file);
      media += 1;
    } else throw new BackupError(`This backup contains an unexpected file: ${name}.`);
    done += size;
    onProgress(done);
  }
  if (!manifest) throw new BackupError('This is not a Vitrine backup.');
  const expected = Object.keys(manifest.rows).toSorted();
  if (tables.toSorted().join() !== expected.join() || media !== manifest.files)
    throw new BackupError('This backup is incomplete.');
  return { manifest, damaged };
}

function readManifest(json: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(json));
  } catch (error) {
    throw new BackupError('This is not a Vitrine backup.', { cause: error });
  }
}

/** Reads the checksums of the tables. The name of a media file is its checksum. */
async function readChecksums(body: Readable): Promise<Map<string, string>> {
  const sums = new Map<string, string>();
  for await (const lines of readLines(body))
    for (const line of lines)
      if (isTable(TABLE.exec(line.slice(66))?.[1])) sums.set(line.slice(66), line.slice(0, 64));
  return sums;
}

function isTable(name: string | undefined): name is TableName {
  return TABLES.some((table) => table === name);
}

export function tablePath(folder: string, table: TableName): string {
  return join(folder, `${table}.jsonl.gz`);
}

async function writeHashed(body: Readable, path: string): Promise<string> {
  const hash = createHash('sha256');
  body.on('data', (chunk) => hash.update(chunk));
  await pipeline(body, createWriteStream(path));
  return hash.digest('hex');
}

/** Whether the bytes match the name and, for an SVG, are already sanitized. */
async function isAcceptable(name: string, bytes: Buffer): Promise<boolean> {
  if (!isIntact(name, bytes)) return false;
  if (!name.endsWith('.svg')) return true;
  try {
    return (await encodeMedia('svg', bytes)).bytes.equals(bytes);
  } catch {
    return false;
  }
}
