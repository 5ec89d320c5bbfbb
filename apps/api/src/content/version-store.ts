import type { HistoryCollection } from '@vitrine/contract/options';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../db/client.ts';
import type { Content } from '../db/content.ts';
import { HISTORY } from './collections.ts';
import {
  type Actor,
  changedColumns,
  findVersion,
  type Item,
  SECRET_HASH,
  writeRevision,
} from './revision-store.ts';
import { slugOfVersion } from './slug-store.ts';
import { type LockedItem, lockItem, updateRow } from './write-store.ts';

export interface Restored {
  readonly noun: HistoryCollection;
  readonly revision: string | undefined;
  /** Whether the version shows something to visitors that stays hidden. */
  readonly staysHidden: boolean;
  /** Whether it was scheduled, and no longer is. */
  readonly isUnscheduled: boolean;
}

/** Restores the content of a version, as a new version. Returns undefined if the item is gone. */
export async function restoreVersion(
  trx: Trx,
  id: string,
  actor: Actor,
): Promise<Restored | undefined> {
  const version = await findVersion(trx, id);
  // A version that deletes an item restores what was deleted.
  const content = version?.after ?? version?.before;
  const current = version && (await lockItem(trx, version));
  if (!version || !content || !current) return undefined;
  const { restore = (unchanged: Content) => unchanged } = HISTORY[version.noun];
  return writeVersion(trx, version, current, {
    operation: 'restore',
    actor,
    content: restore(content, current.content),
    restoredFrom: version.createdAt,
    // An old version must not publish what is hidden now.
    mayShow: false,
    // The owner has scheduled something else.
    schedule: sql`null`,
  });
}

/** Takes back a change, unless the item is gone or was changed again. */
export async function undoVersion(
  trx: Trx,
  id: string,
  actor: Actor,
): Promise<Restored | 'missing' | 'changed'> {
  const item = await findVersion(trx, id);
  const current = item && (await lockItem(trx, item));
  if (!item || !current) return 'missing';
  // The row is locked only now: another change may have been recorded in between.
  const version = await findVersion(trx, id);
  if (!version?.isLatest || !version.before) return 'changed';
  return writeVersion(trx, version, current, {
    operation: 'undo',
    actor,
    content: version.before,
    // What was visible then must not show an address that is newer.
    mayShow: version.before[SECRET_HASH] === current.content[SECRET_HASH],
    // A schedule that is newer than the change was made for what is taken back.
    schedule: sql`case when item.updated_at = (select created_at from revision where id = ${id})
      then item.publish_at end`,
  });
}

interface VersionWrite {
  readonly operation: 'undo' | 'restore';
  readonly actor: Actor;
  readonly content: Content;
  readonly restoredFrom?: Date;
  /** Whether it may show what is hidden now. */
  readonly mayShow: boolean;
  /** The schedule, if there is something to publish. */
  readonly schedule: RawBuilder<unknown>;
}

/** Columns that were added after the content was recorded keep their value. */
async function writeVersion(
  trx: Trx,
  item: Item,
  current: LockedItem,
  { operation, actor, content, restoredFrom, mayShow, schedule }: VersionWrite,
): Promise<Restored> {
  const { noun } = item;
  const { labels, publishing, fixed = [] } = HISTORY[noun];
  const before = current.content;
  const hidden = mayShow ? [] : publishing.filter((column) => before[column] === false);
  const allowed = Object.fromEntries(
    Object.entries(content).filter(
      ([column]) => Object.hasOwn(labels, column) && ![...hidden, ...fixed].includes(column),
    ),
  );
  const staysHidden = hidden.some((column) => content[column] === true);
  const next = { ...before, ...allowed };
  if (changedColumns(noun, before, next).length === 0)
    return { noun, revision: undefined, staysHidden, isUnscheduled: false };
  const hasDraft = next['state'] === 'draft' || (next['draft'] ?? null) !== null;
  const after = await updateRow(
    trx,
    item,
    current,
    { ...allowed, ...('slug' in allowed && (await slugOfVersion(trx, item, before, next))) },
    // Without changes to publish, the schedule would publish a later draft.
    'slug' in labels ? [sql`publish_at = ${hasDraft ? schedule : sql`null`}`] : [],
  );
  const contents = { before, after, ...(restoredFrom && { restoredFrom }) };
  return {
    noun,
    revision: await writeRevision(trx, item, operation, actor, contents),
    staysHidden,
    isUnscheduled: current.isScheduled && !(await lockItem(trx, item))?.isScheduled,
  };
}
