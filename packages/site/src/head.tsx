import { FORMAT_TYPES } from '@vitrine/resume/formats';
import { absoluteUrl, isBelow } from './absolute-url.ts';
import { CitationMeta } from './citation-meta.tsx';
import { jsonLdOf, serializeJsonLd } from './json-ld.ts';
import { type PageContext, usePage } from './page-context.ts';
import type { Target } from './resolve-path.ts';
import { publishedFormats } from './resume.ts';
import { sectionHeading } from './sections.ts';
import { THEME_MANIFESTS } from './themes.ts';

export interface HeadProps {
  readonly title: string;
  readonly description: string;
  /** Not listed by search engines, such as an error page. */
  readonly isUnlisted?: boolean;
  /** Whether the page has a contact form, which a script sends in place. */
  readonly hasForm?: boolean;
}

export function Head({ title, description, isUnlisted = false, hasForm = false }: HeadProps) {
  const page = usePage();
  const { settings, mode, path, assets, portfolio, href, target, isForMachines } = page;
  const isListed = settings.indexed && isForMachines && mode !== 'preview' && !isUnlisted;
  const jsonLd = isForMachines ? jsonLdOf(page) : undefined;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      {description && <meta name="description" content={description} />}
      {!isListed && <meta name="robots" content="noindex" />}
      <ColorScheme />
      {!isUnlisted && isForMachines && <link rel="canonical" href={absoluteUrl(page, path)} />}
      {assets.fonts.map((font) => (
        <link
          key={font}
          rel="preload"
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
          href={href(font)}
        />
      ))}
      <link rel="stylesheet" href={href(assets.stylesheet)} />
      {(hasForm || mode === 'preview') && <script type="module" src={href(assets.script)} />}
      <link rel="icon" type="image/svg+xml" href={href('/icon.svg')} />
      {isForMachines && <Feeds />}
      {target.kind === 'resume' &&
        publishedFormats(portfolio).map((format) => (
          <link
            key={format}
            rel="alternate"
            type={FORMAT_TYPES[format]}
            href={href(`/resume.${format}`)}
          />
        ))}
      {!isUnlisted && !isBelow(page) && <OpenGraph title={title} description={description} />}
      {isForMachines && <CitationMeta />}
      {jsonLd && <script type="application/ld+json">{serializeJsonLd(jsonLd)}</script>}
    </head>
  );
}

function Feeds() {
  const { settings, portfolio, href, target, words } = usePage();
  const { fullName } = portfolio.profile;
  return (
    <>
      <link rel="alternate" type="application/atom+xml" title={fullName} href={href('/feed.xml')} />
      <link
        rel="alternate"
        type="application/feed+json"
        title={fullName}
        href={href('/feed.json')}
      />
      {isWriting(target) && (
        <link
          rel="alternate"
          type="application/atom+xml"
          title={`${fullName}: ${sectionHeading('writing', settings, words)}`}
          href={href('/writing/feed.xml')}
        />
      )}
    </>
  );
}

function isWriting({ kind }: Target): boolean {
  return kind === 'posts' || kind === 'tag' || kind === 'post';
}

/** The browser paints its own bars in the ground of the theme. */
function ColorScheme() {
  const { settings } = usePage();
  const { grounds } = THEME_MANIFESTS[settings.theme];
  if (settings.scheme !== 'visitor')
    return (
      <>
        <meta name="color-scheme" content={settings.scheme} />
        <meta name="theme-color" content={grounds[settings.scheme]} />
      </>
    );
  return (
    <>
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={grounds.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={grounds.dark} />
    </>
  );
}

/** The locales that readers of Open Graph know. */
const LOCALES: Readonly<Record<PageContext['settings']['language'], string>> = {
  en: 'en_US',
  de: 'de_DE',
  fr: 'fr_FR',
  es: 'es_ES',
  pt: 'pt_PT',
  it: 'it_IT',
  nl: 'nl_NL',
  ar: 'ar_AR',
};

/** How the page looks when its address is shared. */
function OpenGraph({ title, description }: Pick<HeadProps, 'title' | 'description'>) {
  const page = usePage();
  const { settings, portfolio, target } = page;
  const image = shareImage(page);
  const article =
    target.kind === 'project' ? target.project : target.kind === 'post' ? target.post : undefined;
  const properties = {
    'og:title': title,
    'og:description': description,
    'og:type': article ? 'article' : target.kind === 'home' ? 'profile' : 'website',
    'og:url': absoluteUrl(page, target.path),
    'og:site_name': portfolio.profile.fullName,
    'og:locale': LOCALES[settings.language],
    ...(article && {
      'article:published_time': article.publishedAt,
      'article:modified_time': article.updatedAt,
    }),
    ...(image && {
      'og:image': image.url,
      'og:image:width': image.width,
      'og:image:height': image.height,
      'og:image:alt': image.alt || title,
    }),
  };
  return (
    <>
      {Object.entries(properties).map(
        ([property, content]) =>
          content && <meta key={property} property={property} content={String(content)} />,
      )}
      <meta name="twitter:card" content={image?.isWide ? 'summary_large_image' : 'summary'} />
    </>
  );
}

/** The card that the service draws for this page, or else an image of the page. */
function shareImage(page: PageContext) {
  const { cardPath, target, portfolio, words } = page;
  if (cardPath !== undefined)
    return { url: absoluteUrl(page, cardPath), width: 1200, height: 630, alt: '', isWide: true };
  const { avatar, fullName } = portfolio.profile;
  const cover = coverOf(target);
  const image = cover?.image.url ? cover.image : avatar;
  if (image.url === '') return undefined;
  return {
    url: absoluteUrl(page, image.url),
    width: image.width,
    height: image.height,
    alt: image === avatar ? words.portraitOf(fullName) : (cover?.alt ?? ''),
    isWide: image === cover?.image,
  };
}

/** The picture of the project or the post on this page. */
function coverOf(target: Target) {
  if (target.kind === 'project')
    return { image: target.project.projectBanner, alt: target.project.bannerAlt };
  if (target.kind === 'post') return { image: target.post.coverImage, alt: target.post.coverAlt };
  return undefined;
}
