import { createHash } from 'node:crypto';
import { type CopyContact, FORM_NEEDS_SITE, MAIL_NEEDS_EMAIL } from '@vitrine/contract/options';
import type { SiteSettings } from '@vitrine/contract/site';
import { FILE_PATHS, pagePaths, postPath, projectPath } from '@vitrine/site/resolve-path';
import { publishedFormats } from '@vitrine/site/resume';
import type { PageOptions, SitePortfolio } from '@vitrine/site/site';
import { webfinger } from '@vitrine/site/webfinger';
import { isFilePath } from '../../is-file-path.ts';
import { FILE_NAME, type MediaFiles } from '../../media/media-files.ts';
import { drawCard } from '../../typeset/draw-card.ts';
import { TypesettingError } from '../../typeset/typeset.ts';
import { cardPathOf, findCard, hasCard } from './cards.ts';
import type { Design } from './design-store.ts';
import { headersFile, redirectsFile } from './export-settings.ts';
import type { SiteFiles } from './site-files.ts';
import { pagePolicy } from './site-headers.ts';
import type { NamedPortfolio, SiteRenderer } from './site-renderer.ts';
import { makeSiteResume } from './site-resume.ts';

/** The site cannot be exported as it is. The message says what to do. */
export class ExportError extends Error {}

export interface ExportOptions {
  /** Where the export will be: an origin, or a folder of one. Without a slash at the end. */
  readonly url: string;
  /** Without a site there is no form. */
  readonly contact: CopyContact;
  /** The live site, which receives messages of the form. */
  readonly siteUrl: string | undefined;
}

interface ExportSource {
  readonly named: NamedPortfolio;
  readonly design: Design;
  readonly renderer: SiteRenderer;
  readonly files: Pick<SiteFiles, 'assetsOf' | 'find'>;
  readonly media: MediaFiles;
}

export interface ExportedText {
  /** Below the folder of the export, like projects/tidewatch/index.html. */
  readonly path: string;
  readonly body: Buffer;
}

export type SiteExport = ReturnType<typeof exportSite>;

/**
 * Renders the site as static files. The same content gives the same bytes: nothing depends on the
 * time, and the order is fixed.
 */
export function exportSite(whole: ExportSource, options: ExportOptions) {
  const hasContact = options.contact !== 'none';
  const source = hasContact ? whole : withoutContact(whole);
  const { portfolio } = source.named;
  const media = new Set<string>();
  const pages = pagePaths(portfolio, hasContact);

  /** Yields pages, other files and assets, and notes the media that they name. */
  async function* texts(): AsyncGenerator<ExportedText> {
    for await (const { path, body } of allTexts(source, options)) {
      checkPath(path);
      for (const [, name = ''] of body.toString('latin1').matchAll(MEDIA_NAME)) media.add(name);
      yield { path, body };
    }
  }

  return {
    texts,
    /** How many texts there will be, without fonts, of which there are a few. */
    textCount:
      pages.length +
      FILE_PATHS.length +
      cardPages(portfolio).length +
      publishedFormats(portfolio).length,
    /** The names of the media in use. Complete once all texts were read. */
    media: (): readonly string[] => [...media].sort(),
  };
}

function withoutContact({ design, ...source }: ExportSource): ExportSource {
  const hide = (section: SiteSettings['sections'][number]) =>
    section.name === 'contact' ? { ...section, shown: false } : section;
  const settings = { ...design.settings, sections: design.settings.sections.map(hide) };
  return { ...source, design: { ...design, settings } };
}

const MEDIA_NAME = /\/media\/([0-9a-f]{64}\.[a-z]{3,4})(?![\w.])/g;

/** The path of a media file in the export. */
export function exportedMediaPath(name: string): string {
  if (!FILE_NAME.test(name)) throw new ExportError(`${name} is not the name of a media file.`);
  return `media/${name}`;
}

/** No name may lead out of the folder, whatever the database contains. */
function checkPath(path: string): void {
  if (!isFilePath(path)) throw new ExportError(`${path} cannot be the name of a file.`);
}

