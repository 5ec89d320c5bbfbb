import type { Manifest } from './manifest.ts';

/** How long unused styles, scripts and fonts stay at least: pages in caches still name them. */
export const GRACE_MS = 24 * 60 * 60 * 1000;

export interface CopyFile {
  /** Like projects/tidewatch/index.html. */
  readonly path: string;
  /** The SHA-256 of the bytes. */
  readonly hash: string;
  readonly read: () => Promise<Buffer>;
}

/** The paths of files. */
export interface Changes {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

export const NO_CHANGES: Changes = { added: [], changed: [], removed: [] };

export interface UpdatePlan {
  /** What is sent, in this order: what pages name, other files, pages, and the home page. */
  readonly groups: readonly (readonly CopyFile[])[];
  /** The manifest while files are being sent: nothing is in the copy that it does not name. */
  readonly during: Manifest;
  /** The manifest of the finished copy. */
  readonly after: Manifest;
  readonly changes: Changes;
}

/** Whether pages name this file, by a hash of its content. */
export function isNamedByContent(path: string): boolean {
  return /^(assets|media|og)\//.test(path);
}

/** Compares the files of an export with those of the copy. */
export function planUpdate(
  files: readonly CopyFile[],
  before: Manifest,
  { now, everything = false }: { readonly now: number; readonly everything?: boolean },
): UpdatePlan {
  const sent = files.filter(({ path, hash }) => everything || before.files.get(path) !== hash);
  const current = new Map(files.map(({ path, hash }) => [path, hash]));
  const unused = [...new Set([...before.files.keys(), ...before.gone.keys()])].filter(
    (path) => !current.has(path),
  );
  // Pages and pictures that the owner has hidden go at once. A time in the future is from a wrong clock.
  const since = (path: string) => Math.min(before.gone.get(path) ?? now, now);
  const stays = (path: string) => path.startsWith('assets/') && now - since(path) < GRACE_MS;
  const gone = unused.filter(stays).map((path): [string, number] => [path, since(path)]);
  const removed = unused.filter((path) => !stays(path));
  const isNew = (path: string) => !before.files.get(path) && !before.gone.has(path);
  const { added = [], changed = [] } = Object.groupBy(
    sent.map(({ path }) => path),
    (path) => (isNew(path) ? 'added' : 'changed'),
  );
  return {
    groups: [...Map.groupBy(sent, ({ path }) => groupOf(path))]
      .toSorted(([one], [other]) => one - other)
      .map(([, group]) => group),
    during: {
      files: new Map([...before.files, ...sent.map(({ path }): [string, string] => [path, ''])]),
      gone: before.gone,
    },
    after: { files: current, gone: new Map(gone) },
    changes: { added, changed, removed },
  };
}

function groupOf(path: string): number {
  if (isNamedByContent(path)) return 0;
  if (path === 'index.html') return 3;
  return path.endsWith('.html') ? 2 : 1;
}

/** As an owner wants to read them: pages first, and what they name last. */
export function sortForOwner(paths: readonly string[]): string[] {
  return paths.toSorted((one, other) => groupOf(other) - groupOf(one) || (one < other ? -1 : 1));
}
