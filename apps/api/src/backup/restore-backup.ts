import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';
import { lock } from '../db/locks.ts';
import { applyMigrations, knownMigrations } from '../db/migrate.ts';
import type { MediaFiles } from '../media/media-files.ts';
import { cleanSvg } from '../media/svg.ts';
import { CHECKSUMS, MANIFEST, Manifest, readArchive, UnusableBackup } from './archive.ts';
import { continueSequences, EMPTIED, TABLES, type TableName, writeRows } from './tables.ts';

export interface RestoreOptions {
  readonly db: Db;
  readonly files: MediaFiles;
  /** The archive, on a disk. */
  readonly path: string;
  /** What is here now may go. */
  readonly replace: boolean;
  readonly onProgress?: (done: number, of: number) => void;
}

export interface Restored {
  readonly manifest: Manifest;
  /** Files of the archive that are not what their name says, and were left out. */
  readonly damaged: readonly string[];
}

/**
 * Reads the whole archive before it touches anything; then the rows, all or none; then the files.
 * Until the last file is there, what is shown may lack pictures; broken off, it can be done again.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { db, files, path, replace, onProgress = () => {} } = options;
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-restore-'));
  try {
    const { size } = await stat(path);
    const archive = await check(path, folder, (done) => onProgress(done, 2 * size));
    await restoreRows(db, folder, archive.manifest, replace);
    let done = size;
    for await (const { name, body } of readArchive(path)) {
      const bytes = await buffer(body);
      const file = MEDIA.exec(name)?.[1];
      if (file && !archive.damaged.includes(file)) await files.write(file, bytes);
      done += bytes.length;
      onProgress(done, 2 * size);
    }
    onProgress(2 * size, 2 * size);
    return archive;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const MEDIA = /^media\/([0-9a-f]{64}\.[a-z]{3,4})$/;
const TABLE = /^data\/([a-z_]+)\.jsonl\.gz$/;

/** Lays the tables out in the folder, and compares every checksum. */
async function check(
  path: string,
  folder: string,
  onProgress: (done: number) => void,
): Promise<Restored> {
  let manifest: Manifest | undefined;
  let sums = new Map<string, string>();
  const damaged: string[] = [];
  const tables = new Set<string>();
  let media = 0;
  let done = 0;
  for await (const { name, size, body } of readArchive(path)) {
    const table = TABLE.exec(name)?.[1];
    const file = MEDIA.exec(name)?.[1];
    if (name === MANIFEST) manifest = readManifest(await text(body));
    else if (!manifest) throw new UnusableBackup('This is not a backup of Vitrine.');
    else if (name === CHECKSUMS) sums = readChecksums(await text(body));
    else if (isTable(table)) {
      if ((await writeHashed(body, tablePath(folder, table))) !== sums.get(name))
        throw new UnusableBackup(`This backup is damaged: ${name} is not what it was.`);
      tables.add(table);
    } else if (file) {
      if (!isIntact(file, await buffer(body))) damaged.push(file);
      media += 1;
    } else throw new UnusableBackup(`This backup holds ${name}, which does not belong there.`);
    done += size;
    onProgress(done);
  }
  if (!manifest) throw new UnusableBackup('This is not a backup of Vitrine.');
  if (tables.size !== TABLES.length || media !== manifest.files)
    throw new UnusableBackup('This backup is not whole.');
  return { manifest, damaged };
}

function readManifest(json: string): Manifest {
  const manifest = Manifest.safeParse(JSON.parse(json));
  if (!manifest.success) throw new UnusableBackup('This is not a backup of this Vitrine.');
  return manifest.data;
}

function readChecksums(lines: string): Map<string, string> {
  return new Map(
    lines
      .trim()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
}

function isTable(name: string | undefined): name is TableName {
  return TABLES.some((table) => table === name);
}

function tablePath(folder: string, table: TableName): string {
  return join(folder, `${table}.jsonl.gz`);
}

async function writeHashed(body: Readable, path: string): Promise<string> {
  const hash = createHash('sha256');
  body.on('data', (chunk) => hash.update(chunk));
  await pipeline(body, createWriteStream(path));
  return hash.digest('hex');
}

/** The bytes that it is named after; and an SVG is one that our own gate would let pass as it is. */
function isIntact(name: string, bytes: Buffer): boolean {
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (hash !== name.split('.')[0]) return false;
  if (!name.endsWith('.svg')) return true;
  try {
    return cleanSvg(bytes).bytes.equals(bytes);
  } catch {
    return false;
  }
}

async function restoreRows(
  db: Db,
  folder: string,
  manifest: Manifest,
  replace: boolean,
): Promise<void> {
  const known = await knownMigrations();
  if (manifest.migrations.some((name) => !known.includes(name)))
    throw new UnusableBackup(
      `This backup is of Vitrine ${manifest.release}, which is newer than this one. Update first.`,
    );
  const isOlder = manifest.migrations.length < known.length;
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await lock(trx, 'migration');
    if (!isOlder) await applyMigrations(trx);
    if (!replace && (await isInUse(trx)))
      throw new UnusableBackup('There is a portfolio here already. Say --replace to give it up.');
    if (isOlder) await beginAnew(trx, manifest.migrations.at(-1) ?? '');
    else await sql`truncate ${sql.join(EMPTIED.map((name) => sql.table(name)))}`.execute(trx);
    for (const table of TABLES) {
      const lines = createInterface(
        createReadStream(tablePath(folder, table)).pipe(createGunzip()),
      );
      const written = await writeRows(trx, table, lines);
      if (written !== manifest.rows[table])
        throw new UnusableBackup(`This backup is not whole: ${table} has ${written} rows.`);
    }
    await continueSequences(trx);
    if (isOlder) await applyMigrations(trx);
  });
  // Whoever else is connected has plans for tables that are gone.
  if (isOlder)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and application_name = 'vitrine'`.execute(db);
}

async function isInUse(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('public.owner') is not null as "isThere"`.execute(trx);
  if (!rows[0]?.isThere) return false;
  return (await sql`select from owner`.execute(trx)).rows.length > 0;
}

/** The schema of that time, to be filled and then brought up to date like any other. */
async function beginAnew(trx: Trx, newest: string): Promise<void> {
  await sql`drop schema public cascade`.execute(trx);
  await sql`create schema public`.execute(trx);
  await applyMigrations(trx, newest);
}
