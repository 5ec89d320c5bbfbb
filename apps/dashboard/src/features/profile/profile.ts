import type { routes } from '@vitrine/contract/routes';
import type { ApiResponse } from '../../api/call-api.ts';

export type Profile = ApiResponse<typeof routes.user.me>['user'];

/** The profile's links, in display order. */
export const PROFILE_LINKS = [
  ['portfolioURL', 'Portfolio URL'],
  ['githubURL', 'Github URL'],
  ['linkedInURL', 'LinkedIn URL'],
  ['instagramURL', 'Instagram URL'],
  ['twitterURL', 'Twitter(X) URL'],
  ['facebookURL', 'Facebook URL'],
] as const;

/** How the owner is introduced to visitors, with examples. */
export const INTRODUCTION = [
  ['headline', 'Headline', 'Software engineer'],
  ['pronouns', 'Pronouns', 'she/her'],
  ['location', 'Location', 'London'],
  ['availability', 'Availability', 'Open to short contracts'],
] as const;
