import { SAMPLE_PROJECTS } from '@vitrine/contract/sample-projects';
import type { SiteProject } from '@vitrine/site/site';
import type { NamedPortfolio } from './site-renderer.ts';

/** The portfolio with sample projects, if the owner has published none. */
export function addSamples(named: NamedPortfolio): NamedPortfolio {
  const { snapshot, portfolio } = named;
  if (portfolio.projects.length > 0) return named;
  return {
    snapshot: `${snapshot} with samples`,
    portfolio: { ...portfolio, projects: SAMPLE_PROJECTS.map(toProject) },
  };
}

function toProject(fields: (typeof SAMPLE_PROJECTS)[number], index: number): SiteProject {
  const time = new Date(0).toISOString();
  return {
    ...fields,
    _id: `00000000-0000-4000-8000-00000000000${index}`,
    slug: `sample-${index}`,
    technologies: '',
    stack: '',
    deployed: '',
    gitRepoLink: '',
    projectLink: '',
    links: [],
    projectBanner: { url: '' },
    bannerAlt: '',
    bannerDecorative: false,
    endedOn: '',
    featured: false,
    body: '',
    bodyHtml: '',
    gallery: [],
    oldSlugs: [],
    publishedAt: time,
    updatedAt: time,
  };
}
