import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { lock, lockShared } from '../../db/locks.ts';
import { appliedMigrations, applyMigrations, knownMigrations } from '../../db/migrate.ts';
import { isIntact, type MediaFiles } from '../../media/media-files.ts';
import { sanitizeSvgInWorker } from '../../media/sanitize-svg-in-worker.ts';
import { CHECKSUMS, MANIFEST, Manifest, readArchive, UnusableBackup } from './archive.ts';
import { limitUnpacked, readLines } from './read-rows.ts';
import { buildAside } from './swap-tables.ts';
import { continueSequences, KEPT, TABLES, type TableName, writeRows } from './tables.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

export interface RestoreOptions {
  readonly db: Db;
  readonly files: MediaFiles;
  /** The archive, on a disk. */
  readonly path: string;
  /** What is here now may go. */
  readonly replace: boolean;
  /** What else belongs to it, done with it or not at all. Given how the owner signed in before. */
  readonly finish?: (trx: Trx, before: Login | undefined) => Promise<void>;
  readonly onProgress?: (done: number, of: number) => void;
}

/** How the owner signs in. */
interface Login {
  readonly email: string;
  readonly password_hash: string;
}

export interface Restored {
  readonly manifest: Manifest;
  /** Files of the archive that are not what their name says, and were left out. */
  readonly damaged: ReadonlySet<string>;
}

/**
 * Reads the whole archive before it touches anything. Then come the rows, into tables that nobody
 * sees yet, and the files that they name. When all is there, the tables take the place of those in
 * use: until then everybody reads, and writes, what was there before.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { db, files, path, replace, finish, onProgress = () => {} } = options;
  const folder = await makeTemporaryFolder('restore');
  try {
    const { size } = await stat(path);
    const archive = await check(path, folder, (done) => onProgress(done, 2 * size));
    const known = await knownMigrations();
    refuseNewer(archive.manifest, known);
    await db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      await lock(trx, 'migration');
      if (!replace && (await isInUse(trx)))
        throw new UnusableBackup('There is a portfolio here already. Say --replace to give it up.');
      // Files that no row names yet are not swept away meanwhile.
      await lockShared(trx, 'media');
      const tables = await buildAside(trx, () =>
        fillTables(trx, folder, archive.manifest).catch(refuseBadRows),
      );
      const here = (await hasTable(trx, 'schema_migration')) ? await appliedMigrations(trx) : [];
      if (here.some((name) => !known.includes(name))) refuseOthers(await tables.namesOfOthers());
      await writeFiles(files, path, archive.damaged, (done) => onProgress(size + done, 2 * size));
      await tables.lock();
      // Nobody changes it any more.
      const before = await findLogin(trx);
      const isCurrent = here.join() === known.join();
      // Visitors go on writing while the tables are filled, and were thanked for it.
      if (isCurrent) await tables.addRecent('message');
      await tables.swap(isCurrent ? KEPT : []);
      await finish?.(trx, before);
    });
    onProgress(2 * size, 2 * size);
    return archive;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const MEDIA = /^media\/([0-9a-f]{64}\.[a-z]{3,4})$/;
const TABLE = /^data\/([a-z_]+)\.jsonl\.gz$/;
/** What is read into memory as a whole. */
const MANIFEST_LIMIT = 64 * 1024;
const FILE_LIMIT = 64 * 1024 * 1024;

/** Lays the tables out in the folder, and compares every checksum. */
async function check(
  path: string,
  folder: string,
  onProgress: (done: number) => void,
): Promise<Restored> {
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
      throw new UnusableBackup(`This backup holds ${name}, which is too large.`);
    if (name === MANIFEST) manifest = readManifest(await text(body));
    else if (!manifest) throw new UnusableBackup('This is not a backup of Vitrine.');
    else if (name === CHECKSUMS) sums = await readChecksums(body);
    else if (isTable(table)) {
      if ((await writeHashed(body, tablePath(folder, table))) !== sums.get(name))
        throw new UnusableBackup(`This backup is damaged: ${name} is not what it was.`);
      tables.push(table);
    } else if (file) {
      if (!(await isAcceptable(file, await buffer(body)))) damaged.add(file);
      media += 1;
    } else throw new UnusableBackup(`This backup holds ${name}, which does not belong there.`);
    done += size;
    onProgress(done);
  }
  if (!manifest) throw new UnusableBackup('This is not a backup of Vitrine.');
  const expected = Object.keys(manifest.rows).toSorted();
  if (tables.toSorted().join() !== expected.join() || media !== manifest.files)
    throw new UnusableBackup('This backup is not whole.');
  return { manifest, damaged };
}

