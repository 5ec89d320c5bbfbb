import type { Destination } from './destination.ts';
import { NO_FILES } from './manifest.ts';
import {
  type Changes,
  type CopyFile,
  isNamedByContent,
  NO_CHANGES,
  planUpdate,
  type UpdatePlan,
} from './plan-update.ts';

const PART = 100;

interface PublishOptions {
  /** Sends all files, also those that seem to be there already. */
  readonly everything: boolean;
  readonly signal: AbortSignal;
  /** Fails if the destination is not to be written any more. Called between parts of an update. */
  readonly requireUnchanged?: () => Promise<void>;
  readonly now?: number;
}

export interface Published {
  readonly changes: Changes;
  /** Files that the next update has to send, because the destination takes only some at a time. */
  readonly rest: number;
}

/**
 * Makes a copy equal to an export. What pages name comes before them, and deletions come after them, so
 * that a visitor never sees a page without its style or pictures. It can be interrupted at any time: the
 * next update sends the rest.
 */
export async function publishFiles(
  load: () => Promise<readonly CopyFile[]>,
  destination: Destination,
  { everything, signal, requireUnchanged, now = Date.now() }: PublishOptions,
): Promise<Published> {
  // A destination that cannot be opened fails before the site is rendered for it.
  const before = (await destination.read()) ?? NO_FILES;
  const whole = planUpdate(await load(), before, { now, everything });
  const { groups, during, after, changes } = withinLimit(whole, destination.maxFiles);
  const { removed } = changes;
  const sent = groups.flat().length;
  const rest = whole.groups.flat().length - sent;
  const isOutdated = after.gone.size !== before.gone.size || after.files.size !== before.files.size;
  if (sent + removed.length === 0 && !isOutdated) return { changes, rest };
  const files = new Map(during.files);
  for (const part of groups.flatMap(inParts)) {
    await requireUnchanged?.();
    await destination.note?.({ files, gone: during.gone });
    await forEach(part, destination, signal, destination.put);
    for (const { path, hash } of part) files.set(path, hash);
  }
  await forEach(removed, destination, signal, destination.remove);
  signal.throwIfAborted();
  await destination.finish(after);
  return { changes, rest };
}

/** Small enough that little is sent again after an interruption. */
function inParts(group: readonly CopyFile[]): (readonly CopyFile[])[] {
  const starts = Array.from({ length: Math.ceil(group.length / PART) }, (_, part) => part * PART);
  return starts.map((start) => group.slice(start, start + PART));
}

/**
 * If there are too many files, only those that pages name, as many as fit. No page changes before all of
 * them are there.
 */
function withinLimit(plan: UpdatePlan, limit: number): UpdatePlan {
  const assets = plan.groups.flat().filter(({ path }) => isNamedByContent(path));
  if (assets.length <= limit) return plan;
  const sent = assets.slice(0, limit);
  const files = new Map(plan.during.files);
  for (const { path, hash } of sent) files.set(path, hash);
  return {
    ...plan,
    groups: [sent],
    after: { files, gone: plan.during.gone },
    changes: { ...NO_CHANGES, added: sent.map(({ path }) => path) },
  };
}

async function forEach<T>(
  items: readonly T[],
  { parallel }: Destination,
  signal: AbortSignal,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  let hasFailed = false;
  const workers = Array.from({ length: parallel }, async () => {
    for (const item of queue) {
      signal.throwIfAborted();
      if (hasFailed) return;
      await work(item).catch((error) => {
        hasFailed = true;
        throw error;
      });
    }
  });
  // Nothing is sent any more once this fails: the next update may begin.
  await Promise.allSettled(workers);
  await Promise.all(workers);
}
