import type { SiteSectionName } from '@vitrine/contract/options';
import type { words } from './en.ts';

/** The words in the file of a language. The names of sections are in section-names.ts. */
export type OwnWords = typeof words;

/** The site's own words in one language. */
export interface Words extends Readonly<OwnWords> {
  readonly dir: 'ltr' | 'rtl';
  readonly sections: Readonly<Record<SiteSectionName, string>>;
}