function readManifest(json: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(json));
  } catch (error) {
    throw new UnusableBackup('This is not a backup of this Vitrine.', { cause: error });
  }
}

/** Those of the tables. A file carries its checksum in its name. */
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
async function isAcceptable(name: string, bytes: Buffer): Promise<boolean> {
  if (!(await isIntact(name, bytes))) return false;
  if (!name.endsWith('.svg')) return true;
  try {
    return (await sanitizeSvgInWorker(bytes)).bytes.equals(bytes);
  } catch {
    return false;
  }
}

async function writeFiles(
  files: MediaFiles,
  path: string,
  damaged: ReadonlySet<string>,
  onProgress: (done: number) => void,
): Promise<void> {
  let done = 0;
  for await (const { name, size, body } of readArchive(path)) {
    const file = MEDIA.exec(name)?.[1];
    if (!file || damaged.has(file)) body.resume();
    else await writeFile(files, file, await buffer(body));
    done += size;
    onProgress(done);
  }
}

/** One that is there already and has gone bad is mended. */
async function writeFile(files: MediaFiles, name: string, bytes: Buffer): Promise<void> {
  const isThere = (await files.size(name)) !== undefined;
  if (isThere && !(await isIntact(name, await buffer(files.read(name))))) await files.remove(name);
  await files.write(name, bytes);
}

function refuseNewer({ migrations, release }: Manifest, known: readonly string[]): void {
  if (migrations.some((name) => !known.includes(name)))
    throw new UnusableBackup(
      `This backup is of Vitrine ${release}, which is newer than this one. Update first.`,
    );
}

function refuseOthers(names: readonly string[]): void {
  if (names.length > 0)
    throw new UnusableBackup(
      `A newer Vitrine was here, and this one does not know: ${names.join(', ')}. Restore into an empty database.`,
    );
}

/** The schema of that time, filled and then brought up to date like any other. */
async function fillTables(trx: Trx, folder: string, manifest: Manifest): Promise<void> {
  await applyMigrations(trx, manifest.migrations.at(-1));
  const withinLimit = limitUnpacked();
  for (const table of TABLES.filter((name) => manifest.rows[name] !== undefined)) {
    let written = 0;
    await pipeline(
      createReadStream(tablePath(folder, table)),
      createGunzip(),
      withinLimit,
      async (bytes: AsyncIterable<Buffer>) => {
        for await (const lines of readLines(bytes)) written += await writeRows(trx, table, lines);
      },
    );
    if (written !== manifest.rows[table])
      throw new UnusableBackup(`This backup is not whole: ${table} has ${written} rows.`);
  }
  await continueSequences(trx);
  await applyMigrations(trx);
  await sql`analyze ${sql.join(TABLES.map((table) => sql.table(table)))}`.execute(trx);
}

/** What the database, or its own form, does not let in. */
function refuseBadRows(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof SyntaxError || /^(22|23|42|54|Z_)/.test(code))
    throw new UnusableBackup('This backup holds rows that do not fit here.', { cause: error });
  throw error;
}

async function findLogin(trx: Trx): Promise<Login | undefined> {
  if (!(await hasTable(trx, 'owner'))) return undefined;
  return trx.selectFrom('owner').select(['email', 'password_hash']).executeTakeFirst();
}

async function isInUse(trx: Trx): Promise<boolean> {
  if (!(await hasTable(trx, 'owner'))) return false;
  return (await sql`select from owner`.execute(trx)).rows.length > 0;
}

async function hasTable(trx: Trx, name: string): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass(${name}) is not null as "isThere"`.execute(trx);
  return rows[0]?.isThere ?? false;
}
