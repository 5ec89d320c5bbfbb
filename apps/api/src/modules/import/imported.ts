import type { ImportItem, ImportPicture } from '@vitrine/contract/import';
import type { SpokenLanguage } from '@vitrine/contract/language-list';
import type { Link } from '@vitrine/contract/link-list';
import type { ImportSource } from '@vitrine/contract/options';
import type { NewPost } from '@vitrine/contract/post';
import type { NewProject } from '@vitrine/contract/project';
import type { NewPublication } from '@vitrine/contract/publication';
import type { NewSoftwareApplication } from '@vitrine/contract/software-application';
import type { NewTimelineEntry } from '@vitrine/contract/timeline';

/** Why a file cannot be imported, as a sentence for the owner. */
export class UnreadableImportError extends Error {}

export interface ImportedItem<Fields> {
  readonly fields: Fields;
  /** What the owner should know, as in `No description, so it starts as the title`. */
  readonly remarks: readonly string[];
  readonly isSelected: boolean;
}

/** The texts of a profile that an import can change. */
export type ImportedProfile = Extract<ImportItem, { kind: 'update-profile' }>['fields'];

export interface ImportedSkill {
  readonly title: string;
  readonly category: string;
  /** Undefined if the source has none. */
  readonly proficiency: number | undefined;
}

export type ImportedPost = NewPost & {
  readonly isDraft: boolean;
  readonly pictures: readonly ImportPicture[];
};

/** What a source contains, before it is compared with the portfolio. */
export interface Imported {
  readonly source: ImportSource;
  readonly summary: string;
  /** When the source was made, if it says so. */
  readonly madeAt: Date | undefined;
  /** Not imported, because it signs in. */
  readonly email: string;
  readonly profile: ImportedProfile;
  /** Those that the profile has no field for. */
  readonly links: readonly Link[];
  readonly languages: readonly ImportedItem<SpokenLanguage>[];
  readonly timeline: readonly ImportedItem<NewTimelineEntry>[];
  readonly skills: readonly ImportedItem<ImportedSkill>[];
  readonly softwareApplications: readonly ImportedItem<NewSoftwareApplication>[];
  readonly projects: readonly ImportedItem<NewProject>[];
  readonly publications: readonly ImportedItem<NewPublication>[];
  readonly posts: readonly ImportedItem<ImportedPost>[];
  readonly unsupported: readonly string[];
  /** What cannot be read, as in `Line 9: this entry has no title.` */
  readonly problems: readonly string[];
}

/** Offered for a language whose level is not known. */
export const DEFAULT_LEVEL = 'B1';

/** Offered for a skill whose source has none. */
export const DEFAULT_PROFICIENCY = 50;

const MAX_LISTED = 200;

/** Keeps a list short enough to read. */
export function shortList(lines: readonly string[]): string[] {
  if (lines.length <= MAX_LISTED) return [...lines];
  return [...lines.slice(0, MAX_LISTED), `${lines.length - MAX_LISTED} more`];
}

/** The same for texts that differ only in case and spaces. */
export function normalize(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The same for the same role at the same organization that started in the same year. */
export function entryKey({ title, organization, from }: NewTimelineEntry): string {
  return JSON.stringify([normalize(title), normalize(organization), from]);
}

/** The same for titles that differ only in case, accents and punctuation. */
export function titleKey(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

export function citedKey(title: string, year: string | number): string {
  return `${titleKey(title)} ${year}`;
}

/** Publications that share one of these are the same: the DOI, then title and year. */
export function publicationKeys(fields: NewPublication): [string, ...string[]] {
  const { doi, title, publishedOn } = fields;
  const key = citedKey(title, publishedOn.slice(0, 4));
  return doi ? [`doi ${doi.toLowerCase()}`, key] : [key];
}

/** The same for texts that differ only in how their lines end. */
export function foldBreaks(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}
