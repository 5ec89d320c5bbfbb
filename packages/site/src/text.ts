import type { ProfileContent } from '@vitrine/contract/public';
import { highlightsOf, linkKey } from '@vitrine/contract/text-format';
import { toPlainText } from '@vitrine/markdown/inline';
import type { SitePortfolio, SiteProject } from './site.ts';

const MAX_SELECTED = 12;

/** The projects on the home page: the featured ones, or the first ones if none is featured. */
export function selectedProjects(projects: readonly SiteProject[]): readonly SiteProject[] {
  const featured = projects.filter((project) => project.featured);
  return (featured.length > 0 ? featured : projects).slice(0, MAX_SELECTED);
}

/** One sentence about a project. */
export function summaryOf({ summary, description }: SiteProject): string {
  return summary || (highlightsOf(description)[0] ?? '');
}

/** The links of a project that are none of its two others. */
export function moreLinksOf({ links, projectLink, gitRepoLink }: SiteProject) {
  const known = new Set([projectLink, gitRepoLink].map(linkKey));
  return links.filter(({ url }) => !known.has(linkKey(url)));
}

/** The description of the home page, for search results. */
export function describeProfile({ headline, location, aboutMe }: ProfileContent): string {
  const text = [headline, location, toPlainText(aboutMe)].filter(Boolean).join('. ');
  // A part that ends a sentence itself needs no second period.
  return cut(text.replaceAll(/(?<=[.!?…])\. /g, ' '), 160);
}

/** Shortens a text to whole words. */
export function cut(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= max) return line;
  const end = line.lastIndexOf(' ', max - 1);
  return `${line.slice(0, end > max / 2 ? end : max - 1)}…`;
}

/** When a project changed last. Undefined if there is none. */
export function latestUpdate({ projects }: Pick<SitePortfolio, 'projects'>): string | undefined {
  return projects
    .map(({ updatedAt }) => updatedAt)
    .toSorted()
    .at(-1);
}

/** Blank lines separate paragraphs. */
export function paragraphsOf(text: string): readonly string[] {
  return text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
}

/** A phone number as in a link: +442079460018. */
export function phoneNumber(phone: string): string {
  return phone.replace(/[^+\d]/g, '');
}
