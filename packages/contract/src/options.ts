import { COLLECTIONS, type CollectionName, namesOf } from './collections.ts';

/** The options of form fields. No schemas here, so that the browser bundle stays small. */
export const STACKS = ['Full Stack', 'Mern', 'Mean', 'Next.JS', 'React.JS'] as const;
export const DEPLOYED = ['Yes', 'No'] as const;
export const PUBLISHING_STATES = ['draft', 'published'] as const;

/** `received` waits for the owner, `withdrawn` was taken back by its author. */
export const TESTIMONIAL_STATES = ['asked', 'received', 'shown', 'declined', 'withdrawn'] as const;
export type TestimonialState = (typeof TESTIMONIAL_STATES)[number];
/** The length of a testimonial, in characters. */
export const MAX_QUOTE = 600;
/** How long a link takes an answer. */
export const LINK_DAYS = 30;

/** How to give the site an address. */
export const SITE_ADVICE =
  'Set SITE_URL to the address of your site, or at home enter it in Account > Addresses.';
export const FORM_NEEDS_SITE = `The form needs a site with an address of its own. ${SITE_ADVICE}`;

export const MAIL_NEEDS_EMAIL =
  'A mail link needs your address. Show your email in your profile first.';

/** The steps of the first run that follow the account. */
export const SETUP_STEPS = ['start', 'you', 'look', 'done'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** How a browser can create the owner: without the setup code, or with it and why. */
export const SETUP_WAYS = ['open', 'claimed', 'late', 'code'] as const;
export type SetupWay = (typeof SETUP_WAYS)[number];

/**
 * How well the owner speaks a language: natively, or as the European framework (CEFR) names it. In
 * English, because the dashboard shows them. The words of the resume have the other languages.
 */
export const LANGUAGE_LEVELS = {
  native: 'Native',
  C2: 'C2 Proficient',
  C1: 'C1 Advanced',
  B2: 'B2 Upper intermediate',
  B1: 'B1 Intermediate',
  A2: 'A2 Elementary',
  A1: 'A1 Beginner',
} as const;
export type LanguageLevel = keyof typeof LANGUAGE_LEVELS;

/** The languages that an owner can list, and the length of their names. */
export const MAX_LANGUAGES = 20;
export const MAX_LANGUAGE_NAME = 60;

/** What the titles of sample projects start with. An owner who renames one keeps it. */
export const SAMPLE_MARK = 'Sample: ';

export const FOLDERS = ['inbox', 'spam', 'archived'] as const;

export const REPLY_STATES = ['waiting', 'sending', 'sent', 'failed'] as const;

/** What a timeline entry is about. */
export const TIMELINE_KINDS = [
  'work',
  'education',
  'talk',
  'award',
  'certificate',
  'publication',
  'volunteering',
  'other',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** What can be deleted and restored. */
export const TRASH_COLLECTIONS = [...namesOf(COLLECTIONS), 'message', 'view'] as const;
export type TrashCollection = (typeof TRASH_COLLECTIONS)[number];

/** Whose changes are recorded. */
export const HISTORY_COLLECTIONS = [...namesOf(COLLECTIONS), 'profile', 'view'] as const;
export type HistoryCollection = (typeof HISTORY_COLLECTIONS)[number];

/** The options of the public site. */
export const THEMES = ['paper', 'grid', 'gallery', 'mono', 'folio'] as const;
export type Theme = (typeof THEMES)[number];

/** `theme` stands for the fonts of the theme. */
export const SITE_FONTS = [
  'theme',
  'instrument-serif',
  'inter-tight',
  'hanken-grotesk',
  'ibm-plex-mono',
  'source-serif',
] as const;
export type SiteFonts = (typeof SITE_FONTS)[number];

export const SITE_SCHEMES = ['visitor', 'light', 'dark'] as const;

interface SiteSection {
  /** In English. The site has the names in other languages. */
  readonly name: string;
  /** The collection in it. Without items, it is not on the page. */
  readonly shows?: CollectionName;
}

/** The kinds of publications, in the order of the form. */
export const PUBLICATION_KINDS = [
  'article',
  'conference-paper',
  'book',
  'chapter',
  'thesis',
  'report',
  'preprint',
  'talk',
  'other',
] as const;
export type PublicationKind = (typeof PUBLICATION_KINDS)[number];

/** The sections of the home page, in their usual order. The introduction is always first. */
const SECTIONS = {
  work: { name: 'Work', shows: 'project' },
  writing: { name: 'Writing', shows: 'post' },
  publications: { name: 'Publications', shows: 'publication' },
  'kind-words': { name: 'Kind words', shows: 'testimonial' },
  skills: { name: 'Skills', shows: 'skill' },
  tools: { name: 'Tools', shows: 'software-application' },
  path: { name: 'Experience', shows: 'timeline' },
  contact: { name: 'Contact' },
} as const satisfies Readonly<Record<string, SiteSection>>;
export type SiteSectionName = keyof typeof SECTIONS;
export const SITE_SECTIONS: Readonly<Record<SiteSectionName, SiteSection>> = SECTIONS;
export const SITE_SECTION_NAMES = namesOf(SECTIONS);

/** The usual headings of sections, in one language. A timeline without work is a path, not experience. */
export function usualHeadings(
  names: Readonly<Record<SiteSectionName, string>>,
  path: string,
  timeline: readonly { readonly kind?: TimelineKind }[],
): Readonly<Record<SiteSectionName, string>> {
  const isPath = timeline.length > 0 && !timeline.some(({ kind }) => kind === 'work');
  return isPath ? { ...names, path } : names;
}

/** The collections that the site shows. */
export type ShownName = Extract<
  (typeof SECTIONS)[SiteSectionName],
  { readonly shows: CollectionName }
>['shows'];

/** Sent instead of the name of an icon, to remove the icon that an item has. */
export const NO_ICON = 'none';

export const SKILL_STYLES = ['bars', 'numbers', 'list'] as const;

/** The languages of the site's own words, in their own names. */
export const SITE_LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  it: 'Italiano',
  nl: 'Nederlands',
  ar: 'العربية',
} as const;
export type SiteLanguage = keyof typeof SITE_LANGUAGES;

/** In characters. */
export const MAX_CUSTOM_CSS = 50 * 1024;

/** The options of the resume. */
export const RESUME_TEMPLATES = ['classic', 'modern'] as const;
export type ResumeTemplate = (typeof RESUME_TEMPLATES)[number];

export const PAPERS = ['a4', 'letter'] as const;

/** In their usual order. Experience also holds timeline entries of the kind `other`. */
export const RESUME_SECTIONS = [
  'summary',
  'experience',
  'projects',
  'education',
  'certificates',
  'awards',
  'publications',
  'talks',
  'volunteering',
  'skills',
  'tools',
  'languages',
] as const;
export type ResumeSectionName = (typeof RESUME_SECTIONS)[number];

/** As in `/resume.pdf`. */
export const RESUME_FORMATS = ['pdf', 'docx', 'json', 'txt'] as const;
export type ResumeFormat = (typeof RESUME_FORMATS)[number];

/** Which resume the site offers: the one made from the portfolio, or the file in the profile. */
export const RESUME_SOURCES = ['portfolio', 'upload'] as const;

/** Where an import comes from. */
export const IMPORT_SOURCES = [
  'json-resume',
  'linkedin',
  'github',
  'bibtex',
  'ris',
  'doi',
  'orcid',
  'markdown',
] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** The kinds of imported items that change the profile. */
export const PROFILE_IMPORTS = ['update-profile', 'add-link', 'add-language'] as const;

/** The items of one import: more than any owner has, and few enough for one request. */
export const MAX_IMPORTED = 500;

/** How the owner signed in. */
export const SIGN_IN_METHODS = [
  'password',
  'password and code',
  'password and recovery code',
  'passkey',
] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** What the audit log records, by the group in which the dashboard shows it. */
const AUDIT = {
  'sign-ins': [
    'signed-in',
    'signed-in-new-device',
    'signed-out',
    'signed-out-others',
    'session-removed',
  ],
  'failed-sign-ins': ['sign-in-failed', 'code-failed', 'confirmation-failed'],
  'security-changes': [
    'owner-created',
    'owner-recovered',
    'password-changed',
    'password-reset',
    'email-changed',
    'second-factor-on',
    'second-factor-off',
    'recovery-codes-renewed',
    'recovery-code-used',
    'passkey-added',
    'passkey-renamed',
    'passkey-removed',
    'passkey-suspicious',
    'token-created',
    'token-revoked',
  ],
  'backups-and-exports': [
    'backup-downloaded',
    'backup-restored',
    'backup-key-changed',
    'site-exported',
    'posts-exported',
    'import-applied',
    'import-undone',
    'deleted-forever',
    'purge-undone',
  ],
  settings: [
    'site-published',
    'view-published',
    'view-revoked',
    'addresses-changed',
    'copy-added',
    'copy-changed',
    'copy-removed',
  ],
} as const;
export type AuditGroup = keyof typeof AUDIT;
export type AuditKind = (typeof AUDIT)[AuditGroup][number];
export const AUDIT_GROUPS = namesOf(AUDIT);
export const KINDS_BY_GROUP: Readonly<Record<AuditGroup, readonly AuditKind[]>> = AUDIT;
export const AUDIT_KINDS = Object.values(KINDS_BY_GROUP).flat();

/** 7 days, 30 days and 12 months. */
export const VISIT_PERIODS = ['week', 'month', 'year'] as const;

/** `draft` has no link yet. The links of the last two have ended. */
export const VIEW_STATES = ['draft', 'active', 'expired', 'revoked'] as const;
export type ViewState = (typeof VIEW_STATES)[number];
/** How long the link of a view works, unless the owner chooses something else. */
export const VIEW_DAYS = 30;
/** The length of a note to the reader, in characters. */
export const MAX_VIEW_NOTE = 600;

/** Where a static copy can be. */
export const COPY_KINDS = ['bucket', 'github', 'folder'] as const;
export type CopyKind = (typeof COPY_KINDS)[number];
/** How the visitors of a copy write to the owner. */
export const COPY_CONTACTS = ['form', 'mail', 'none'] as const;
export type CopyContact = (typeof COPY_CONTACTS)[number];
export const COPY_STATES = ['new', 'online', 'failed'] as const;
/** Why a copy was updated. */
export const COPY_CAUSES = ['change', 'release', 'settings', 'owner', 'everything'] as const;
export type CopyCause = (typeof COPY_CAUSES)[number];
/** What the test of a destination does, in this order. */
export const COPY_STEPS = ['reach', 'write', 'read'] as const;
export type CopyStepName = (typeof COPY_STEPS)[number];
