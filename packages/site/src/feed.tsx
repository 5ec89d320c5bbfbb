import type { SiteSettings } from '@vitrine/contract/site';
import { highlightsOf, technologiesOf } from '@vitrine/contract/text-format';
import { renderToStaticMarkup } from 'react-dom/server';
import { absoluteUrl } from './absolute-url.ts';
import { adaptLinks, siteLinks } from './case-study.tsx';
import { projectPath } from './resolve-path.ts';
import type { PageOptions, SitePortfolio, SiteProject } from './site.ts';
import { describeProfile, summaryOf } from './text.ts';
import { escapeXml } from './xml.ts';

const MAX_ENTRIES = 20;

interface Entry {
  readonly project: SiteProject;
  /** Stays the same when the address of the page or of the site changes. */
  readonly id: string;
  readonly url: string;
  readonly html: string;
  readonly tags: readonly string[];
}

/** The newest work as an Atom feed (RFC 4287). */
export function atomFeed(
  portfolio: SitePortfolio,
  settings: SiteSettings,
  options: PageOptions,
): string {
  const { profile } = portfolio;
  const home = absoluteUrl(options, '/');
  const description = describeProfile(profile);
  const entries = listEntries(portfolio, options);
  // An empty feed needs a date, too.
  const updated = entries
    .map(({ project }) => project.updatedAt)
    .toSorted()
    .at(-1);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${settings.language}">`,
    element('id', home),
    element('title', profile.fullName),
    ...(description ? [element('subtitle', description)] : []),
    element('updated', updated ?? '1970-01-01T00:00:00Z'),
    `<author>${element('name', profile.fullName)}${element('uri', home)}</author>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(absoluteUrl(options, '/feed.xml'))}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(home)}"/>`,
    ...entries.map(atomEntry),
    '</feed>\n',
  ].join('\n');
}

function atomEntry({ project, id, url, html, tags }: Entry): string {
  const summary = summaryOf(project);
  return [
    '<entry>',
    element('id', id),
    element('title', project.title),
    `<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>`,
    element('published', project.publishedAt),
    element('updated', project.updatedAt),
    ...tags.map((tag) => `<category term="${escapeXml(tag)}"/>`),
    ...(summary ? [element('summary', summary)] : []),
    ...(html ? [`<content type="html">${escapeXml(html)}</content>`] : []),
    '</entry>',
  ].join('\n');
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

/** The newest work as a JSON Feed 1.1. */
export function jsonFeed(
  portfolio: SitePortfolio,
  settings: SiteSettings,
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
    feed_url: absoluteUrl(options, '/feed.json'),
    ...(description && { description }),
    language: settings.language,
    ...(avatar && { icon: avatar }),
    authors: [{ name: profile.fullName, url: home, ...(avatar && { avatar }) }],
    items: listEntries(portfolio, options).map((entry) => jsonItem(entry, options)),
  };
  return `${JSON.stringify(feed, undefined, 1)}\n`;
}

function jsonItem({ project, id, url, html, tags }: Entry, options: PageOptions) {
  const { title, projectBanner, publishedAt, updatedAt } = project;
  const summary = summaryOf(project);
  return {
    id,
    url,
    title,
    ...(summary && { summary }),
    // Every item needs a content.
    ...(html ? { content_html: html } : { content_text: title }),
    ...(projectBanner.url && { image: absoluteUrl(options, projectBanner.url) }),
    date_published: publishedAt,
    date_modified: updatedAt,
    ...(tags.length > 0 && { tags }),
  };
}

function listEntries({ projects }: SitePortfolio, options: PageOptions): readonly Entry[] {
  return projects
    .toSorted(
      (a, b) => b.publishedAt.localeCompare(a.publishedAt, 'en') || (a._id < b._id ? -1 : 1),
    )
    .slice(0, MAX_ENTRIES)
    .map((project) => {
      const path = projectPath(project);
      return {
        project,
        id: `urn:uuid:${project._id}`,
        url: absoluteUrl(options, path),
        html: writeContent(project, path, options),
        tags: technologiesOf(project.technologies),
      };
    });
}

/** The whole case study, with URLs that work in a feed reader. */
function writeContent(project: SiteProject, path: string, options: PageOptions): string {
  const { projectBanner, bannerAlt, bannerDecorative, bodyHtml, gallery } = project;
  const pictures = [
    { image: projectBanner, alt: bannerDecorative ? '' : bannerAlt, caption: '' },
    ...gallery.map(({ image, alt, caption, decorative }) => ({
      image,
      alt: decorative ? '' : alt,
      caption,
    })),
  ].filter(({ image }) => image.url !== '');
  const [cover, ...others] = pictures.map(({ image, alt, caption }) =>
    renderToStaticMarkup(
      <figure>
        <img
          src={absoluteUrl(options, image.url)}
          width={image.width}
          height={image.height}
          alt={alt}
        />
        {caption && <figcaption>{caption}</figcaption>}
      </figure>,
    ),
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
  const toUrl = (to: string) => absoluteUrl(options, to);
  const link = siteLinks(path, toUrl);
  const body = adaptLinks(bodyHtml, (url) => (url.startsWith('#') ? toUrl(path) + url : link(url)));
  return [cover, highlights, body, ...others].join('');
}
