import type { ImportSource } from '@vitrine/contract/options';
import type { NewDraft } from '@vitrine/contract/project';
import type { NewSoftwareApplication } from '@vitrine/contract/software-application';
import type { NewTimelineEntry } from '@vitrine/contract/timeline';
import type { z } from 'zod';

/** Why a file cannot be imported, as a sentence for the owner. */
export class UnreadableImportError extends Error {}

export interface ImportedItem<Fields> {
  readonly fields: Fields;
  /** What the owner should know, as in `No description, so it starts as the title`. */
  readonly remarks: readonly string[];
  readonly isSelected: boolean;
}

/** The texts of a profile that an import can change. */
export interface ImportedProfile {
  fullName?: string;
  headline?: string;
  location?: string;
  aboutMe?: string;
  phone?: string;
  portfolioURL?: string;
  githubURL?: string;
  linkedInURL?: string;
  instagramURL?: string;
  twitterURL?: string;
  facebookURL?: string;
}

export interface ImportedSkill {
  readonly title: string;
  readonly category: string;
  /** Undefined if the source has none. */
  readonly proficiency: number | undefined;
}

export type ImportedProject = z.infer<typeof NewDraft>;

/** What a source contains, before it is compared with the portfolio. */
export interface Imported {
  readonly source: ImportSource;
  readonly summary: string;
  /** When the source was made, if it says so. */
  readonly madeAt: Date | undefined;
  /** Not imported, because it signs in. */
  readonly email: string;
  readonly profile: ImportedProfile;
  readonly timeline: readonly ImportedItem<NewTimelineEntry>[];
  readonly skills: readonly ImportedSkill[];
  readonly softwareApplications: readonly NewSoftwareApplication[];
  readonly projects: readonly ImportedItem<ImportedProject>[];
  readonly unsupported: readonly string[];
}

/** Offered for a skill whose source has none. */
export const DEFAULT_PROFICIENCY = 50;

const MAX_LISTED = 200;

/** Keeps a list short enough to read. */
export function shortList(lines: readonly string[]): string[] {
  if (lines.length <= MAX_LISTED) return [...lines];
  return [...lines.slice(0, MAX_LISTED), `${lines.length - MAX_LISTED} more`];
}
