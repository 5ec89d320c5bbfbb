import type { TrashNoun } from '@vitrine/contract/options';
import { type ItemId, trashCalls } from '@vitrine/contract/trash';
import { TRASH } from '../../content/nouns.ts';
import {
  countTrash,
  deleteForever,
  emptyTrash,
  listTrash,
  moveToTrash,
  restoreFromTrash,
} from '../../content/trash-store.ts';
import type { Db, Trx } from '../../db/client.ts';
import { actorOf } from '../../http/auth-guard.ts';
import { notFound } from '../../http/errors.ts';
import type { RegisterRoute } from '../../http/register-route.ts';

export function trashRoutes(registerRoute: RegisterRoute, db: Db): void {
  registerRoute(trashCalls.list, async ({ query }) => {
    const { limit, before, noun, search } = query;
    const [page, counts] = await Promise.all([
      listTrash(db, { limit, before, noun, search }),
      countTrash(db),
    ]);
    return { ...page, counts };
  });

  registerRoute(trashCalls.add, ({ input, request }) =>
    changeAll(db, input.items, 'moved to the trash', (trx, noun, ids) =>
      moveToTrash(trx, noun, ids, actorOf(request)),
    ),
  );

  registerRoute(trashCalls.restore, ({ input, request }) =>
    changeAll(db, input.items, 'restored', (trx, noun, ids) =>
      restoreFromTrash(trx, noun, ids, actorOf(request)),
    ),
  );

  registerRoute(trashCalls.remove, ({ input }) =>
    changeAll(db, input.items, 'deleted forever', deleteForever),
  );

  registerRoute(trashCalls.empty, async () => {
    await db.transaction().execute(emptyTrash);
    return { message: 'Trash emptied.' };
  });
}

/** Changes all items in one transaction and says how many there were. */
async function changeAll(
  db: Db,
  items: readonly ItemId[],
  verb: string,
  change: (trx: Trx, noun: TrashNoun, ids: string[]) => Promise<number>,
): Promise<{ message: string }> {
  const groups = Map.groupBy(items, ({ noun }) => noun);
  const count = await db.transaction().execute(async (trx) => {
    let sum = 0;
    for (const [noun, group] of groups)
      sum += await change(
        trx,
        noun,
        group.map(({ id }) => id),
      );
    return sum;
  });
  if (count === 0) throw notFound('item');
  const [noun] = groups.keys();
  const subject = count === 1 && noun ? TRASH[noun].name : `${count} items`;
  return { message: `${subject} ${verb}.` };
}
