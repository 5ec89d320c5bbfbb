import type { ResumeSectionName, SiteLanguage } from '@vitrine/contract/options';

/** The words of the resume. The headings are those that other programs expect. */
export interface ResumeWords {
  readonly headings: Readonly<Record<ResumeSectionName, string>>;
  readonly title: (name: string) => string;
  readonly now: string;
}

const WORDS: Readonly<Record<SiteLanguage, ResumeWords>> = {
  en: {
    headings: {
      summary: 'Summary',
      experience: 'Experience',
      projects: 'Projects',
      education: 'Education',
      certificates: 'Certificates',
      awards: 'Awards',
      publications: 'Publications',
      talks: 'Talks',
      volunteering: 'Volunteering',
      skills: 'Skills',
      tools: 'Tools',
    },
    title: (name) => `Resume of ${name}`,
    now: 'now',
  },
  de: {
    headings: {
      summary: 'Profil',
      experience: 'Berufserfahrung',
      projects: 'Projekte',
      education: 'Ausbildung',
      certificates: 'Zertifikate',
      awards: 'Auszeichnungen',
      publications: 'Veröffentlichungen',
      talks: 'Vorträge',
      volunteering: 'Ehrenamt',
      skills: 'Kenntnisse',
      tools: 'Werkzeuge',
    },
    title: (name) => `Lebenslauf von ${name}`,
    now: 'heute',
  },
  fr: {
    headings: {
      summary: 'Profil',
      experience: 'Expérience',
      projects: 'Projets',
      education: 'Formation',
      certificates: 'Certifications',
      awards: 'Distinctions',
      publications: 'Publications',
      talks: 'Conférences',
      volunteering: 'Bénévolat',
      skills: 'Compétences',
      tools: 'Outils',
    },
    title: (name) => `CV de ${name}`,
    now: 'aujourd’hui',
  },
  es: {
    headings: {
      summary: 'Perfil',
      experience: 'Experiencia',
      projects: 'Proyectos',
      education: 'Formación',
      certificates: 'Certificados',
      awards: 'Premios',
      publications: 'Publicaciones',
      talks: 'Charlas',
      volunteering: 'Voluntariado',
      skills: 'Habilidades',
      tools: 'Herramientas',
    },
    title: (name) => `Currículum de ${name}`,
    now: 'actualidad',
  },
  pt: {
    headings: {
      summary: 'Resumo',
      experience: 'Experiência',
      projects: 'Projetos',
      education: 'Formação',
      certificates: 'Certificados',
      awards: 'Prêmios',
      publications: 'Publicações',
      talks: 'Palestras',
      volunteering: 'Voluntariado',
      skills: 'Competências',
      tools: 'Ferramentas',
    },
    title: (name) => `Currículo de ${name}`,
    now: 'hoje',
  },
  it: {
    headings: {
      summary: 'Profilo',
      experience: 'Esperienza',
      projects: 'Progetti',
      education: 'Formazione',
      certificates: 'Certificati',
      awards: 'Premi',
      publications: 'Pubblicazioni',
      talks: 'Interventi',
      volunteering: 'Volontariato',
      skills: 'Competenze',
      tools: 'Strumenti',
    },
    title: (name) => `Curriculum di ${name}`,
    now: 'oggi',
  },
  nl: {
    headings: {
      summary: 'Profiel',
      experience: 'Werkervaring',
      projects: 'Projecten',
      education: 'Opleiding',
      certificates: 'Certificaten',
      awards: 'Prijzen',
      publications: 'Publicaties',
      talks: 'Lezingen',
      volunteering: 'Vrijwilligerswerk',
      skills: 'Vaardigheden',
      tools: 'Gereedschap',
    },
    title: (name) => `Cv van ${name}`,
    now: 'heden',
  },
  ar: {
    headings: {
      summary: 'نبذة',
      experience: 'الخبرة',
      projects: 'المشاريع',
      education: 'التعليم',
      certificates: 'الشهادات',
      awards: 'الجوائز',
      publications: 'المنشورات',
      talks: 'المحاضرات',
      volunteering: 'التطوع',
      skills: 'المهارات',
      tools: 'الأدوات',
    },
    title: (name) => `السيرة الذاتية: ${name}`,
    now: 'الآن',
  },
};

export function resumeWordsOf(language: SiteLanguage): ResumeWords {
  return WORDS[language];
}
