import type { ChosenPhoto } from '../../features/profile/crop-photo.ts';

const NAMES = ['fullName', 'headline', 'location', 'aboutMe'] as const;

export type Name = (typeof NAMES)[number];

/** What the owner has typed and chosen. The rest is as it is stored. */
export interface Introduction extends Partial<Record<Name, string>> {
  /** Null to remove the stored one. */
  readonly photo?: ChosenPhoto | null | undefined;
}

const KEY = 'first-run-introduction';

/** What was typed before the page was reloaded. */
export function readIntroduction(): Introduction {
  try {
    return Object.fromEntries(new URLSearchParams(sessionStorage.getItem(KEY) ?? ''));
  } catch {
    return {};
  }
}

/** Keeps what was typed for this tab. A photo has to be chosen again. */
export function keepIntroduction({ photo: _, ...texts }: Introduction): void {
  try {
    sessionStorage.setItem(KEY, String(new URLSearchParams(texts)));
  } catch {
    // Some browsers block storage in private windows.
  }
}
