import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** The folders that the container works with. */
export interface Place {
  /** The volume. */
  readonly data: string;
  /** Has a folder for each major version of PostgreSQL in the image. */
  readonly servers: string;
  /** An initialized cluster of the newest of them. */
  readonly template: string;
}

/** How long an upgrade can be reversed. */
const KEPT_DAYS = 30;

/** What to do before the start. */
export type Plan =
  | { readonly action: 'start'; readonly major: number }
  | { readonly action: 'create'; readonly major: number }
  | { readonly action: 'go back'; readonly from: number; readonly to: number }
  | { readonly action: 'upgrade'; readonly from: number; readonly to: number };

/** A reason not to start, for the log. */
export class VolumeError extends Error {}

/** Compares the data with the image. `rollback` is the setting POSTGRES_ROLLBACK. */
export function makePlan(place: Place, rollback: string | undefined): Plan {
  const servers = readdirSync(place.servers).map(Number);
  const newest = Math.max(...servers);
  const current = readCurrent(place);
  if (current === undefined) return { action: 'create', major: newest };
  const wanted = rollback ? Number(rollback) : newest;
  if (!servers.includes(wanted))
    throw new VolumeError(
      `POSTGRES_ROLLBACK is ${rollback}, but this image has PostgreSQL ${servers.join(' and ')}.`,
    );
  if (current === wanted) return { action: 'start', major: current };
  if (current < wanted) {
    if (servers.includes(current)) return { action: 'upgrade', from: current, to: wanted };
    throw new VolumeError(
      `The data is of PostgreSQL ${current}, which this image cannot upgrade. Use an older image first.`,
    );
  }
  if (!rollback)
    throw new VolumeError(
      `The data is of PostgreSQL ${current}, and this image has ${newest}. Use the newer image, ` +
        `or set POSTGRES_ROLLBACK=${newest} to go back to the data of before the upgrade.`,
    );
  if (existsSync(clusterOf(place, wanted))) return { action: 'go back', from: current, to: wanted };
  throw new VolumeError(`There is no data of PostgreSQL ${wanted} to go back to.`);
}

export function clusterOf({ data }: Place, major: number): string {
  return join(data, 'postgres', String(major));
}

/** Copies the template, so that any user can start it: initdb needs one that has a name. */
export function copyTemplate(place: Place, major: number): string {
  removeCopy(place, major);
  const folder = copyOf(place, major);
  cpSync(place.template, folder, { recursive: true });
  chmodSync(folder, 0o700);
  return folder;
}

/** After an upgrade that failed: it may have filled the disk. */
export function removeCopy(place: Place, major: number): void {
  rmSync(copyOf(place, major), { recursive: true, force: true });
}

function copyOf(place: Place, major: number): string {
  return `${clusterOf(place, major)}.new`;
}

/**
 * Makes a complete cluster the one in use. The file `current` decides, and changes at once. A cluster that
 * was in use before POSTGRES_ROLLBACK is set aside.
 */
export function useCluster(place: Place, major: number): void {
  const folder = clusterOf(place, major);
  if (existsSync(copyOf(place, major))) {
    const until = new Date().toISOString().replaceAll(':', '-');
    if (existsSync(folder)) renameSync(folder, `${folder}.until-${until}`);
    renameSync(copyOf(place, major), folder);
  }
  writeCurrent(place, major);
}

/**
 * Creates the folders, makes sure that `current` names the cluster in use, and deletes those of other
 * versions after their time.
 */
export function prepareVolume(place: Place): void {
  for (const name of ['postgres', 'media', 'backups', 'tmp'])
    mkdirSync(join(place.data, name), { recursive: true });
  const current = readCurrent(place) ?? findCluster(place);
  if (current !== undefined) removeOldClusters(place, current);
}

/** Without `current`, as in an incomplete copy of the volume, a start must not create an empty database. */
function findCluster(place: Place): number | undefined {
  // Only complete clusters have a name without a suffix.
  const majors = readdirSync(join(place.data, 'postgres')).filter((name) => /^\d+$/.test(name));
  if (majors.length > 1)
    throw new VolumeError(
      `There is data of PostgreSQL ${majors.join(' and ')}, and the file postgres/current does not name the ` +
        'version in use. Write it into that file; it is the newest one unless you went back.',
    );
  const [major] = majors.map(Number);
  if (major !== undefined) writeCurrent(place, major);
  return major;
}

function removeOldClusters(place: Place, current: number): void {
  const folder = join(place.data, 'postgres');
  // The time of the last change of versions.
  const { mtimeMs } = statSync(join(folder, 'current'));
  if (Date.now() - mtimeMs < KEPT_DAYS * 86_400_000) return;
  for (const name of readdirSync(folder))
    if (/^\d/.test(name) && name !== String(current))
      rmSync(join(folder, name), { recursive: true });
}

function readCurrent({ data }: Place): number | undefined {
  const path = join(data, 'postgres/current');
  const major = existsSync(path) ? Number(readFileSync(path, 'utf8')) : Number.NaN;
  return major > 0 ? major : undefined;
}

/** Complete or as before, also after a power failure. */
function writeCurrent({ data }: Place, major: number): void {
  const folder = join(data, 'postgres');
  const path = join(folder, 'current');
  writeFileSync(`${path}.new`, `${major}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
