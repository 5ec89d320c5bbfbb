import { z } from 'zod';
import { fromHost, recordEvent } from '../auth/audit-store.ts';
import { countItems, TRASH } from '../content/collections.ts';
import { listPurged, PURGED_DAYS, restorePurged } from '../content/purged-store.ts';
import type { Db } from '../db/client.ts';
import { migrate } from '../db/migrate.ts';
import { CliError } from './owner.ts';

/**
 * `vitrine trash list` lists what was deleted forever, and `vitrine trash restore` moves it back to the
 * trash. A stolen session cannot do the opposite: it never reaches these rows.
 */
export async function readTrash(
  db: Db,
  action: string | undefined,
  id: string | undefined,
): Promise<string> {
  if (action !== 'list' && action !== 'restore')
    throw new CliError('Choose an action: vitrine trash list or vitrine trash restore');
  await migrate(db);
  return action === 'list' ? list(db) : restore(db, id);
}

async function list(db: Db): Promise<string> {
  const items = await listPurged(db);
  if (items.length === 0) return `Nothing was deleted forever in the last ${PURGED_DAYS} days.`;
  const lines = items.map(({ id, noun, title, purgedAt }) => {
    const at = `${purgedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    return `${id}  ${at}  ${TRASH[noun].name}: ${printable(title)}`;
  });
  return [...lines, 'Move them back to the trash with vitrine trash restore.'].join('\n');
}

async function restore(db: Db, id: string | undefined): Promise<string> {
  if (id !== undefined && !z.uuid().safeParse(id).success) throw notFound(id);
  const restored = await db.transaction().execute(async (trx) => {
    const items = await restorePurged(trx, id);
    if (items.length > 0)
      await recordEvent(trx, 'purge-undone', fromHost('vitrine trash restore'), countItems(items));
    return items;
  });
  if (restored.length === 0 && id !== undefined) throw notFound(id);
  if (restored.length === 0) return `Nothing was deleted forever in the last ${PURGED_DAYS} days.`;
  return `Back in the trash for 30 days: ${countItems(restored)}. Open Trash in the dashboard to restore them.`;
}

function notFound(id: string): CliError {
  return new CliError(`${id} is not in the list of vitrine trash list.`);
}

/** A message can have a subject that controls the terminal. */
function printable(text: string): string {
  return text.replaceAll(/\p{C}+/gu, ' ');
}
