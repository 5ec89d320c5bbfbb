import { SITE_ADVICE } from '@vitrine/contract/options';
import { fromHost, recordEvent } from './auth/audit-store.ts';
import { SERVICE } from './content/revision-store.ts';
import type { Trx } from './db/client.ts';
import { ExpectedError } from './expected-error.ts';
import type { OpenLink } from './modules/message/reply-mail.ts';
import { createLink, findView, lockView } from './modules/view/view-store.ts';

const NO_SITE = `Others cannot open your site. ${SITE_ADVICE}`;

/** What replies do with the views that are attached to them. Only a site that others can open has links. */
export function attachViews(siteUrl: string | undefined) {
  return {
    async canAttach(trx: Trx, id: string): Promise<boolean> {
      if (siteUrl === undefined) throw new ExpectedError(409, NO_SITE);
      const state = await lockView(trx, id);
      return state === 'draft' || state === 'active';
    },
    openLink: (async (trx, id) => {
      if (siteUrl === undefined) throw new Error(`${NO_SITE} Replies with a view wait until then.`);
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
