import { DEFAULT_SITE_SETTINGS as DEFAULTS, SiteSettings } from '@vitrine/contract/site';
import { z } from 'zod';
import type { Db, Trx } from '../../db/client.ts';

/** The design of the site, with the custom CSS as pages use it. */
export interface Design {
  readonly settings: SiteSettings;
  /** Checked and minified, from the last version without errors. */
  readonly css: string;
}

export interface StoredDesign {
  readonly published: Design;
  readonly draft: Design | undefined;
  /** Whether the owner has published a design. */
  readonly isChosen: boolean;
}

const { shape } = SiteSettings;

/** A setting that a backup changed, or that another version wrote, falls back to its default. */
const StoredSettings = z
  .object({
    theme: shape.theme.catch(DEFAULTS.theme),
    accent: shape.accent.catch(DEFAULTS.accent),
    fonts: shape.fonts.catch(DEFAULTS.fonts),
    scheme: shape.scheme.catch(DEFAULTS.scheme),
    sections: shape.sections.catch(DEFAULTS.sections),
    skillStyle: shape.skillStyle.catch(DEFAULTS.skillStyle),
    footer: shape.footer.catch(DEFAULTS.footer),
    language: shape.language.catch(DEFAULTS.language),
    customCss: shape.customCss.catch(DEFAULTS.customCss),
    indexed: shape.indexed.catch(DEFAULTS.indexed),
  })
  .catch(DEFAULTS);

export async function findDesign(db: Db | Trx): Promise<StoredDesign> {
  const row = await db.selectFrom('site').selectAll().executeTakeFirst();
  return {
    published: { settings: StoredSettings.parse(row?.settings ?? {}), css: row?.css ?? '' },
    draft:
      row && row.draft !== null
        ? { settings: StoredSettings.parse(row.draft), css: row.draft_css }
        : undefined,
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

/** Without CSS, the last version without errors stays. */
export async function saveDraft(
  db: Db,
  settings: SiteSettings,
  css: string | undefined,
): Promise<void> {
  const draft = JSON.stringify(settings);
  await db
    .insertInto('site')
    .values({ draft, draft_css: css ?? '' })
    .onConflict((conflict) =>
      conflict
        .column('singleton')
        .doUpdateSet({ draft, ...(css !== undefined && { draft_css: css }) }),
    )
    .execute();
}

export async function discardDraft(db: Db): Promise<void> {
  await db
    .updateTable('site')
    .set((row) => ({ draft: null, draft_css: row.ref('css') }))
    .execute();
}

/** Publishes a design. The rest of the draft, if any, stays unpublished. */
export async function publishDesign(
  trx: Trx,
  { settings, css }: Design,
  rest: SiteSettings | undefined,
): Promise<void> {
  const values = {
    settings: JSON.stringify(settings),
    css,
    draft: rest ? JSON.stringify(rest) : null,
    draft_css: css,
  };
  await trx
    .insertInto('site')
    .values(values)
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet(values))
    .execute();
}
