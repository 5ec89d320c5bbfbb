import type { SiteSettings } from '@vitrine/contract/site';
import { resolvePath } from '@vitrine/site/resolve-path';
import type { PageOptions } from '@vitrine/site/site';
import { compress } from '../../http/compression.ts';
import type { MemoryResponse } from '../../http/memory-response.ts';
import { PUBLIC_CACHE_CONTROL } from '../../http/security-headers.ts';
import type { Origins } from '../../http/serialize-response.ts';
import type { MediaFiles } from '../../media/media-files.ts';
import { placeOf } from '../../site-address.ts';
import { cardPathOf } from './cards.ts';
import type { Design } from './design-store.ts';
import { nameSitePortfolio, type SiteContent } from './site-content.ts';
import type { SiteFiles } from './site-files.ts';
import { createPageHeaders } from './site-headers.ts';
import type { NamedPortfolio, SiteRenderer } from './site-renderer.ts';
import { makeResumeResponse } from './site-resume.ts';

/** About 10 MB. Pages beyond this number are rendered again when they are read again. */
const MAX_PAGES = 200;

interface SitePagesOptions {
  readonly renderer: SiteRenderer;
  readonly files: SiteFiles;
  readonly media: MediaFiles;
  readonly siteUrl: string;
  readonly origins: Origins;
}

/** The pages of one snapshot of the portfolio. */
interface Edition {
  readonly named: NamedPortfolio;
  readonly design: Design;
  readonly isPublic: boolean;
  /** Undefined if they could not be prepared, so that the next page tries again. */
  options: Promise<PageOptions> | undefined;
  readonly rendered: Map<string, MemoryResponse>;
  readonly rendering: Map<string, Promise<MemoryResponse>>;
}

/** What a page is rendered from. */
export interface LiveSite {
  readonly named: NamedPortfolio;
  readonly settings: SiteSettings;
  readonly options: PageOptions;
}

export type SitePages = ReturnType<typeof createSitePages>;

/**
 * Renders each page once for each state of the portfolio and keeps it, with its compressed copies.
 * A page never mixes two states: it is rendered from one, and names a stylesheet by its content.
 */
export function createSitePages({ renderer, files, media, siteUrl, origins }: SitePagesOptions) {
  const renderPage = createPageRenderer({ renderer, media, siteUrl, origins });
  let edition: Edition | undefined;

  /** Without content, there are no pages: those of an older snapshot may show what is hidden now. */
  async function update(content: SiteContent | undefined): Promise<void> {
    edition = content && {
      named: nameSitePortfolio(content, origins),
      design: content.design,
      isPublic: content.isPublic,
      options: undefined,
      rendered: new Map(),
      rendering: new Map(),
    };
    // Rendered now, so that no visitor waits for it. If it fails, the next visit tries again.
    find('/').catch(() => {});
  }

  function prepareOnce(from: Edition): Promise<PageOptions> {
    from.options ??= prepare(from.design, { renderer, files, siteUrl }).catch((error) => {
      from.options = undefined;
      throw error;
    });
    return from.options;
  }

  /** Renders a page, unless another request is doing so. */
  function renderOnce(from: Edition, key: string, path: string): Promise<MemoryResponse> {
    const started =
      from.rendering.get(key) ??
      prepareOnce(from)
        .then((options) => renderPage(from, path, options))
        .then((response) => keep(from.rendered, key, response))
        .finally(() => from.rendering.delete(key));
    from.rendering.set(key, started);
    return started;
  }

  /** Returns the page at a path, or the page for addresses that do not exist. */
  async function find(path: string): Promise<MemoryResponse | undefined> {
    const from = edition;
    if (!from?.isPublic) return undefined;
    const target = resolvePath(from.named.portfolio, path);
    // A letter can be encoded in many ways, and all of them must not replace the pages in memory.
    const isMoved = target.kind === 'moved';
    const key = isMoved ? `moved to ${target.path}` : target.path;
    const shown = isMoved ? path : target.path;
    const response = from.rendered.get(key) ?? (await renderOnce(from, key, shown));
    // In the meantime, the owner may have hidden something that is on this page.
    return from === edition ? response : find(path);
  }

  return {
    update,
    find,
    /** The page at a path, if it was rendered already. */
    current: (path: string): MemoryResponse | undefined => edition?.rendered.get(path),
    portfolio: (): NamedPortfolio | undefined => edition?.named,
    /** For pages that are not kept. */
    live: async (): Promise<LiveSite | undefined> => {
      const from = edition;
      if (!from?.isPublic) return undefined;
      const { named, design } = from;
      return { named, settings: design.settings, options: await prepareOnce(from) };
    },
  };
}

/** Renders pages with their headers, and files of the resume. */
function createPageRenderer({
  renderer,
  media,
  siteUrl,
  origins,
}: Omit<SitePagesOptions, 'files'>) {
  const sharedHeaders = {
    ...createPageHeaders(siteUrl, origins),
    'cache-control': PUBLIC_CACHE_CONTROL,
  };

  return async (
    { named, design }: Pick<Edition, 'named' | 'design'>,
    path: string,
    options: PageOptions,
  ): Promise<MemoryResponse> => {
    const { settings } = design;
    const { portfolio } = named;
    const target = resolvePath(portfolio, path);
    if (target.kind === 'resume-file') {
      const source = { portfolio, settings, origin: siteUrl };
      const tools = { media, writeDocx: renderer.docx };
      const response = await makeResumeResponse(target.format, source, tools);
      return { ...response, headers: { ...sharedHeaders, ...response.headers } };
    }
    const cardPath = cardPathOf({ portfolio, settings, siteUrl }, path);
    const request = { settings, path, options: { ...options, cardPath } };
    const { status, headers, body } = await renderer.page(named, request);
    return {
      ...(await compress(Buffer.from(body), target.kind === 'home' ? 'small' : 'fast')),
      status,
      headers: { ...sharedHeaders, ...headers },
    };
  };
}

/** Stores the stylesheet of a design, and returns what its pages have in common. */
async function prepare(
  { settings, css }: Design,
  { renderer, files, siteUrl }: Omit<SitePagesOptions, 'origins' | 'media'>,
): Promise<PageOptions> {
  await files.share();
  const [stylesheet, assets] = await Promise.all([
    renderer.stylesheet(settings, css).then(files.addStylesheet),
    files.assetsOf(settings),
  ]);
  return {
    origin: siteUrl,
    mode: 'live',
    base: '',
    assets: { stylesheet, ...assets },
    contactUrl: placeOf(siteUrl, '/contact'),
  };
}

function keep(
  rendered: Map<string, MemoryResponse>,
  path: string,
  response: MemoryResponse,
): MemoryResponse {
  rendered.delete(path);
  rendered.set(path, response);
  const [oldest] = rendered.keys();
  if (rendered.size > MAX_PAGES && oldest !== undefined) rendered.delete(oldest);
  return response;
}
