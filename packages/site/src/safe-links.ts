import { webLink } from '@vitrine/contract/text-format';
import type { SitePortfolio } from './site.ts';

/**
 * The portfolio without links that are not web links, such as javascript: ones. The service accepts
 * none, but a page must be safe with any content.
 */
export function withSafeLinks(portfolio: SitePortfolio): SitePortfolio {
  const { profile, projects, softwareApplications, timeline } = portfolio;
  return {
    ...portfolio,
    profile: {
      ...profile,
      portfolioURL: webLink(profile.portfolioURL),
      githubURL: webLink(profile.githubURL),
      linkedInURL: webLink(profile.linkedInURL),
      instagramURL: webLink(profile.instagramURL),
      twitterURL: webLink(profile.twitterURL),
      facebookURL: webLink(profile.facebookURL),
    },
    projects: projects.map((project) => ({
      ...project,
      projectLink: webLink(project.projectLink),
      gitRepoLink: webLink(project.gitRepoLink),
    })),
    softwareApplications: softwareApplications.map((application) => ({
      ...application,
      link: webLink(application.link),
    })),
    timeline: timeline.map((entry) => ({ ...entry, link: webLink(entry.link) })),
  };
}
