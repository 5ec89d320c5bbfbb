import { namesOf, recordOf } from '@vitrine/contract/collections';
import type { SiteLanguage } from '@vitrine/contract/options';
import { words as ar } from './words/ar.ts';
import { words as de } from './words/de.ts';
import { words as en } from './words/en.ts';
import { words as es } from './words/es.ts';
import { words as fr } from './words/fr.ts';
import { words as it } from './words/it.ts';
import { words as nl } from './words/nl.ts';
import { words as pt } from './words/pt.ts';
import { sectionNamesIn } from './words/section-names.ts';
import type { Words } from './words/words.ts';

const FILES = { ar, de, en, es, fr, it, nl, pt };

export const SITE_WORDS: Readonly<Record<SiteLanguage, Words>> = recordOf(
  namesOf(FILES),
  (language): Words => ({
    ...FILES[language],
    dir: language === 'ar' ? 'rtl' : 'ltr',
    sections: sectionNamesIn(language),
  }),
);