async function* allTexts(
  source: ExportSource,
  options: ExportOptions,
): AsyncGenerator<ExportedText> {
  const { named, design, renderer, files } = source;
  const { settings } = design;
  const { url } = options;
  const css = (await renderer.stylesheet(settings, design.css)).replace(
    /url\((["']?)\/media\//g,
    'url($1../media/',
  );
  const hash = createHash('sha256').update(css).digest('hex').slice(0, 16);
  const assets = { ...(await files.assetsOf(settings)), stylesheet: `/assets/design-${hash}.css` };
  const page: PageOptions = {
    origin: url,
    mode: 'export',
    base: '',
    assets,
    contactUrl: makeContactUrl(named.portfolio, options),
    policy: pagePolicy({ mediaOrigin: url, publicUrl: url }, findFormOrigin(options)),
  };
  yield text(assets.stylesheet, css);
  const fonts = [...css.matchAll(/url\(["']?([\w-]+\.woff2)["']?\)/g)].map(([, name = '']) => name);
  const script = options.contact === 'form' ? [assets.script.replace('/assets/', '')] : [];
  for (const name of [...new Set([...fonts, ...script])].sort()) {
    const file = await files.find(name);
    if (!file) throw new ExportError(`The build has no ${name}. Run npm run build.`);
    yield { path: `assets/${name}`, body: file.body };
  }
  const cards = new Map<string, string>();
  for (const path of cardPages(named.portfolio)) {
    const card = await drawPageCard(source, options.url, path);
    if (!card) continue;
    cards.set(path, card.path);
    yield text(card.path, card.body);
  }
  for (const path of pagePaths(named.portfolio, page.contactUrl !== '').toSorted()) {
    const cardPath = cards.get(hasCard(named.portfolio, path) ? path : '/');
    const { body } = await renderer.page(named, { settings, path, options: { ...page, cardPath } });
    yield text(`${path === '/' ? '' : path}/index.html`, body);
  }
  const { body: missing } = await renderer.page(named, { settings, path: '/404', options: page });
  yield text('/404.html', missing);
  for (const path of FILE_PATHS.toSorted()) {
    const { status, body } = await renderer.page(named, { settings, path, options: page });
    if (status === 200) yield text(path, body);
  }
  const resume = { portfolio: named.portfolio, settings, origin: options.url };
  for (const format of publishedFormats(named.portfolio).toSorted()) {
    const tools = { media: source.media, writeDocx: renderer.docx };
    yield { path: `resume.${format}`, body: await makeSiteResume(format, resume, tools) };
  }
  yield* hostFiles(named.portfolio, page, options);
}

/** A card takes up to 350 ms. Projects and posts beyond this number are shared with their picture instead. */
const MAX_CARDS = 24;

/** The pages that have an Open Graph image of their own. */
function cardPages({ projects, posts }: SitePortfolio): readonly string[] {
  return [
    '/',
    ...projects.slice(0, MAX_CARDS).map(projectPath),
    ...posts.slice(0, MAX_CARDS).map(postPath),
  ];
}

/** A page can do without its card, for example if a picture is missing. */
async function drawPageCard(
  { named, design, media }: ExportSource,
  url: string,
  path: string,
): Promise<{ readonly path: string; readonly body: Buffer } | undefined> {
  const source = { portfolio: named.portfolio, settings: design.settings, siteUrl: url };
  const cardPath = cardPathOf(source, path) ?? '';
  const found = findCard(source, cardPath.slice('/og'.length));
  if (!found) return undefined;
  try {
    return { path: cardPath, body: await drawCard(found.card, media) };
  } catch (error) {
    if (error instanceof TypesettingError) return undefined;
    throw error;
  }
}

/** What hosts read: headers, redirects, and the name of the site. */
function* hostFiles(
  portfolio: SitePortfolio,
  page: PageOptions,
  options: ExportOptions,
): Generator<ExportedText> {
  const { url } = options;
  const { host, pathname } = new URL(url);
  yield text('/.nojekyll', '');
  yield text('/.well-known/webfinger', webfinger(portfolio, page, `acct:me@${host}`).body);
  if (pathname === '/' && isCustomDomain(host)) yield text('/CNAME', `${host}\n`);
  yield text('/_headers', headersFile(url, findFormOrigin(options)));
  yield text('/_redirects', redirectsFile(portfolio, pathname.replace(/\/$/, '')));
}

/** Hosts decode the path of a request before they look for the file. */
function text(path: string, body: string | Buffer): ExportedText {
  return { path: decodeURI(path.slice(1)), body: Buffer.from(body) };
}

/** The origin that receives messages of the form. */
function findFormOrigin({ contact, siteUrl }: ExportOptions): string | undefined {
  return contact === 'form' ? siteUrl : undefined;
}

function isCustomDomain(host: string): boolean {
  return host.includes('.') && !/(\.github\.io|:\d+|^[\d.]+)$/.test(host);
}

function makeContactUrl({ profile }: SitePortfolio, { contact, siteUrl }: ExportOptions): string {
  if (contact === 'none') return '';
  if (contact === 'form') {
    if (siteUrl === undefined) throw new ExportError(FORM_NEEDS_SITE);
    return `${siteUrl}/contact`;
  }
  if (!profile.email) throw new ExportError(MAIL_NEEDS_EMAIL);
  return `mailto:${profile.email}`;
}
