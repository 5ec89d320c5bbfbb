import type { FastifyInstance } from 'fastify';
import {
  createFastify,
  type FastifyOptions,
  registerPlugins,
  type Serve,
} from './create-fastify.ts';
import { isReachable } from './db/client.ts';
import { ExpectedError } from './expected-error.ts';
import { healthRoutes } from './http/health-routes.ts';
import { createHostChooser } from './http/hosts.ts';
import { serveMediaFromMemory } from './http/media-routes.ts';
import { LIMITS } from './http/rate-limit.ts';
import { mediaStore } from './media/media-store.ts';
import { createContact } from './modules/message/contact.ts';
import { servePortfolioFromMemory } from './modules/portfolio/portfolio-routes.ts';
import { createPortfolioSnapshot } from './modules/portfolio/portfolio-snapshot.ts';
import { createSiteFiles } from './modules/site/site-files.ts';
import { createSitePages } from './modules/site/site-pages.ts';
import { createSiteRenderer, type SiteRenderer } from './modules/site/site-renderer.ts';
import type { SiteOptions } from './modules/site/site-route.ts';
import { serveSiteFromMemory, siteRoutes } from './modules/site/site-routes.ts';
import { createAuthorLinks } from './modules/testimonial/author-links.ts';
import { readPortfolio } from './read-portfolio.ts';
import { type RouteOptions, registerRoutes, type Shared } from './register-routes.ts';

type AppOptions = RouteOptions & FastifyOptions;

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, db, notifications } = options;
  let isClosing = false;
  /** Undefined before the first snapshot. */
  let resumeFiles: ReadonlySet<string> | undefined;
  let withheld: ReadonlySet<string> | undefined;
  const isWithheld = (name: string) => withheld?.has(name);
  const renderer = createSiteRenderer();
  const { jobs, limits = LIMITS } = options;
  const contact = createContact({ db, jobs, limits });
  const words = createAuthorLinks({ db, jobs, media: mediaStore(options.files), limits });
  const site = createSite(options, renderer);
  const snapshot = createPortfolioSnapshot({
    read: () => readPortfolio(db, config),
    async onChange(content) {
      resumeFiles = content?.resumeFiles ?? resumeFiles;
      // Without a snapshot, the site offers no resume: the owner may have hidden it.
      withheld = content?.withheld ?? resumeFiles;
      await site?.pages.update(content);
    },
    notifications,
    origins: config,
    onError(error) {
      const reason = String((error instanceof ExpectedError && error.cause) || error);
      app.log.warn({ reason }, 'portfolio snapshot not updated');
    },
  });
  const app = createFastify(
    options,
    createMemoryServer(options, { snapshot, site, isWithheld }),
    () => isClosing,
  );
  app.addHook('preClose', async () => {
    isClosing = true;
    snapshot.stop();
  });
  await registerPlugins(app, options);
  const siteOptions = site && { ...site, contact, words, load: snapshot.refresh };
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
): Omit<SiteOptions, 'load' | 'contact' | 'words'> | undefined {
  const { siteUrl } = config;
  if (siteUrl === undefined) return undefined;
  const files = createSiteFiles(db);
  const pages = createSitePages({ renderer, files, media, siteUrl, origins: config });
  return { db, pages, files, media, renderer, siteUrl, origins: config };
}

interface Memory extends Pick<Shared, 'snapshot' | 'isWithheld'> {
  readonly site: Pick<SiteOptions, 'pages' | 'files'> | undefined;
}

/** Returns the function that serves from memory what is there, on the host of the request. */
function createMemoryServer(
  { config, files }: AppOptions,
  { snapshot, site, isWithheld }: Memory,
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
    return serveMedia(request, response) ?? serve[host](request, response);
  };
}
