import { COLLECTIONS } from '@vitrine/contract/collections';
import { SITE_SECTIONS, type SiteSectionName } from '@vitrine/contract/options';
import type { SiteSettings } from '@vitrine/contract/site';
import type { SitePortfolio } from './site.ts';
import type { Words } from './words/words.ts';

export interface ShownSection {
  readonly name: SiteSectionName;
  /** The owner's heading, or empty for the usual one. */
  readonly heading: string;
}

/** The sections of the home page: those that the owner shows and that have content. */
export function shownSections(
  portfolio: SitePortfolio,
  { sections }: SiteSettings,
): readonly ShownSection[] {
  return sections.filter(({ name, shown }) => {
    const { shows } = SITE_SECTIONS[name];
    return shown && (!shows || portfolio[COLLECTIONS[shows].published].length > 0);
  });
}

/** The links of the header. The tools have none, to keep it short. */
export function listNavigation(
  sections: readonly ShownSection[],
  words: Words,
): readonly { readonly to: string; readonly name: string }[] {
  const links = sections
    .filter(({ name }) => name !== 'tools')
    .map(({ name, heading }) => ({ to: `/#${name}`, name: heading || words.sections[name] }));
  const resume = { to: '/resume', name: words.resume };
  const contact = links.findIndex(({ to }) => to === '/#contact');
  return links.toSpliced(contact === -1 ? links.length : contact, 0, resume);
}
