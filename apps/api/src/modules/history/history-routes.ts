import { historyCalls } from '@vitrine/contract/history';
import { actorOf } from '../../auth/auth-guard.ts';
import { HISTORY } from '../../content/collections.ts';
import { compareVersion, describeHistory, listVersions } from '../../content/history-store.ts';
import { type Restored, restoreVersion, undoVersion } from '../../content/version-store.ts';
import { type Db, isInvalidRow } from '../../db/client.ts';
import { ExpectedError } from '../../expected-error.ts';
import { notFound } from '../../http/errors.ts';
import type { RegisterRoute } from '../../http/register-route.ts';

export function historyRoutes(registerRoute: RegisterRoute, db: Db): void {
  registerRoute(historyCalls.list, async ({ params, query }) => {
    const [summary, page] = await Promise.all([
      describeHistory(db, params),
      listVersions(db, params, { limit: query.limit, before: query.before }),
    ]);
    if (!summary) throw notFound('item');
    return { ...page, ...summary, since: summary.since?.toISOString() ?? null };
  });

  registerRoute(historyCalls.get, async ({ params }) => {
    const comparison = await compareVersion(db, params.id);
    if (!comparison) throw notFound('version');
    const comparedWith = comparison.comparedWith?.toISOString() ?? null;
    return { ...comparison, comparedWith };
  });

  registerRoute(historyCalls.restore, async ({ params, request }) => {
    const restored = await db
      .transaction()
      .execute((trx) => restoreVersion(trx, params.id, actorOf(request)))
      .catch(explainInvalidVersion);
    if (!restored) throw notFound('version');
    const { noun, revision } = restored;
    return { message: `${HISTORY[noun].name} restored.${noteOn(restored)}`, revision };
  });

  registerRoute(historyCalls.undo, async ({ params, request }) => {
    const result = await db
      .transaction()
      .execute((trx) => undoVersion(trx, params.id, actorOf(request)))
      .catch(explainInvalidVersion);
    if (result === 'missing') throw notFound('version');
    if (result === 'changed')
      throw new ExpectedError(
        409,
        'This was changed again in the meantime. Use its history instead.',
      );
    return { message: `Change undone.${noteOn(result)}` };
  });
}

function noteOn({ staysHidden, isUnscheduled }: Restored): string {
  return [
    ...(staysHidden ? [' What you hide from visitors stays hidden.'] : []),
    ...(isUnscheduled ? [' The publication is no longer scheduled.'] : []),
  ].join('');
}

/** As after a restore of a backup that was changed. */
function explainInvalidVersion(error: unknown): never {
  if (!isInvalidRow(error)) throw error;
  throw new ExpectedError(409, 'This version is damaged and cannot be restored.');
}
