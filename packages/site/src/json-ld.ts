import { doiLink, formatAuthor, isOwnName, linkOf } from '@vitrine/contract/citation';
import type { PublicationKind } from '@vitrine/contract/options';
import { technologiesOf, webLink } from '@vitrine/contract/text-format';
import { absoluteUrl } from './absolute-url.ts';
import type { PageContext } from './page-context.ts';
import { profileLinks } from './profile-links.ts';
import { itemsOn, postPath, projectPath } from './resolve-path.ts';
import { sectionHeading } from './sections.ts';
import type { SitePortfolio, SitePost, SiteProject } from './site.ts';
import { describeProfile, latestUpdate, moreLinksOf, summaryOf, summaryOfPost } from './text.ts';

/** A thing of schema.org. Tests check its type, properties and values against the vocabulary. */
interface Thing {
  readonly '@type': string;
  readonly [property: string]: unknown;
}

interface Graph {
  readonly '@context': 'https://schema.org';
  readonly '@graph': readonly Thing[];
}

/** The page and its content for search engines. Undefined for a page that they do not list. */
export function jsonLdOf(context: PageContext): Graph | undefined {
  const page = describePage(context);
  if (!page) return undefined;
  const person = context.target.kind === 'home' ? fullPerson(context) : shortPerson(context);
  return { '@context': 'https://schema.org', '@graph': [webSite(context), person, ...page] };
}

/** JSON for a script element, which no text can end. */
export function serializeJsonLd(graph: Graph): string {
  return JSON.stringify(graph).replace(/</g, '\\u003c');
}

function describePage(context: PageContext): readonly Thing[] | undefined {
  const { target, portfolio, settings, words } = context;
  const url = absoluteUrl(context, target.path);
  const dateModified = latestUpdate(portfolio);
  const shared = {
    '@id': `${url}#page`,
    url,
    isPartOf: { '@id': makeId(context, 'website') },
    inLanguage: settings.language,
    ...(dateModified !== undefined && { dateModified }),
  };
  const person = { '@id': makeId(context, 'person') };
  switch (target.kind) {
    case 'home':
      return [{ '@type': 'ProfilePage', ...shared, mainEntity: person }];
    case 'projects': {
      const items = itemsOn(portfolio.projects, target.number).map(
        (project) => [project.title, projectPath(project)] as const,
      );
      const mainEntity = { '@type': 'ItemList', itemListElement: listItems(context, items) };
      return [{ '@type': 'CollectionPage', ...shared, name: words.projects, mainEntity }];
    }
    case 'project': {
      const work = [target.project.title, projectPath(target.project)] as const;
      return [
        creativeWork(context, target.project, url),
        breadcrumbs(context, [words.projects, '/projects'], work),
      ];
    }
    case 'posts':
    case 'tag': {
      const isTag = target.kind === 'tag';
      const posts = isTag ? target.posts : itemsOn(portfolio.posts, target.number);
      const items = posts.map((post) => [post.title, postPath(post)] as const);
      const mainEntity = { '@type': 'ItemList', itemListElement: listItems(context, items) };
      const name = isTag ? target.tag : sectionHeading('writing', settings, words);
      return [{ '@type': 'CollectionPage', ...shared, name, mainEntity }];
    }
    case 'post': {
      const list = [sectionHeading('writing', settings, words), '/writing'] as const;
      const post = [target.post.title, postPath(target.post)] as const;
      return [blogPosting(context, target.post, url), breadcrumbs(context, list, post)];
    }
    case 'publications': {
      const itemListElement = portfolio.publications.map((publication, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        item: describePublication(context, publication),
      }));
      const mainEntity = { '@type': 'ItemList', itemListElement };
      const name = sectionHeading('publications', settings, words);
      return [{ '@type': 'CollectionPage', ...shared, name, mainEntity }];
    }
    case 'resume':
      return [{ '@type': 'WebPage', ...shared, name: words.resume, about: person }];
    case 'contact':
      return [{ '@type': 'ContactPage', ...shared, name: words.sections.contact, about: person }];
    default:
      return undefined;
  }
}

