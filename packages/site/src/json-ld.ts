import { webLink } from '@vitrine/contract/text-format';
import { absoluteUrl } from './absolute-url.ts';
import {
  blogPosting,
  creativeWork,
  describePublication,
  makeId,
  type Thing,
} from './json-ld-works.ts';
import type { PageContext } from './page-context.ts';
import { profileLinks } from './profile-links.ts';
import { itemsOn, postPath, projectPath } from './resolve-path.ts';
import { sectionHeading } from './sections.ts';
import { describeProfile, latestUpdate } from './text.ts';

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
  const listPage = (name: string, itemListElement: readonly Thing[]) => {
    const mainEntity = { '@type': 'ItemList', itemListElement };
    return [{ '@type': 'CollectionPage', ...shared, name, mainEntity }];
  };
  switch (target.kind) {
    case 'home':
      return [{ '@type': 'ProfilePage', ...shared, mainEntity: person }];
    case 'projects': {
      const items = itemsOn(portfolio.projects, target.number).map(
        (project) => [project.title, projectPath(project)] as const,
      );
      return listPage(words.projects, listItems(context, items));
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
      const name = isTag ? target.tag : sectionHeading('writing', settings, words);
      return listPage(name, listItems(context, items));
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
      return listPage(sectionHeading('publications', settings, words), itemListElement);
    }
    case 'resume':
      return [{ '@type': 'WebPage', ...shared, name: words.resume, about: person }];
    case 'contact':
      return [{ '@type': 'ContactPage', ...shared, name: words.sections.contact, about: person }];
    default:
      return undefined;
  }
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
