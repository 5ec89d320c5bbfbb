import { doiLink, formatAuthor, isOwnName, linkOf } from '@vitrine/contract/citation';
import type { PublicationKind } from '@vitrine/contract/options';
import { technologiesOf, webLink } from '@vitrine/contract/text-format';
import { absoluteUrl } from './absolute-url.ts';
import type { PageContext } from './page-context.ts';
import type { SitePortfolio, SitePost, SiteProject } from './site.ts';
import { moreLinksOf, summaryOf, summaryOfPost } from './text.ts';

/** A thing of schema.org. Tests check its type, properties and values against the vocabulary. */
export interface Thing {
  readonly '@type': string;
  readonly [property: string]: unknown;
}

export function makeId(context: PageContext, name: 'website' | 'person'): string {
  return `${absoluteUrl(context, '/')}#${name}`;
}

/** The case study. What it is about may be source code, or a page elsewhere. */
export function creativeWork(context: PageContext, project: SiteProject, url: string): Thing {
  const { title, technologies, projectBanner, gallery } = project;
  const images = [projectBanner, ...gallery.map(({ image }) => image)].filter(
    (image) => image.url !== '',
  );
  const description = summaryOf(project);
  const keywords = technologiesOf(technologies);
  const about = describeSubject(project);
  const mentions = moreLinksOf(project).filter(({ url }) => webLink(url) !== '');
  return {
    '@type': 'CreativeWork',
    '@id': `${url}#work`,
    url,
    mainEntityOfPage: url,
    name: title,
    ...(description && { description }),
    ...authored(context, project),
    ...(images.length > 0 && { image: images.map((image) => absoluteUrl(context, image.url)) }),
    ...(keywords.length > 0 && { keywords }),
    ...(about && { about }),
    ...(mentions.length > 0 && {
      mentions: mentions.map(({ label: name, url }) => ({ '@type': 'WebPage', name, url })),
    }),
  };
}

/** Who wrote it, where and when. */
function authored(context: PageContext, { publishedAt, updatedAt }: SiteProject | SitePost) {
  return {
    author: { '@id': makeId(context, 'person') },
    isPartOf: { '@id': makeId(context, 'website') },
    inLanguage: context.settings.language,
    datePublished: publishedAt,
    dateModified: updatedAt,
  };
}

const PUBLICATION_TYPES: Readonly<Record<PublicationKind, string>> = {
  article: 'ScholarlyArticle',
  'conference-paper': 'ScholarlyArticle',
  preprint: 'ScholarlyArticle',
  book: 'Book',
  chapter: 'Chapter',
  thesis: 'Thesis',
  report: 'Report',
  talk: 'CreativeWork',
  other: 'CreativeWork',
};

export function describePublication(
  context: PageContext,
  publication: SitePortfolio['publications'][number],
): Thing {
  const { kind, title, venue, publisher, publishedOn, doi, abstract, pages } = publication;
  const { fullName } = context.portfolio.profile;
  const type = PUBLICATION_TYPES[kind];
  const url = linkOf(publication);
  const hasPages = type === 'ScholarlyArticle' || type === 'Chapter';
  return {
    '@type': type,
    name: title,
    author: publication.authors.map((author) =>
      isOwnName(author, fullName)
        ? { '@id': makeId(context, 'person') }
        : { '@type': author.includes(',') ? 'Person' : 'Organization', name: formatAuthor(author) },
    ),
    ...(/^\d{4}(-\d{2})?$/.test(publishedOn) && { datePublished: publishedOn }),
    ...(venue && { isPartOf: { '@type': 'CreativeWork', name: venue } }),
    ...(publisher && { publisher: { '@type': 'Organization', name: publisher } }),
    ...(hasPages && pages && { pagination: pages }),
    ...(doi && { sameAs: doiLink(doi) }),
    ...(url && { url }),
    ...(abstract && { abstract }),
  };
}

function describeSubject({ title, gitRepoLink, projectLink }: SiteProject): Thing | undefined {
  const shared = { name: title, ...(projectLink && { url: projectLink }) };
  if (gitRepoLink)
    return {
      '@type': 'SoftwareSourceCode',
      ...shared,
      codeRepository: gitRepoLink,
    };
  return projectLink ? { '@type': 'Thing', ...shared } : undefined;
}

export function blogPosting(context: PageContext, post: SitePost, url: string): Thing {
  const { title, coverImage, tags } = post;
  const description = summaryOfPost(post);
  return {
    '@type': 'BlogPosting',
    '@id': `${url}#post`,
    url,
    mainEntityOfPage: url,
    headline: title,
    ...(description && { description }),
    ...authored(context, post),
    ...(coverImage.url && { image: [absoluteUrl(context, coverImage.url)] }),
    ...(tags.length > 0 && { keywords: tags }),
  };
}
