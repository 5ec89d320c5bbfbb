import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The newest backups that are kept, and the weeks before them of which one is kept. */
const NIGHTS = 7;
const WEEKS = 4;
/** How long a copy of what a restore replaced is kept. */
const COPY_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

const NIGHTLY = /^nightly-(\d{4}-\d{2}-\d{2})T[\d-]+Z\.tar$/;
const COPY = /^before-restore-.*Z\.tar$/;
/** What a killed process leaves. */
const DRAFT = /^(?:nightly|before-restore)-.*\.part$/;

/** Deletes old backups. Other files in the folder are left alone. */
export async function removeOld(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  const outdated = listOutdated(names);
  for (const name of names) {
    const path = join(folder, name);
    const days = COPY.test(name) ? COPY_DAYS : DRAFT.test(name) ? 1 : undefined;
    // A draft may just have got its name.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    const isOld = days !== undefined && Date.now() - mtimeMs > days * DAY_MS;
    if (isOld || outdated.includes(name)) await rm(path, { force: true });
  }
}

/** Of the weeks before the last nights, the first backup is kept: it stays the first as the rest go. */
export function listOutdated(names: readonly string[]): string[] {
  const older = names
    .filter((name) => NIGHTLY.test(name))
    .toSorted()
    .toReversed()
    .slice(NIGHTS);
  const weeks = Map.groupBy(older, weekNumber);
  const kept = [...weeks.values()].slice(0, WEEKS).map((week) => week.at(-1));
  return older.filter((name) => !kept.includes(name));
}

/** Weeks start on Monday, and 1970 started on a Thursday. */
function weekNumber(name: string): number {
  return Math.floor((Date.parse(NIGHTLY.exec(name)?.[1] ?? '') / DAY_MS + 3) / 7);
}
