import { namesOf } from '@vitrine/contract/collections';
import type { Link } from '@vitrine/contract/link-list';
import { linkKey } from '@vitrine/contract/text-format';
import type { User } from '@vitrine/contract/user';
import { HISTORY } from '../../content/collections.ts';
import { type Ages, type Result, toChange } from './compare-items.ts';
import { foldBreaks, type ImportedProfile } from './imported.ts';

/** The fields of a profile and their columns, in the order of the form. */
const COLUMNS: Readonly<Record<keyof ImportedProfile, string>> = {
  fullName: 'full_name',
  headline: 'headline',
  location: 'location',
  aboutMe: 'about_me',
  phone: 'phone',
  portfolioURL: 'portfolio_url',
  githubURL: 'github_url',
  linkedInURL: 'linkedin_url',
  instagramURL: 'instagram_url',
  twitterURL: 'twitter_url',
  facebookURL: 'facebook_url',
};

export function compareProfile(
  imported: ImportedProfile,
  current: User,
  { changedAt, madeAt }: Ages,
): Result[] {
  return namesOf(COLUMNS).flatMap((name): Result[] => {
    const after = imported[name];
    if (after === undefined) return [];
    const before = current[name];
    const column = COLUMNS[name];
    const label = HISTORY.profile.labels[column] ?? column;
    const fold = name.endsWith('URL') ? foldLink : foldBreaks;
    if (fold(before) === fold(after)) return [label];
    const update = {
      item: { kind: 'update-profile', fields: { [name]: after } },
      changes: [{ type: 'text', label, before, after }],
    } as const;
    return [toChange('Profile', label, update, changedAt.get(column), madeAt)];
  });
}

/** User names at these services ignore case. */
function foldLink(link: string): string {
  return linkKey(link).toLowerCase();
}

/** Adds the links that the profile has neither in its list nor in a field. */
export function compareLinks(
  imported: readonly Link[],
  { profile, current }: { readonly profile: ImportedProfile; readonly current: User },
): Result[] {
  const texts = namesOf(COLUMNS).flatMap((name) => [current[name], profile[name] ?? '']);
  const known = new Set([...texts, ...current.links.map(({ url }) => url)].map(foldLink));
  return imported.map((fields): Result => {
    const { url, label } = fields;
    if (known.has(foldLink(url))) return label;
    known.add(foldLink(url));
    return {
      item: { kind: 'add-link', fields },
      title: label,
      detail: `Link · ${url}`,
      note: '',
      changes: [],
      pictures: [],
      isNewer: false,
      isSelected: true,
    };
  });
}
