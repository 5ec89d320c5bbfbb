import type { ItemId } from '@vitrine/contract/call';
import { recordOf } from '@vitrine/contract/collections';
import { TRASH_COLLECTIONS, type TrashCollection } from '@vitrine/contract/options';
import { hasScope, type TokenScope } from '@vitrine/contract/route';
import { trashCalls } from '@vitrine/contract/trash';
import type { FastifyRequest } from 'fastify';
import { recordEvent, sourceOf } from '../../auth/audit-store.ts';
import { actorOf } from '../../auth/auth-guard.ts';
import { countItems, TRASH } from '../../content/collections.ts';
import { deleteForever, emptyTrash } from '../../content/purged-store.ts';
import { countTrash, listTrash, moveToTrash, restoreFromTrash } from '../../content/trash-store.ts';
import { type Db, isInvalidRow, type Trx } from '../../db/client.ts';
import { ExpectedError } from '../../expected-error.ts';
import { notFound } from '../../http/errors.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { Jobs } from '../../jobs/jobs.ts';

interface TrashRoutesOptions {
  readonly db: Db;
  readonly jobs: Jobs;
}

/** What other people wrote needs more than the scope `read`. */
const NEEDED_SCOPES: Partial<Record<TrashCollection, TokenScope>> = {
  message: 'read-messages',
  testimonial: 'write',
};

/** Whether a request may know about deleted items. No token gets views, which have the names of readers. */
function canSee({ token }: FastifyRequest, noun: TrashCollection): boolean {
  if (!token) return true;
  const scope = NEEDED_SCOPES[noun];
  return noun !== 'view' && (scope === undefined || hasScope(token.scopes, scope));
}

export function trashRoutes(registerRoute: RegisterRoute, { db, jobs }: TrashRoutesOptions): void {
  registerRoute(trashCalls.list, async ({ query, request }) => {
    const { limit, before, noun, search } = query;
    const hidden = TRASH_COLLECTIONS.filter((one) => !canSee(request, one));
    const nouns = TRASH_COLLECTIONS.filter((one) => (noun ?? one) === one && !hidden.includes(one));
    const [page, counts] = await Promise.all([
      listTrash(db, { limit, before, nouns, search }),
      countTrash(db),
    ]);
    return { ...page, counts: { ...counts, ...recordOf(hidden, () => 0) } };
  });

  registerRoute(trashCalls.add, async ({ input, request }) => {
    const trashed = await changeAll(db, visibleItems(input.items, request), (trx, noun, ids) =>
      moveToTrash(trx, noun, ids, actorOf(request)),
    );
    return { message: `${describeItems(trashed)} deleted.`, trashed };
  });

  registerRoute(trashCalls.restore, async ({ input, request }) => {
    const restored = await changeAll(db, visibleItems(input.items, request), (trx, noun, ids) =>
      restoreFromTrash(trx, noun, ids, actorOf(request)),
    ).catch((error: unknown) => {
      if (!isInvalidRow(error)) throw error;
      // As after a restore of a backup that was changed.
      throw new ExpectedError(409, describeDamage(input.items.length));
    });
    return { message: `${describeItems(restored)} restored.` };
  });

  registerRoute(trashCalls.remove, async ({ input, request }) => {
    const deleted = await changeAll(db, input.items, deleteForever, (trx, items) =>
      reportPurge(trx, items, request),
    );
    return { message: `${describeItems(deleted)} deleted forever.` };
  });

  registerRoute(trashCalls.empty, async ({ request }) => {
    await db.transaction().execute(async (trx) => {
      const deleted = await emptyTrash(trx);
      if (deleted.length > 0) await reportPurge(trx, deleted, request);
    });
    return { message: 'Trash emptied.' };
  });

  async function reportPurge(trx: Trx, deleted: readonly ItemId[], request: FastifyRequest) {
    const items = countItems(deleted);
    await recordEvent(trx, 'deleted-forever', sourceOf(request), items);
    await jobs.sendMail(trx, { kind: 'deleted-forever', items });
  }
}

/** Changes all items in one transaction and returns those that existed. */
async function changeAll(
  db: Db,
  items: readonly ItemId[],
  change: (trx: Trx, noun: TrashCollection, ids: string[]) => Promise<ItemId[]>,
  report?: (trx: Trx, changed: ItemId[]) => Promise<void>,
): Promise<ItemId[]> {
  const byCollection = Map.groupBy(items, ({ noun }) => noun);
  return db.transaction().execute(async (trx) => {
    const lists: ItemId[][] = [];
    for (const [noun, group] of byCollection)
      lists.push(
        await change(
          trx,
          noun,
          group.map(({ id }) => id),
        ),
      );
    const changed = lists.flat();
    if (changed.length === 0) throw notFound('item');
    await report?.(trx, changed);
    return changed;
  });
}

/** A token cannot end the link of a view, or bring it back. */
function visibleItems(items: readonly ItemId[], { token }: FastifyRequest): readonly ItemId[] {
  return token ? items.filter(({ noun }) => noun !== 'view') : items;
}

function describeItems(items: readonly ItemId[]): string {
  const [first] = items;
  return items.length === 1 && first ? TRASH[first.noun].name : `${items.length} items`;
}

function describeDamage(count: number): string {
  return count === 1
    ? 'This item is damaged and cannot be restored.'
    : 'One of these items is damaged, so none of them was restored. Restore them one by one.';
}
