import { fromHost, recordEvent } from './auth/audit-store.ts';
import { SERVICE } from './content/revision-store.ts';
import type { Trx } from './db/client.ts';
import type { OpenLink } from './modules/message/reply-mail.ts';
import { createLink, findView, lockView } from './modules/view/view-store.ts';

/** What replies do with the views that are attached to them. Without a site, no view has a link. */
export function attachViews(siteUrl: string | undefined) {
  return {
    async canAttach(trx: Trx, id: string): Promise<boolean> {
      const state = await lockView(trx, id);
      return siteUrl !== undefined && (state === 'draft' || state === 'active');
    },
    openLink: (async (trx, id) => {
      if (siteUrl === undefined)
        throw new Error('SITE_URL is not set: replies with a view wait until you set it.');
      const state = await lockView(trx, id);
      if (state !== 'draft' && state !== 'active') return undefined;
      if (state === 'draft') await createLink(trx, id, SERVICE);
      const view = await findView(trx, siteUrl, id);
      if (state === 'draft')
        await recordEvent(trx, 'view-published', fromHost('A reply'), view?.name);
      return view?.link ?? undefined;
    }) satisfies OpenLink,
  };
}
