import { SITE_ADVICE, type ViewState } from '@vitrine/contract/options';
import type { SiteSettings } from '@vitrine/contract/site';
import { DEFAULT_VIEW, type View, viewCalls } from '@vitrine/contract/view';
import { recordEvent, sourceOf } from '../../auth/audit-store.ts';
import { actorOf } from '../../auth/auth-guard.ts';
import { moveToTrash } from '../../content/trash-store.ts';
import type { Db, Trx } from '../../db/client.ts';
import { ExpectedError } from '../../expected-error.ts';
import { notFound } from '../../http/errors.ts';
import { createPreview } from '../../http/preview-store.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import { listViewChoices, type ResumeProfile } from './view-choices.ts';
import {
  addView,
  createLink,
  findIsCounting,
  findView,
  inDays,
  listViews,
  lockView,
  revokeLink,
  updateView,
} from './view-store.ts';

interface ViewOptions {
  readonly db: Db;
  readonly siteUrl: string | undefined;
  readonly read: () => Promise<{ readonly profile: ResumeProfile; readonly design: SiteSettings }>;
}

/** The owner's calls for views. */
export function viewRoutes(registerRoute: RegisterRoute, { db, siteUrl, read }: ViewOptions): void {
  linkRoutes(registerRoute, { db, siteUrl });

  registerRoute(viewCalls.list, async () => {
    const [views, isCounting] = await Promise.all([listViews(db, siteUrl), findIsCounting(db)]);
    return { views, isCounting };
  });

  registerRoute(viewCalls.get, async ({ params }) => ({
    view: await requireView(db, siteUrl, params.id),
  }));

  registerRoute(viewCalls.choices, async () => {
    const { profile, design } = await read();
    return { ...(await listViewChoices(db, profile, design)), siteUrl: siteUrl ?? '' };
  });

  registerRoute(viewCalls.add, ({ input, request, runIdempotently }) =>
    runIdempotently(async (trx) => {
      const id = await addView(trx, input, actorOf(request));
      return { message: 'View added.', view: await requireView(trx, siteUrl, id) };
    }),
  );

  registerRoute(viewCalls.update, ({ params: { id }, input, request }) =>
    db.transaction().execute(async (trx) => {
      const revision = await updateView(trx, id, input, actorOf(request));
      return { message: 'View updated.', view: await requireView(trx, siteUrl, id), revision };
    }),
  );

  registerRoute(viewCalls.preview, async ({ input: { base, ...settings } }) => {
    const view = JSON.stringify({ ...DEFAULT_VIEW, ...settings });
    const { token, expiresAt } = await createPreview(db, { view, token: base?.split('/').at(-1) });
    return {
      url: `${requireSite(siteUrl)}/preview/${token}/`,
      expiresAt: expiresAt.toISOString(),
    };
  });

  registerRoute(viewCalls.duplicate, ({ params: { id }, request, runIdempotently }) =>
    runIdempotently(async (trx) => {
      const copy = await addView(
        trx,
        copyOf(await requireView(trx, siteUrl, id)),
        actorOf(request),
      );
      return { message: 'View duplicated.', view: await requireView(trx, siteUrl, copy) };
    }),
  );

  registerRoute(viewCalls.remove, async ({ params, request }) => {
    const trashed = await db
      .transaction()
      .execute((trx) => moveToTrash(trx, 'view', [params.id], actorOf(request)));
    if (trashed.length === 0) throw notFound('view');
    return { message: 'View moved to the trash.', trashed };
  });
}

/** The calls that change the link of a view. */
function linkRoutes(
  registerRoute: RegisterRoute,
  { db, siteUrl }: Pick<ViewOptions, 'db' | 'siteUrl'>,
): void {
  registerRoute(viewCalls.publish, ({ params, request }) => {
    requireSite(siteUrl);
    return change(params.id, async (trx, { name }, state) => {
      if (state === 'active') return 'The link works already.';
      await createLink(trx, params.id, actorOf(request));
      await recordEvent(trx, 'view-published', sourceOf(request), name);
      return 'View published.';
    });
  });

  registerRoute(viewCalls.revoke, ({ params, request }) =>
    change(params.id, async (trx, { name }, state) => {
      if (state === 'draft' || state === 'revoked')
        throw new ExpectedError(409, 'This view has no link to revoke.');
      await revokeLink(trx, params.id);
      await recordEvent(trx, 'view-revoked', sourceOf(request), name);
      return 'Link revoked.';
    }),
  );

  registerRoute(viewCalls.extend, ({ params: { id }, input: { days }, request }) =>
    change(id, async (trx, { expiresAt }, state) => {
      if (state === 'draft' || state === 'revoked')
        throw new ExpectedError(409, 'This view has no link to extend. Publish it first.');
      if (expiresAt === null) throw new ExpectedError(409, 'The link of this view never ends.');
      const later = inDays(days, Math.max(Date.now(), Date.parse(expiresAt)));
      if (later >= '9999') throw new ExpectedError(409, 'The link cannot end that late.');
      await updateView(trx, id, { expiresAt: later }, actorOf(request));
      return `Extended by ${days} ${days === 1 ? 'day' : 'days'}.`;
    }),
  );

  /** Changes the link of a view. `write` returns the message. */
  async function change(
    id: string,
    write: (trx: Trx, view: View, state: ViewState) => Promise<string>,
  ) {
    return db.transaction().execute(async (trx) => {
      const state = await lockView(trx, id);
      if (!state) throw notFound('view');
      const message = await write(trx, await requireView(trx, siteUrl, id), state);
      return { message, view: await requireView(trx, siteUrl, id) };
    });
  }
}

async function requireView(db: Db | Trx, siteUrl: string | undefined, id: string): Promise<View> {
  const view = await findView(db, siteUrl, id);
  if (!view) throw notFound('view');
  return view;
}

/** A copy gets the usual expiry. */
function copyOf({ name, headline, note, sections, drafts, resume }: View) {
  const suffix = ' (copy)';
  return {
    name: name.slice(0, 100 - suffix.length) + suffix,
    ...{ headline, note, sections, drafts, resume },
  };
}

function requireSite(siteUrl: string | undefined): string {
  if (siteUrl === undefined)
    throw new ExpectedError(409, `Readers open views on your site. ${SITE_ADVICE}`);
  return siteUrl;
}
