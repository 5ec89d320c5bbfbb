import type { IncomingMessage } from 'node:http';
import type { NewMessage } from '@vitrine/contract/public';
import type { Answer, LinkedTestimonial } from '@vitrine/contract/testimonial';
import type { ShownView } from '@vitrine/contract/view';
import type { ShownItem } from '@vitrine/site/site';
import type { FastifyRequest } from 'fastify';
import type { Db, Trx } from '../../db/client.ts';
import { ExpectedError } from '../../expected-error.ts';
import { routeNotFound, sendErrorPage } from '../../http/errors.ts';
import { isSiteRequest, SITE_PREFIX } from '../../http/hosts.ts';
import type { Origins } from '../../http/serialize-response.ts';
import type { MediaFiles } from '../../media/media-files.ts';
import type { PreparedMedia } from '../../media/media-pipeline.ts';
import type { SiteFiles } from './site-files.ts';
import type { LiveSite, SitePages } from './site-pages.ts';
import type { SiteRenderer } from './site-renderer.ts';

/** What receives messages. */
interface ContactReceiver {
  newToken(): Promise<string>;
  /** Whether a person sent a form with this token. */
  isFromForm(sent: Readonly<Record<string, string>>): Promise<boolean>;
  receive(
    trx: Trx,
    input: NewMessage,
    address: string,
    options: { readonly isTokenOptional: boolean },
  ): Promise<boolean>;
}

/** What an author finds behind a link. */
export type LinkedWords = Omit<LinkedTestimonial, 'id'>;

/** What authors do with their link. Without a testimonial in the right state, it changes nothing. */
interface AuthorLinks {
  find(token: string): Promise<LinkedWords | undefined>;
  limit(address: string): Promise<unknown>;
  savePhoto(photo: PreparedMedia): Promise<string>;
  isPhoto(name: string): Promise<boolean>;
  discardPhoto(name: string): Promise<void>;
  answer(token: string, answer: Answer): Promise<void>;
  agree(token: string, suggestion: string): Promise<void>;
  keep(token: string, suggestion: string): Promise<void>;
  withdraw(token: string): Promise<void>;
}

/** What readers do with the link of a view. */
interface ViewLinks {
  find(token: string): Promise<LinkedView | undefined>;
  /** Reads the drafts that a view shows before they are public. */
  readDrafts(shown: Pick<ShownView, 'drafts' | 'sections' | 'resume'>): Promise<ShownItem[]>;
  countOpen(id: string, request: IncomingMessage, address: string): void;
}

type LinkedView =
  | { readonly state: 'active'; readonly id: string; readonly shown: ShownView }
  | { readonly state: 'ended' };

export interface SiteOptions {
  readonly db: Db;
  readonly pages: SitePages;
  readonly files: SiteFiles;
  readonly renderer: SiteRenderer;
  readonly siteUrl: string;
  readonly origins: Origins;
  /** Whether the dashboard is also at addresses in a home network. */
  readonly homeNetwork: boolean;
  readonly media: MediaFiles;
  readonly contact: ContactReceiver;
  readonly words: AuthorLinks;
  readonly views: ViewLinks;
  /** Reads the portfolio, if that has not happened yet. */
  readonly load: () => Promise<void>;
}

/** What all routes of the site have in common. */
export const SITE_ROUTE = {
  config: { access: 'anyone' },
  onRequest: requireSiteHost,
  errorHandler: sendErrorPage,
} as const;

/** Other hosts must not reach the routes of the site by their path. */
async function requireSiteHost({ raw }: FastifyRequest): Promise<void> {
  if (!isSiteRequest(raw)) throw routeNotFound();
}

/** The path of a request to the site, without the internal prefix, still encoded. */
export function pathOf({ url }: FastifyRequest): string {
  return url.slice(SITE_PREFIX.length).split('?', 1)[0] ?? '/';
}

/** What pages are rendered from. Fails before there is an owner. */
export async function requireLive({
  pages,
  load,
}: Pick<SiteOptions, 'pages' | 'load'>): Promise<LiveSite> {
  if (!pages.portfolio()) await load();
  const live = await pages.live();
  if (!live) throw notSetUp();
  return live;
}

/** Makes a response from the newest snapshot, also if there is a newer one at the end. */
export async function makeFromLive<T>(
  site: Pick<SiteOptions, 'pages' | 'load'>,
  make: (live: LiveSite) => Promise<T>,
): Promise<T> {
  const live = await requireLive(site);
  const made = await make(live);
  return live.named === site.pages.portfolio() ? made : makeFromLive(site, make);
}

export function notSetUp(): ExpectedError {
  return new ExpectedError(503, 'This site is being set up.', { retryAfterSeconds: 60 });
}
