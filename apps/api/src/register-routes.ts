import type { ItemPreview } from '@vitrine/contract/site';
import type { ShownItem } from '@vitrine/site/site';
import type { FastifyInstance } from 'fastify';
import { createImporter } from './apply-import.ts';
import { attachViews } from './attach-view.ts';
import { hasSession, registerAuthGuard } from './auth/auth-guard.ts';
import {
  createClientOf,
  hostCookie,
  type SessionCookie,
  sessionCookie,
} from './auth/session-cookie.ts';
import type { Config } from './config.ts';
import type { Actor } from './content/revision-store.ts';
import { allStores, isPublishedStore } from './content/stores.ts';
import type { Db } from './db/client.ts';
import type { Notifications } from './db/notifications.ts';
import { ExpectedError } from './expected-error.ts';
import { collectionRoutes } from './http/collection-routes.ts';
import type { CompressedBody } from './http/compression.ts';
import type { DashboardFiles } from './http/dashboard-files.ts';
import { dashboardRoutes } from './http/dashboard-routes.ts';
import { sendErrorPage } from './http/errors.ts';
import { createOriginOf, type OriginOf, UNKNOWN_HOST } from './http/hosts.ts';
import { type IsWithheld, mediaRoutes } from './http/media-routes.ts';
import { publishedRoutes } from './http/published-routes.ts';
import { LIMITS, type Limits } from './http/rate-limit.ts';
import { referenceRoutes } from './http/reference-routes.ts';
import { createRouteRegistrar, type RegisterRoute } from './http/register-route.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { CachedMediaFiles } from './media/file-cache.ts';
import { mediaStore } from './media/media-store.ts';
import { addressRoutes } from './modules/address/address-routes.ts';
import { auditRoutes } from './modules/audit/audit-routes.ts';
import { backupRoutes } from './modules/backup/backup-routes.ts';
import { readBackupStatus } from './modules/backup/backup-status.ts';
import { copyRoutes } from './modules/copy/copy-routes.ts';
import { historyRoutes } from './modules/history/history-routes.ts';
import { iconRoutes } from './modules/icon/icon-routes.ts';
import { imageRoutes } from './modules/image/image-routes.ts';
import { importRoutes } from './modules/import/import-routes.ts';
import type { Contact } from './modules/message/contact.ts';
import { contactRoutes } from './modules/message/contact-routes.ts';
import { messageEvents } from './modules/message/message-events.ts';
import { messageRoutes } from './modules/message/message-routes.ts';
import { clientRoutes } from './modules/portfolio/client-routes.ts';
import { portfolioRoutes } from './modules/portfolio/portfolio-routes.ts';
import type { Portfolio, PortfolioSnapshot } from './modules/portfolio/portfolio-snapshot.ts';
import { postExportRoutes } from './modules/post/export-routes.ts';
import { resumeDownloadRoutes } from './modules/resume/resume-download.ts';
import { resumeRoutes } from './modules/resume/resume-routes.ts';
import { designRoutes } from './modules/site/design-routes.ts';
import { siteDownloadRoutes } from './modules/site/download-routes.ts';
import { type PreviewSite, renderItemPreview } from './modules/site/item-preview.ts';
import type { SiteRenderer } from './modules/site/site-renderer.ts';
import { findResumeFailures } from './modules/site/site-resume.ts';
import { testimonialRoutes } from './modules/testimonial/testimonial-routes.ts';
import { tokenRoutes } from './modules/token/token-routes.ts';
import { trashRoutes } from './modules/trash/trash-routes.ts';
import { createFirstContact } from './modules/user/first-contact.ts';
import { createPasskeyVerifier } from './modules/user/passkey-verifier.ts';
import { userRoutes } from './modules/user/user-routes.ts';
import { findPublicProfile } from './modules/user/user-store.ts';
import { viewRoutes } from './modules/view/view-routes.ts';
import type { ReadCountry } from './modules/visit/read-country.ts';
import { visitRoutes } from './modules/visit/visit-routes.ts';
import { previewItem } from './preview-item.ts';
import { isPortfolioPublic, readForImport, readPortfolio, readResume } from './read-portfolio.ts';
import { ownSiteUrl, sharedSiteUrl } from './site-address.ts';

export interface RouteOptions {
  readonly config: Config;
  readonly db: Db;
  readonly files: CachedMediaFiles;
  readonly jobs: Jobs;
  readonly notifications: Notifications;
  /** Whether all migrations of this version have run. */
  readonly isMigrated: () => boolean;
  /** The built dashboard. Without it, only the API is served. */
  readonly dashboard?: DashboardFiles | undefined;
  /** The built client for the owner's site. */
  readonly client?: CompressedBody | undefined;
  readonly limits?: Limits;
  readonly readCountry?: ReadCountry;
  /** Starts the service again, which then reads the addresses that the owner has added. */
  readonly restart?: () => void;
}

/** What several modules use. */
export interface Shared {
  readonly snapshot: PortfolioSnapshot<Portfolio>;
  readonly renderer: SiteRenderer;
  readonly contact: Contact;
  readonly isWithheld: IsWithheld;
  readonly site: PreviewSite | undefined;
}

