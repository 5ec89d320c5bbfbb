import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import { clientAddress } from './auth/client-address.ts';
import {
  createFastify,
  type FastifyOptions,
  registerPlugins,
  type Serve,
} from './create-fastify.ts';
import { isReachable } from './db/client.ts';
import { ExpectedError } from './expected-error.ts';
import { healthRoutes } from './http/health-routes.ts';
import { createHostChooser, isHomeHost, isSiteRequest } from './http/hosts.ts';
import { serveMediaFromMemory } from './http/media-routes.ts';
import { LIMITS } from './http/rate-limit.ts';
import type { OnRequestEnd } from './http/track-request.ts';
import { mediaStore } from './media/media-store.ts';
import { createContact } from './modules/message/contact.ts';
import { PORTFOLIO, servePortfolioFromMemory } from './modules/portfolio/portfolio-routes.ts';
import { createPortfolioSnapshot } from './modules/portfolio/portfolio-snapshot.ts';
import { createSiteFiles } from './modules/site/site-files.ts';
import { createSitePages } from './modules/site/site-pages.ts';
import { createSiteRenderer, type SiteRenderer } from './modules/site/site-renderer.ts';
import type { SiteOptions } from './modules/site/site-route.ts';
import { serveSiteFromMemory, siteRoutes } from './modules/site/site-routes.ts';
import { createAuthorLinks } from './modules/testimonial/author-links.ts';
import { findByLink } from './modules/view/view-store.ts';
import { createCountedPaths } from './modules/visit/counted-path.ts';
import { createVisitCounter } from './modules/visit/visit-counter.ts';
import { readViewDrafts } from './preview-item.ts';
import { readPortfolio } from './read-portfolio.ts';
import { type RouteOptions, registerRoutes, type Shared } from './register-routes.ts';
import { ownSiteUrl } from './site-address.ts';
import { watchForCopies } from './update-copies.ts';

type AppOptions = RouteOptions &
  FastifyOptions & {
    /** From the first change that copies lack to their update. */
    readonly copyDelaySeconds?: number | undefined;
  };
type Site = Omit<SiteOptions, 'load' | 'contact' | 'words' | 'views'>;

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, db, notifications } = options;
  let isClosing = false;
  /** Undefined before the first snapshot. */
  let resumeFiles: ReadonlySet<string> | undefined;
  let withheld: ReadonlySet<string> | undefined;
  const isWithheld = (name: string) => withheld?.has(name);
  const renderer = createSiteRenderer();
  const { jobs, limits = LIMITS } = options;
  const copies = watchForCopies({ db, jobs, config, delaySeconds: options.copyDelaySeconds });
  const site = createSite(options, renderer);
  const warn = (error: unknown, message: string) => {
    const reason = String((error instanceof ExpectedError && error.cause) || error);
    app.log.warn({ reason }, message);
  };
  const visits = createVisits(options, site, (error) => warn(error, 'visits not saved yet'));
  const contact = createContact({ db, jobs, limits, onMessage: visits.countMessage });
  const words = createAuthorLinks({ db, jobs, media: mediaStore(options.files), limits });
  const snapshot = createPortfolioSnapshot({
    read: () => readPortfolio(db, config),
    async onChange(content) {
      resumeFiles = content?.resumeFiles ?? resumeFiles;
      // Without a snapshot, the site offers no resume: the owner may have hidden it.
      withheld = content?.withheld ?? resumeFiles;
      await site?.pages.update(content);
      visits.update(content?.isCounting ?? false);
      copies.update(content);
    },
    notifications,
    // Without a public address, clients resolve these paths against the origin that they use.
    origins: config.mediaOrigin === '' ? { publicUrl: '', mediaOrigin: '' } : config,
    onError: (error) => warn(error, 'portfolio snapshot not updated'),
  });
  const app = createFastify(options, {
    serveFromMemory: createMemoryServer(options, { snapshot, site, isWithheld, visits }),
    isClosing: () => isClosing,
    onRequestEnd: visits.countEnded,
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    snapshot.stop();
    copies.stop();
  });
  app.addHook('onClose', visits.stop);
  await registerPlugins(app, options);
  const views: SiteOptions['views'] = {
    find: (token) => findByLink(db, token),
    readDrafts: (shown) => readViewDrafts(db, config.mediaOrigin, shown),
    countOpen: visits.countOpen,
  };
  const siteOptions = site && { ...site, contact, words, views, load: snapshot.refresh };
  registerRoutes(app, options, { snapshot, renderer, contact, isWithheld, site: siteOptions });
  if (siteOptions) siteRoutes(app, siteOptions);
  healthRoutes(app, {
    isStopping: () => isClosing,
    isReady: async () => options.isMigrated() && (await isReachable(db)),
  });
  return app;
}

