import { COLLECTIONS } from '@vitrine/contract/collections';
import { SITE_SECTIONS, type SiteSectionName, usualHeadings } from '@vitrine/contract/options';
import type { SiteSettings } from '@vitrine/contract/site';
import { hasResume } from './resume.ts';
import type { SitePortfolio } from './site.ts';
import type { Words } from './words/words.ts';
import { SITE_WORDS } from './words.ts';

export interface ShownSection {
  readonly name: SiteSectionName;
  /** The owner's heading, or the usual one. */
  readonly heading: string;
}

/** The sections of the home page: those that the owner shows and that have content. */
export function shownSections(
  portfolio: SitePortfolio,
  { sections, language }: SiteSettings,
): readonly ShownSection[] {
  const words = SITE_WORDS[language];
  const usual = usualHeadings(words.sections, words.path, portfolio.timeline);
  return sections
    .filter(({ name, shown }) => {
      const { shows } = SITE_SECTIONS[name];
      const items = shows && portfolio[COLLECTIONS[shows].published];
      // Some testimonials are only on the pages of projects.
      return shown && (!items || items.some((item) => !('onHome' in item) || item.onHome));
    })
    .map(({ name, heading }) => ({ name, heading: heading || usual[name] }));
}

/** The owner's heading of a section, or the usual one. */
export function sectionHeading(
  section: SiteSectionName,
  { sections }: SiteSettings,
  words: Words,
): string {
  return sections.find(({ name }) => name === section)?.heading || words.sections[section];
}

/** The links of the header. The tools have none, to keep it short. Posts have a page of their own. */
export function listNavigation(
  portfolio: SitePortfolio,
  settings: SiteSettings,
): readonly { readonly to: string; readonly name: string }[] {
  const links = shownSections(portfolio, settings)
    .filter(({ name }) => name !== 'tools')
    .map(({ name, heading }) => ({
      to: name === 'writing' ? '/writing' : `/#${name}`,
      name: heading,
    }));
  const resume = hasResume(portfolio)
    ? [{ to: '/resume', name: SITE_WORDS[settings.language].resume }]
    : [];
  const contact = links.findIndex(({ to }) => to === '/#contact');
  return links.toSpliced(contact === -1 ? links.length : contact, 0, ...resume);
}
