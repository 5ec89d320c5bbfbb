import type { Image } from '@vitrine/contract/media';
import type { SiteSettings } from '@vitrine/contract/site';
import { highlightsOf, technologiesOf } from '@vitrine/contract/text-format';
import { renderToStaticMarkup } from 'react-dom/server';
import { absoluteUrl } from './absolute-url.ts';
import { adaptLinks, siteLinks } from './case-study.tsx';
import { postPath, projectPath } from './resolve-path.ts';
import type { PageOptions, SitePortfolio, SitePost, SiteProject } from './site.ts';
import { describeProfile, lastChange, summaryOf, summaryOfPost } from './text.ts';
import { escapeXml } from './xml.ts';

const MAX_ENTRIES = 20;

/** What a feed has of a project or a post. */
interface Entry {
  readonly item: SiteProject | SitePost;
  readonly summary: string;
  readonly image: Image;
  /** Stays the same when the address of the page or of the site changes. */
  readonly id: string;
  readonly url: string;
  readonly html: string;
  readonly tags: readonly string[];
}

/** The newest work and posts as an Atom feed (RFC 4287), which is at `path`. */
export function atomFeed(
  portfolio: SitePortfolio,
  settings: SiteSettings,
  path: string,
  options: PageOptions,
): string {
  const { profile } = portfolio;
  const home = absoluteUrl(options, '/');
  const description = describeProfile(profile);
  const entries = listEntries(portfolio, options);
  // An empty feed needs a date, too.
  const updated = lastChange(entries.map(({ item }) => item));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${settings.language}">`,
    // Each feed has an ID of its own.
    element('id', path === '/feed.xml' ? home : absoluteUrl(options, path)),
    element('title', profile.fullName),
    ...(description ? [element('subtitle', description)] : []),
    element('updated', updated ?? '1970-01-01T00:00:00Z'),
    `<author>${element('name', profile.fullName)}${element('uri', home)}</author>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(absoluteUrl(options, path))}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(home)}"/>`,
    ...entries.map(atomEntry),
    '</feed>\n',
  ].join('\n');
}

function atomEntry({ item, summary, id, url, html, tags }: Entry): string {
  return [
    '<entry>',
    element('id', id),
    element('title', item.title),
    `<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>`,
    element('published', item.publishedAt),
    element('updated', item.updatedAt),
    ...tags.map((tag) => `<category term="${escapeXml(tag)}"/>`),
    ...(summary ? [element('summary', summary)] : []),
    ...(html ? [`<content type="html">${escapeXml(html)}</content>`] : []),
    '</entry>',
  ].join('\n');
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

/** The newest work and posts as a JSON Feed 1.1, which is at `path`. */
export function jsonFeed(
  portfolio: SitePortfolio,
  settings: SiteSettings,
  path: string,
  options: PageOptions,
): string {
  const { profile } = portfolio;
  const home = absoluteUrl(options, '/');
  const avatar = profile.avatar.url && absoluteUrl(options, profile.avatar.url);
  const description = describeProfile(profile);
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: profile.fullName,
    home_page_url: home,
    feed_url: absoluteUrl(options, path),
    ...(description && { description }),
    language: settings.language,
    ...(avatar && { icon: avatar }),
    authors: [{ name: profile.fullName, url: home, ...(avatar && { avatar }) }],
    items: listEntries(portfolio, options).map((entry) => jsonItem(entry, options)),
  };
  return `${JSON.stringify(feed, undefined, 1)}\n`;
}

function jsonItem({ item, summary, image, id, url, html, tags }: Entry, options: PageOptions) {
  const { title, publishedAt, updatedAt } = item;
  return {
    id,
    url,
    title,
    ...(summary && { summary }),
    // Every item needs a content.
    ...(html ? { content_html: html } : { content_text: title }),
    ...(image.url && { image: absoluteUrl(options, image.url) }),
    date_published: publishedAt,
    date_modified: updatedAt,
    ...(tags.length > 0 && { tags }),
  };
}

function listEntries({ projects, posts }: SitePortfolio, options: PageOptions): readonly Entry[] {
  return [...projects, ...posts]
    .toSorted(
      (a, b) => b.publishedAt.localeCompare(a.publishedAt, 'en') || (a._id < b._id ? -1 : 1),
    )
    .slice(0, MAX_ENTRIES)
    .map((item) => ('coverImage' in item ? postEntry(item, options) : projectEntry(item, options)));
}

function projectEntry(project: SiteProject, options: PageOptions): Entry {
  const { projectBanner, bannerAlt, bannerDecorative, gallery } = project;
  const path = projectPath(project);
  const cover = drawFigure(projectBanner, bannerDecorative ? '' : bannerAlt, '', options);
  const others = gallery.map(({ image, alt, caption, decorative }) =>
    drawFigure(image, decorative ? '' : alt, caption, options),
  );
  const sentences = highlightsOf(project.description);
  const highlights = renderToStaticMarkup(
    sentences.length > 0 && (
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    ),
  );
  return {
    ...entryOf(project, path, options),
    summary: summaryOf(project),
    image: projectBanner,
    html: [cover, highlights, adaptBody(project, path, options), ...others].join(''),
    tags: technologiesOf(project.technologies),
  };
}

function postEntry(post: SitePost, options: PageOptions): Entry {
  const { coverImage, coverAlt, coverDecorative, tags } = post;
  const path = postPath(post);
  const cover = drawFigure(coverImage, coverDecorative ? '' : coverAlt, '', options);
  return {
    ...entryOf(post, path, options),
    summary: summaryOfPost(post),
    image: coverImage,
    html: cover + adaptBody(post, path, options),
    tags: [...new Set(tags)],
  };
}

function entryOf(item: SiteProject | SitePost, path: string, options: PageOptions) {
  return { item, id: `urn:uuid:${item._id}`, url: absoluteUrl(options, path) };
}

function drawFigure(image: Image, alt: string, caption: string, options: PageOptions): string {
  if (image.url === '') return '';
  return renderToStaticMarkup(
    <figure>
      <img
        src={absoluteUrl(options, image.url)}
        width={image.width}
        height={image.height}
        alt={alt}
      />
      {caption && <figcaption>{caption}</figcaption>}
    </figure>,
  );
}

/** The whole text, with URLs that work in a feed reader. */
function adaptBody(
  { bodyHtml }: { readonly bodyHtml: string },
  path: string,
  options: PageOptions,
): string {
  const toUrl = (to: string) => absoluteUrl(options, to);
  const link = siteLinks(path, toUrl);
  return adaptLinks(bodyHtml, (url) => (url.startsWith('#') ? toUrl(path) + url : link(url)));
}
