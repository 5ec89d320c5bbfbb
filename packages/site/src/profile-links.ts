import type { ProfileContent } from '@vitrine/contract/public';
import { linkKey } from '@vitrine/contract/text-format';

interface ProfileLink {
  readonly name: string;
  readonly url: string;
}

/** The owner's pages on other sites, each once. */
export function profileLinks(profile: ProfileContent): readonly ProfileLink[] {
  return [...specifiedLinks(profile), ...moreLinks(profile)];
}

export function specifiedLinks(profile: ProfileContent): readonly ProfileLink[] {
  return [
    { name: 'GitHub', url: profile.githubURL },
    { name: 'LinkedIn', url: profile.linkedInURL },
    { name: 'X', url: profile.twitterURL },
    { name: 'Instagram', url: profile.instagramURL },
    { name: 'Facebook', url: profile.facebookURL },
  ].filter(({ url }) => url !== '');
}

/** The links of the list that are none of the others. */
export function moreLinks(profile: ProfileContent): readonly ProfileLink[] {
  const others = specifiedLinks(profile).map(({ url }) => url);
  const known = new Set([...others, `mailto:${profile.email}`].map(linkKey));
  return profile.links
    .filter(({ url }) => !known.has(linkKey(url)))
    .map(({ url, label: name }) => ({ name, url }));
}
