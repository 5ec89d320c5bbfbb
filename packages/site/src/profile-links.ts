import type { ProfileContent } from '@vitrine/contract/public';

/** The owner's pages on other sites. */
export function profileLinks(
  profile: ProfileContent,
): readonly { readonly name: string; readonly url: string }[] {
  return [
    { name: 'GitHub', url: profile.githubURL },
    { name: 'LinkedIn', url: profile.linkedInURL },
    { name: 'X', url: profile.twitterURL },
    { name: 'Instagram', url: profile.instagramURL },
    { name: 'Facebook', url: profile.facebookURL },
  ].filter(({ url }) => url !== '');
}
