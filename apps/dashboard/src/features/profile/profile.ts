import type { routes } from '@vitrine/contract/routes';
import type { ApiResponse } from '../../api/call-api.ts';

export type Profile = ApiResponse<typeof routes.user.me>['user'];

/** The addresses of a profile, in their order on the screen. */
export const PROFILE_LINKS = [
  ['portfolioURL', 'Portfolio URL'],
  ['githubURL', 'Github URL'],
  ['linkedInURL', 'LinkedIn URL'],
  ['instagramURL', 'Instagram URL'],
  ['twitterURL', 'Twitter(X) URL'],
  ['facebookURL', 'Facebook URL'],
] as const;

/** Old clients stored this word where there was nothing. */
export function linkText(value: string | undefined): string {
  return value === undefined || value === 'undefined' ? '' : value;
}
