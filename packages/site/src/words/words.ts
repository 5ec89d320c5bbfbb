import type { SiteSectionName } from '@vitrine/contract/options';

/** The site's own words in one language. */
export interface Words extends OwnWords {
  readonly sections: Readonly<Record<SiteSectionName, string>>;
}

/** Those in the file of a language. The names of sections are in section-names.ts. */
export interface OwnWords {
  readonly dir: 'ltr' | 'rtl';
  readonly skip: string;
  readonly mainNavigation: string;
  readonly resume: string;
  readonly portraitOf: (name: string) => string;
  readonly technologies: string;
  readonly visit: string;
  readonly visitProject: (title: string) => string;
  readonly code: string;
  readonly codeOf: (title: string) => string;
  readonly sourceCode: string;
  readonly allProjects: string;
  readonly projects: string;
  readonly newerProjects: string;
  readonly olderProjects: string;
  readonly pageNumber: (number: number) => string;
  readonly byAuthor: (title: string, name: string) => string;
  readonly year: string;
  readonly role: string;
  readonly stack: string;
  /** The kind of work, of a project whose stack is not one of software. */
  readonly kind: string;
  readonly status: string;
  readonly live: string;
  readonly moreWork: string;
  readonly previous: string;
  readonly next: string;
  readonly gallery: string;
  readonly table: (number: number) => string;
  readonly footnotes: string;
  readonly backToText: string;
  readonly done: string;
  readonly formats: string;
  readonly contactLead: string;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  readonly send: string;
  readonly sendByMail: string;
  readonly sending: string;
  readonly sent: string;
  readonly sendAgain: string;
  readonly sendFailed: string;
  readonly fieldIsEmpty: string;
  readonly fieldIsTooLong: string;
  readonly emailIsInvalid: string;
  readonly tooManyMessages: string;
  readonly leaveEmpty: string;
  readonly feed: string;
  readonly backToTop: string;
  readonly notFound: string;
  readonly notFoundText: string;
  readonly home: string;
  readonly preview: string;
}
