import { isLocalUrl } from './settings.ts';

/** Where the site is without a host of its own: below the dashboard. */
export const SITE_BELOW = '/site';

/** The origin of the site, if it has a host of its own. */
export function ownSiteUrl(siteUrl: string | undefined): string | undefined {
  return siteUrl === SITE_BELOW ? undefined : siteUrl;
}

/** The address of the site for readers elsewhere, such as those of an email. At home, there may be none. */
export function sharedSiteUrl(siteUrl: string | undefined, publicUrl: string): string | undefined {
  if (siteUrl !== SITE_BELOW) return siteUrl;
  return isLocalUrl(publicUrl) ? undefined : `${publicUrl}${SITE_BELOW}`;
}

/** The address that a resume names. Below the dashboard there is a site, but no address for others. */
export function printedSiteUrl(siteUrl: string | undefined): string | undefined {
  return siteUrl === SITE_BELOW ? '' : siteUrl;
}

/** Where a page of the site is on its host. */
export function placeOf(siteUrl: string, path: string): string {
  return siteUrl === SITE_BELOW ? `${SITE_BELOW}${path}` : path;
}
