import type { ResumeSectionName, SiteLanguage } from '@vitrine/contract/options';
import type { Publication } from '@vitrine/contract/publication';
import type { Span } from '@vitrine/markdown/inline';

/** The resume before it has a format: every format is made from this and nothing else. */
export interface Resume {
  readonly language: SiteLanguage;
  /** As in `Resume of Ada Lovelace`. */
  readonly title: string;
  readonly name: string;
  readonly headline: string;
  readonly location: string;
  /** The path of the owner's picture. Empty for none. */
  readonly photo: string;
  readonly contacts: readonly Contact[];
  /** Sections with content, in their order. */
  readonly sections: readonly Section[];
  /** The testimonials that the site shows. Only JSON Resume has a place for them. */
  readonly references: readonly { readonly name: string; readonly reference: string }[];
}

export interface Contact {
  readonly kind: 'email' | 'phone' | 'website' | 'GitHub' | 'LinkedIn' | 'link';
  /** The label of a link. */
  readonly name?: string;
  /** As it is read: `github.com/ada`. */
  readonly text: string;
  readonly url: string;
}

export type Section = TextSection | EntrySection | ItemSection;

interface SectionHead<Name extends ResumeSectionName> {
  readonly name: Name;
  readonly heading: string;
}

export interface TextSection extends SectionHead<'summary'> {
  readonly kind: 'text';
  readonly text: string;
  /** The paragraphs of the text. Empty if they have neither emphasis nor links. */
  readonly paragraphs: readonly (readonly Span[])[];
}

export type EntrySectionName = Exclude<ResumeSectionName, 'summary' | ItemSection['name']>;

export interface EntrySection extends SectionHead<EntrySectionName> {
  readonly kind: 'entries';
  readonly groups: readonly EntryGroup[];
}

/** Several roles at one organization, or one entry alone. */
export interface EntryGroup {
  /** The time from the first to the last role. Empty for one entry, which has its own. */
  readonly dates: string;
  readonly entries: readonly Entry[];
}

export interface Entry {
  readonly title: string;
  readonly organization: string;
  readonly location: string;
  readonly url: string;
  readonly period: Period | undefined;
  /** The period as it is read: `Mar 2021 – now`. */
  readonly dates: string;
  /** Who wrote a publication, with the owner's name marked, and where it was published. */
  readonly citation?: readonly Span[];
  readonly text: string;
  readonly highlights: readonly string[];
  readonly technologies: readonly string[];
  /** What a citation is made of, for an entry of the publications. */
  readonly publication?: Publication;
  /** What only a project has. */
  readonly project?: {
    readonly summary: string;
    readonly description: string;
    readonly role: string;
    readonly repository: string;
    readonly stack: string;
    readonly deployed: string;
    readonly links: readonly { readonly label: string; readonly url: string }[];
  };
  /** Timeline entries of the kind `other` are among the work. */
  readonly isOther?: boolean;
}

/** Years or months, like 2024 or 2024-03. */
export interface Period {
  readonly from: string;
  /** Undefined while it is ongoing. */
  readonly to: string | undefined;
}

export interface ItemSection extends SectionHead<'skills' | 'tools' | 'languages'> {
  readonly kind: 'items';
  readonly groups: readonly {
    /** The category. Empty for none. */
    readonly label: string;
    readonly items: readonly Item[];
  }[];
}

export interface Item {
  readonly title: string;
  readonly proficiency?: number;
  readonly url?: string;
  /** What only a spoken language has. Its title contains both. */
  readonly spoken?: { readonly name: string; readonly level: string };
}
