import { SITE_ADVICE } from '@vitrine/contract/options';
import { type CssError, type ItemPreview, type Site, siteCalls } from '@vitrine/contract/site';
import type { ShownItem } from '@vitrine/site/site';
import { recordEvent, sourceOf } from '../../auth/audit-store.ts';
import { actorOf } from '../../auth/auth-guard.ts';
import type { Actor } from '../../content/revision-store.ts';
import type { Db } from '../../db/client.ts';
import { ExpectedError } from '../../expected-error.ts';
import { createPreview } from '../../http/preview-store.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import {
  discardDraft,
  findDesign,
  lockDesign,
  publishDesign,
  type StoredDesign,
  saveDraft,
} from './design-store.ts';
import type { SiteRenderer } from './site-renderer.ts';

interface DesignOptions {
  readonly renderer: SiteRenderer;
  readonly siteUrl: string | undefined;
  /** Returns HTML. Undefined without a public site. */
  readonly previewItem:
    | ((noun: ShownItem['noun'], input: ItemPreview, actor: Actor) => Promise<string>)
    | undefined;
}

/** The owner's calls for the design of the site. */
export function designRoutes(
  registerRoute: RegisterRoute,
  db: Db,
  { renderer, siteUrl, previewItem }: DesignOptions,
): void {
  async function toSite(design: StoredDesign, cssErrors?: CssError[]): Promise<Site> {
    const { published, draft, isChosen } = design;
    const { customCss } = (draft ?? published).settings;
    return {
      url: siteUrl ?? '',
      settings: published.settings,
      draft: draft?.settings ?? null,
      cssErrors: cssErrors ?? (await renderer.checkCss(customCss)),
      isChosen,
    };
  }

  registerRoute(siteCalls.get, async () => ({ site: await toSite(await findDesign(db)) }));

  registerRoute(siteCalls.saveDraft, async ({ input }) => {
    const errors = await renderer.checkCss(input.customCss);
    await saveDraft(db, input, errors.length > 0);
    return { site: await toSite(await findDesign(db), errors) };
  });

  registerRoute(siteCalls.discardDraft, async () => {
    await discardDraft(db);
    return { message: 'Changes discarded.', site: await toSite(await findDesign(db)) };
  });

  registerRoute(siteCalls.publish, async ({ request }) => {
    const errors = await db.transaction().execute(async (trx) => {
      const { published, draft } = await lockDesign(trx);
      const { settings } = draft ?? published;
      const errors = await renderer.checkCss(settings.customCss);
      const { customCss } = published.settings;
      if (errors.length === 0) await publishDesign(trx, settings, undefined);
      else await publishDesign(trx, { ...settings, customCss }, settings);
      await recordEvent(trx, 'site-published', sourceOf(request));
      return errors;
    });
    const message =
      errors.length === 0
        ? 'Design published.'
        : 'Design published, except for the custom CSS, which has an error.';
    return { message, site: await toSite(await findDesign(db), errors) };
  });

  registerRoute(siteCalls.preview, async () => {
    if (siteUrl === undefined) throw noSite();
    const { token, expiresAt } = await createPreview(db);
    return { url: `${siteUrl}/preview/${token}/`, expiresAt: expiresAt.toISOString() };
  });

  registerRoute(siteCalls.previewItem, async ({ params: { noun }, input, request }) => {
    if (!previewItem) throw noSite();
    return { html: await previewItem(noun, input, actorOf(request)) };
  });
}

function noSite(): ExpectedError {
  return new ExpectedError(409, `There is no public site. ${SITE_ADVICE}`);
}
