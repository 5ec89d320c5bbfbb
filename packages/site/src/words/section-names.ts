import { recordOf } from '@vitrine/contract/collections';
import {
  SITE_SECTION_NAMES,
  SITE_SECTIONS,
  type SiteLanguage,
  type SiteSectionName,
} from '@vitrine/contract/options';

/** The names of the sections. English is in the contract, because the dashboard shows it too. */
const NAMES: Readonly<
  Record<SiteSectionName, Readonly<Record<Exclude<SiteLanguage, 'en'>, string>>>
> = {
  work: {
    de: 'Projekte',
    fr: 'Projets',
    es: 'Proyectos',
    pt: 'Projetos',
    it: 'Progetti',
    nl: 'Werk',
    ar: 'الأعمال',
  },
  writing: {
    de: 'Texte',
    fr: 'Écrits',
    es: 'Textos',
    pt: 'Textos',
    it: 'Scritti',
    nl: 'Teksten',
    ar: 'كتابات',
  },
  publications: {
    de: 'Publikationen',
    fr: 'Publications',
    es: 'Publicaciones',
    pt: 'Publicações',
    it: 'Pubblicazioni',
    nl: 'Publicaties',
    ar: 'المنشورات',
  },
  'kind-words': {
    de: 'Stimmen',
    fr: 'Témoignages',
    es: 'Opiniones',
    pt: 'Testemunhos',
    it: 'Dicono di me',
    nl: 'Aanbevelingen',
    ar: 'شهادات',
  },
  skills: {
    de: 'Fähigkeiten',
    fr: 'Compétences',
    es: 'Habilidades',
    pt: 'Competências',
    it: 'Competenze',
    nl: 'Vaardigheden',
    ar: 'المهارات',
  },
  tools: {
    de: 'Werkzeuge',
    fr: 'Outils',
    es: 'Herramientas',
    pt: 'Ferramentas',
    it: 'Strumenti',
    nl: 'Tools',
    ar: 'الأدوات',
  },
  path: {
    de: 'Berufserfahrung',
    fr: 'Expérience',
    es: 'Experiencia',
    pt: 'Experiência',
    it: 'Esperienza',
    nl: 'Ervaring',
    ar: 'الخبرة',
  },
  contact: {
    de: 'Kontakt',
    fr: 'Contact',
    es: 'Contacto',
    pt: 'Contato',
    it: 'Contatti',
    nl: 'Contact',
    ar: 'التواصل',
  },
};

export function sectionNamesIn(language: SiteLanguage): Readonly<Record<SiteSectionName, string>> {
  return recordOf(SITE_SECTION_NAMES, (section) =>
    language === 'en' ? SITE_SECTIONS[section].name : NAMES[section][language],
  );
}