/** The public site, if it has an address. */
function createSite(
  { config, db, files: media }: AppOptions,
  renderer: SiteRenderer,
): Site | undefined {
  const { siteUrl, homeNetwork } = config;
  if (siteUrl === undefined) return undefined;
  const files = createSiteFiles(db, siteUrl);
  const pages = createSitePages({ renderer, files, media, siteUrl, origins: config });
  return { db, pages, files, media, renderer, siteUrl, origins: config, homeNetwork };
}

/** Counts the pages of the site, and the public document. */
function createVisits(
  { config, db, readCountry = () => '' }: AppOptions,
  site: Site | undefined,
  onError: (error: unknown) => void,
) {
  const { trustProxy, publicUrl, homeNetwork } = config;
  const ownHosts = [publicUrl, ownSiteUrl(config.siteUrl) ?? publicUrl].map(
    (url) => new URL(url).hostname,
  );
  const isOwnHost = (host: string) => ownHosts.includes(host) || (homeNetwork && isHomeHost(host));
  const counter = createVisitCounter({ db, readCountry, isOwnHost, onError });
  const paths = createCountedPaths();
  const document = { kind: 'page', name: PORTFOLIO } as const;
  const isTrusted = trustProxy.length > 0 ? proxyAddr.compile([...trustProxy]) : undefined;

  function count(isSite: boolean, request: IncomingMessage, url: string, address: string): void {
    const portfolio = isSite ? site?.pages.portfolio()?.portfolio : undefined;
    const counted = portfolio
      ? paths.find(portfolio, url)
      : url.split('?', 1)[0] === PORTFOLIO
        ? document
        : undefined;
    // Some proxies add a port, which changes with each connection.
    const bare = isTrusted ? (clientAddress(address) ?? address) : address;
    if (counted) counter.count(counted, request, bare);
  }

  return {
    stop: counter.stop,
    countMessage: counter.countMessage,
    countOpen: counter.countOpen,
    update(isCounting: boolean): void {
      paths.clear();
      counter.turn(isCounting);
    },
    /** For responses from memory. */
    countServed(isSite: boolean, request: IncomingMessage): void {
      const { remoteAddress = '' } = request.socket;
      const address = isTrusted ? proxyAddr(request, isTrusted) : remoteAddress;
      count(isSite, request, request.url ?? '/', address);
    },
    countEnded: (({ raw, originalUrl }, { status, ip }) => {
      if (status < 400) count(isSiteRequest(raw), raw, originalUrl, ip);
    }) satisfies OnRequestEnd,
  };
}

interface Memory extends Pick<Shared, 'snapshot' | 'isWithheld'> {
  readonly site: Pick<SiteOptions, 'pages' | 'files'> | undefined;
  readonly visits: ReturnType<typeof createVisits>;
}

/** Returns the function that serves from memory what is there, on the host of the request. */
function createMemoryServer(
  { config, files }: AppOptions,
  { snapshot, site, isWithheld, visits }: Memory,
): Serve {
  const chooseHost = createHostChooser(config);
  const serve = {
    dashboard: servePortfolioFromMemory(snapshot, config.publicUrl),
    site: site ? serveSiteFromMemory(site) : () => undefined,
  };
  const serveMedia = serveMediaFromMemory(files, config.publicUrl, isWithheld);
  return (request, response) => {
    const host = chooseHost(request);
    if (host === undefined) return undefined;
    const media = serveMedia(request, response);
    if (media !== undefined) return media;
    const route = serve[host](request, response);
    if (route !== undefined) visits.countServed(host === 'site', request);
    return route;
  };
}
