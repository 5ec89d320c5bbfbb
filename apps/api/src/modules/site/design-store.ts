import { DEFAULT_SITE_SETTINGS as DEFAULTS, SiteSettings } from '@vitrine/contract/site';
import type { Db, Trx } from '../../db/client.ts';
import { readSettings } from '../../db/read-settings.ts';

export interface Design {
  readonly settings: SiteSettings;
  /** The custom CSS that pages use, as the owner wrote it: the last version without errors. */
  readonly css: string;
}

export interface StoredDesign {
  readonly published: Design;
  readonly draft: Design | undefined;
  /** Whether the owner has published a design. */
  readonly isChosen: boolean;
}

export async function findDesign(db: Db | Trx): Promise<StoredDesign> {
  const row = await db.selectFrom('site').selectAll().executeTakeFirst();
  const settings = readSettings(SiteSettings, DEFAULTS, row?.settings);
  const draft =
    row && row.draft !== null ? readSettings(SiteSettings, DEFAULTS, row.draft) : undefined;
  return {
    published: { settings, css: settings.customCss },
    // A restored draft has only the custom CSS itself.
    draft: draft && { settings: draft, css: row?.draft_css || draft.customCss },
    isChosen: (row?.settings ?? null) !== null,
  };
}

/** Locks the design until the transaction ends. A draft that is saved meanwhile waits for it. */
export async function lockDesign(trx: Trx): Promise<StoredDesign> {
  // There is nothing to lock without a row.
  await trx
    .insertInto('site')
    .defaultValues()
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx.selectFrom('site').select('singleton').forUpdate().execute();
  return findDesign(trx);
}

/** If the custom CSS has errors, pages use the last version without them. */
export async function saveDraft(
  db: Db,
  settings: SiteSettings,
  hasCssErrors: boolean,
): Promise<void> {
  const values = {
    draft: JSON.stringify(settings),
    ...(!hasCssErrors && { draft_css: settings.customCss }),
  };
  await db
    .insertInto('site')
    .values(values)
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet(values))
    .execute();
}

export async function discardDraft(db: Db): Promise<void> {
  await db.updateTable('site').set({ draft: null, draft_css: '' }).execute();
}

/** Publishes a design. The rest of the draft, if any, stays unpublished. */
export async function publishDesign(
  trx: Trx,
  settings: SiteSettings,
  rest: SiteSettings | undefined,
): Promise<void> {
  const values = {
    settings: JSON.stringify(settings),
    draft: rest ? JSON.stringify(rest) : null,
    draft_css: rest ? settings.customCss : '',
  };
  await trx
    .insertInto('site')
    .values(values)
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet(values))
    .execute();
}
