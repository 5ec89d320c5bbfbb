import type { Manifest } from './manifest.ts';

/** How long files stay that are named by their content: pages in caches still name them. */
export const GRACE_MS = 24 * 60 * 60 * 1000;

export interface CopyFile {
  /** Like projects/tidewatch/index.html. */
  readonly path: string;
  /** The SHA-256 of the bytes. */
  readonly hash: string;
  readonly read: () => Promise<Buffer>;
}

export interface UpdatePlan {
  /** What is sent, in this order: what pages name, other files, pages, and the home page. */
  readonly groups: readonly (readonly CopyFile[])[];
  /** What is deleted. */
  readonly removed: readonly string[];
  /** The manifest while files are being sent: nothing is in the copy that it does not name. */
  readonly during: Manifest;
  /** The manifest of the finished copy. */
  readonly after: Manifest;
  readonly counts: { readonly added: number; readonly changed: number; readonly removed: number };
}

/** Whether the name contains a hash of the content. */
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
  // A page that the owner has hidden goes at once. A time in the future is from a clock that was wrong.
  const since = (path: string) => Math.min(before.gone.get(path) ?? now, now);
  const stays = (path: string) => isNamedByContent(path) && now - since(path) < GRACE_MS;
  const gone = unused.filter(stays).map((path): [string, number] => [path, since(path)]);
  const removed = unused.filter((path) => !stays(path));
  const isNew = ({ path }: CopyFile) => !before.files.get(path) && !before.gone.has(path);
  const added = sent.filter(isNew).length;
  return {
    groups: [...Map.groupBy(sent, ({ path }) => groupOf(path))]
      .toSorted(([one], [other]) => one - other)
      .map(([, group]) => group),
    removed,
    during: {
      files: new Map([...before.files, ...sent.map(({ path }): [string, string] => [path, ''])]),
      gone: before.gone,
    },
    after: { files: current, gone: new Map(gone) },
    counts: { added, changed: sent.length - added, removed: removed.length },
  };
}

function groupOf(path: string): number {
  if (isNamedByContent(path)) return 0;
  if (path === 'index.html') return 3;
  return path.endsWith('.html') ? 2 : 1;
}

/** When the next file has to be deleted, if there is one. */
export function nextCleanup({ gone }: Manifest): Date | undefined {
  return gone.size === 0 ? undefined : new Date(Math.min(...gone.values()) + GRACE_MS);
}