function makeId(context: PageContext, name: 'website' | 'person'): string {
  return `${absoluteUrl(context, '/')}#${name}`;
}

function webSite(context: PageContext): Thing {
  return {
    '@type': 'WebSite',
    '@id': makeId(context, 'website'),
    url: absoluteUrl(context, '/'),
    name: context.portfolio.profile.fullName,
    inLanguage: context.settings.language,
    publisher: { '@id': makeId(context, 'person') },
  };
}

function shortPerson(context: PageContext): Thing {
  return {
    '@type': 'Person',
    '@id': makeId(context, 'person'),
    name: context.portfolio.profile.fullName,
    url: absoluteUrl(context, '/'),
  };
}

function fullPerson(context: PageContext): Thing {
  const { profile, skills, timeline } = context.portfolio;
  const { headline, location, email, avatar, languages } = profile;
  const description = describeProfile(profile);
  const current = timeline.filter(
    ({ kind, organization, timeline: { to } }) =>
      kind === 'work' && organization !== '' && to === null,
  );
  return {
    ...shortPerson(context),
    ...(description && { description }),
    ...(headline && { jobTitle: headline }),
    ...(location && { homeLocation: { '@type': 'Place', name: location } }),
    ...(email && { email }),
    ...(avatar.url && { image: absoluteUrl(context, avatar.url) }),
    sameAs: profileLinks(profile).flatMap(({ url }) => webLink(url) || []),
    ...(languages.length > 0 && {
      knowsLanguage: languages.map(({ name }) => ({ '@type': 'Language', name })),
    }),
    knowsAbout: skills.map(({ title }) => title),
    worksFor: current.map(({ organization }) => ({ '@type': 'Organization', name: organization })),
  };
}

/** The case study. What it is about may be source code, or a page elsewhere. */
function creativeWork(context: PageContext, project: SiteProject, url: string): Thing {
  const { title, technologies, projectBanner, gallery, publishedAt, updatedAt } = project;
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
    author: { '@id': makeId(context, 'person') },
    isPartOf: { '@id': makeId(context, 'website') },
    inLanguage: context.settings.language,
    datePublished: publishedAt,
    dateModified: updatedAt,
    ...(images.length > 0 && { image: images.map((image) => absoluteUrl(context, image.url)) }),
    ...(keywords.length > 0 && { keywords }),
    ...(about && { about }),
    ...(mentions.length > 0 && {
      mentions: mentions.map(({ label: name, url }) => ({ '@type': 'WebPage', name, url })),
    }),
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

function describePublication(
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

function blogPosting(context: PageContext, post: SitePost, url: string): Thing {
  const { title, coverImage, tags, publishedAt, updatedAt } = post;
  const description = summaryOfPost(post);
  return {
    '@type': 'BlogPosting',
    '@id': `${url}#post`,
    url,
    mainEntityOfPage: url,
    headline: title,
    ...(description && { description }),
    author: { '@id': makeId(context, 'person') },
    isPartOf: { '@id': makeId(context, 'website') },
    inLanguage: context.settings.language,
    datePublished: publishedAt,
    dateModified: updatedAt,
    ...(coverImage.url && { image: [absoluteUrl(context, coverImage.url)] }),
    ...(tags.length > 0 && { keywords: tags }),
  };
}

/** A name and a path. */
type NamedPath = readonly [name: string, path: string];

function breadcrumbs(context: PageContext, list: NamedPath, item: NamedPath): Thing {
  const home = [context.portfolio.profile.fullName, '/'] as const;
  return {
    '@type': 'BreadcrumbList',
    itemListElement: listItems(context, [home, list, item]),
  };
}

function listItems(context: PageContext, items: readonly NamedPath[]): Thing[] {
  return items.map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: absoluteUrl(context, path),
  }));
}
