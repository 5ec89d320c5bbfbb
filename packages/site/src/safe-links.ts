import type { Defined } from '@vitrine/contract/defined-collections';
import type { ProfileContent } from '@vitrine/contract/public';
import { safeLink, webLink } from '@vitrine/contract/text-format';
import type { SitePortfolio } from './site.ts';

/**
 * The portfolio without unsafe links, such as javascript: ones. The service accepts
 * none, but a page must be safe with any content. A list or a link that is left out does not compile.
 */
export function withSafeLinks(portfolio: SitePortfolio): SitePortfolio {
  const { profile, timelineGroups, resumeSettings, withoutPdf = false, forResume } = portfolio;
  return {
    profile: { ...profile, ...safeProfileLinks(profile) },
    projects: withSafe<'projects'>(portfolio.projects, ({ projectLink, gitRepoLink, links }) => ({
      projectLink: webLink(projectLink),
      gitRepoLink: webLink(gitRepoLink),
      links: safeList(links),
    })),
    posts: withSafe<'posts'>(portfolio.posts, () => ({})),
    skills: withSafe<'skills'>(portfolio.skills, () => ({})),
    softwareApplications: withSafe<'softwareApplications'>(
      portfolio.softwareApplications,
      ({ link }) => ({ link: webLink(link) }),
    ),
    timeline: withSafe<'timeline'>(portfolio.timeline, ({ link }) => ({ link: webLink(link) })),
    publications: withSafe<'publications'>(portfolio.publications, ({ link, pdfLink }) => ({
      link: webLink(link),
      pdfLink: webLink(pdfLink),
    })),
    testimonials: withSafe<'testimonials'>(portfolio.testimonials, () => ({})),
    timelineGroups,
    resumeSettings,
    withoutPdf,
    // Making a resume checks its links.
    ...(forResume && { forResume }),
  };
}

/** The fields of the collections, by the names of their lists. */
type ListFields = {
  [Name in keyof Defined as Defined[Name]['facts']['published']]: Defined[Name]['fields'];
};
type List = keyof ListFields & keyof SitePortfolio;
type Item<L extends List> = SitePortfolio[L][number];

/** The links of an item, by the kinds of its fields. */
type Links<L extends List> = Pick<
  Item<L>,
  {
    [Name in keyof ListFields[L]]: ListFields[L][Name] extends { readonly kind: `link${string}` }
      ? Name
      : never;
  }[keyof ListFields[L]] &
    keyof Item<L>
>;

function withSafe<L extends List>(
  items: readonly Item<L>[],
  makeLinks: (item: Item<L>) => Links<L>,
): readonly Item<L>[] {
  return items.map((item) => ({ ...item, ...makeLinks(item) }));
}

type ProfileLink = Extract<keyof ProfileContent, `${string}URL` | 'links'>;

function safeProfileLinks(profile: ProfileContent): Pick<ProfileContent, ProfileLink> {
  return {
    portfolioURL: webLink(profile.portfolioURL),
    githubURL: webLink(profile.githubURL),
    linkedInURL: webLink(profile.linkedInURL),
    instagramURL: webLink(profile.instagramURL),
    twitterURL: webLink(profile.twitterURL),
    facebookURL: webLink(profile.facebookURL),
    links: safeList(profile.links),
  };
}

function safeList(links: ProfileContent['links']): ProfileContent['links'] {
  return links.filter(({ url }) => safeLink(url) !== '');
}