/** Registers all routes but those of the site. */
export function registerRoutes(
  app: FastifyInstance,
  options: RouteOptions,
  { snapshot, renderer, contact, isWithheld, site }: Shared,
): void {
  const { config, db, files, jobs, notifications, limits = LIMITS } = options;
  const { publicUrl, siteUrl, copyPlaces: places } = config;
  const originOf = createOriginOf(config);
  const cookie = sessionCookie(originOf);
  const media = mediaStore(files);
  registerAuthGuard(app, { db, cookie, originOf, isReady: options.isMigrated });

  const registerRoute = createRouteRegistrar(app, { db, origins: config, originOf });
  accountRoutes(registerRoute, options, { cookie, originOf });
  tokenRoutes(registerRoute, { db, jobs });
  auditRoutes(registerRoute, db);
  const services = { db, media };
  for (const store of allStores)
    if (isPublishedStore(store)) publishedRoutes(registerRoute, services, store);
    else collectionRoutes(registerRoute, services, store);
  testimonialRoutes(registerRoute, { db, siteUrl });
  imageRoutes(registerRoute, db, media);
  iconRoutes(registerRoute);
  const canReply = config.smtpUrl !== undefined;
  const attach = attachViews(sharedSiteUrl(siteUrl, publicUrl));
  messageRoutes(registerRoute, { db, jobs, limits, canReply, ...attach });
  trashRoutes(registerRoute, { db, jobs });
  historyRoutes(registerRoute, db);
  designRoutes(registerRoute, db, {
    renderer,
    siteUrl,
    previewItem: site && createItemPreview(db, config.mediaOrigin, site),
  });
  resumeRoutes(registerRoute, {
    db,
    read: ({ token }) => readResume(db, token ? 'token' : 'owner'),
    findFailures: async () =>
      findResumeFailures(await readPortfolio(db, config), config, {
        media: files,
        writeDocx: renderer.docx,
      }),
    siteUrl,
    media: files,
  });
  viewRoutes(registerRoute, {
    db,
    siteUrl,
    async read() {
      const { content, design } = await readResume(db);
      return { profile: content.profile, design };
    },
  });
  importRoutes(registerRoute, {
    db,
    read: () => readForImport(db),
    prepare: createImporter(media),
    sources: config.importSources,
  });
  const canUseMail = () => showsEmail(db);
  copyRoutes(registerRoute, { db, jobs, siteUrl: ownSiteUrl(siteUrl), places, canUseMail });
  visitRoutes(app, registerRoute, { db, hasCountries: config.geoipFile !== undefined });
  downloadRoutes(app, options, renderer);
  messageEvents(app, { db, notifications, cookie, publicUrl });
  contactRoutes(registerRoute, contact);
  portfolioRoutes(app, snapshot, publicUrl);
  clientRoutes(app, options.client);
  backupRoutes(app, registerRoute, { db, files, jobs, cookie, places: config });
  mediaRoutes(app, files, {
    isWithheld,
    load: snapshot.refresh,
    isOwner: (request) => hasSession(db, cookie, request),
  });
  referenceRoutes(app, publicUrl);
  addressRoutes(app, registerRoute, { db, jobs, config, restart: options.restart });
  unknownHostRoute(app, config);
  if (options.dashboard) dashboardRoutes(app, options.dashboard, cookie, config);
}

/** Signing in, and what the owner sees from the start. */
function accountRoutes(
  registerRoute: RegisterRoute,
  { config, db, files, jobs, limits = LIMITS }: RouteOptions,
  { cookie, originOf }: { readonly cookie: SessionCookie; readonly originOf: OriginOf },
): void {
  const { publicUrl, setupCode, siteUrl, homeNetwork } = config;
  const deviceCookie = hostCookie(originOf, '-device');
  userRoutes(registerRoute, {
    db,
    media: mediaStore(files),
    jobs,
    cookie,
    deviceCookie,
    stepCookie: hostCookie(originOf, '-login'),
    clientOf: createClientOf(db, deviceCookie),
    limits,
    verifier: createPasskeyVerifier({ db, publicUrl }),
    setupCode,
    firstContact: createFirstContact({
      isOpen: homeNetwork && setupCode === undefined,
      cookie: hostCookie(originOf, '-setup'),
    }),
    async readStatus() {
      const [backupProblem] = (await readBackupStatus(db, config)).problems;
      return {
        ...(backupProblem && { backupProblem }),
        ...(homeNetwork && { hasAddresses: true }),
        ...(siteUrl && { site: { url: siteUrl, isPublic: await isPortfolioPublic(db, siteUrl) } }),
      };
    },
  });
}

/** Somebody whose new domain leads here sees what to do. */
function unknownHostRoute(app: FastifyInstance, { homeNetwork }: Config): void {
  const advice = homeNetwork
    ? ' If it is yours, open Vitrine by its address in your home network, then add this one in Account > Addresses.'
    : '';
  const options = {
    config: { access: 'anyone' },
    ...(homeNetwork && { errorHandler: sendErrorPage }),
  } as const;
  app.all(UNKNOWN_HOST, options, async () => {
    throw new ExpectedError(421, `This service does not serve this host name.${advice}`);
  });
}

/** Whether visitors can see an email address. */
async function showsEmail(db: Db): Promise<boolean> {
  return Boolean((await findPublicProfile(db))?.email);
}

function downloadRoutes(
  app: FastifyInstance,
  { config, db, files: media }: RouteOptions,
  renderer: SiteRenderer,
): void {
  const { mediaOrigin } = config;
  const siteUrl = ownSiteUrl(config.siteUrl);
  resumeDownloadRoutes(app, {
    read: ({ token }) => readResume(db, token ? 'token' : 'owner'),
    siteUrl: config.siteUrl,
    mediaOrigin,
    media,
    writeDocx: renderer.docx,
  });
  const read = () => readPortfolio(db, config);
  siteDownloadRoutes(app, { db, read, renderer, media, siteUrl, mediaOrigin });
  postExportRoutes(app, db, media);
}

function createItemPreview(db: Db, mediaOrigin: string, site: PreviewSite) {
  return async (noun: ShownItem['noun'], input: ItemPreview, actor: Actor) => {
    const item = await previewItem(db, mediaOrigin, noun, input, actor);
    return renderItemPreview(site, item, input.base);
  };
}
