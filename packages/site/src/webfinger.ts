import { absoluteUrl } from './absolute-url.ts';
import { profileLinks } from './profile-links.ts';
import { withSafeLinks } from './safe-links.ts';
import type { Page, PageOptions, SitePortfolio } from './site.ts';

/**
 * Says who is behind an account or a page of this host (RFC 7033). The owner is the only person here,
 * so that every account name stands for the owner. `resource` is the parameter of the query.
 */
export function webfinger(
  portfolio: SitePortfolio,
  options: Pick<PageOptions, 'origin' | 'mode'>,
  resource: string | undefined,
): Page {
  const { profile } = withSafeLinks(portfolio);
  const home = absoluteUrl(options, '/');
  if (!resource || !/^[a-z][a-z0-9+.-]*:/i.test(resource))
    return respond(400, { message: `Name a resource, like acct:me@${new URL(home).host}.` });
  if (!isOwner(resource, home)) return respond(404, { message: 'This host has no such resource.' });
  const links = [
    { rel: 'http://webfinger.net/rel/profile-page', type: 'text/html', href: home },
    ...(profile.avatar.url
      ? [{ rel: 'http://webfinger.net/rel/avatar', href: absoluteUrl(options, profile.avatar.url) }]
      : []),
    {
      rel: 'http://schemas.google.com/g/2010#updates-from',
      type: 'application/atom+xml',
      href: absoluteUrl(options, '/feed.xml'),
    },
    ...profileLinks(profile).map(({ url }) => ({ rel: 'me', href: url })),
  ];
  return respond(200, { subject: resource, aliases: [home], links });
}

function isOwner(resource: string, home: string): boolean {
  const [, host] = /^acct:[^@\s]{1,100}@([^@/?#\s]+)$/i.exec(resource) ?? [];
  if (host !== undefined) return host.toLowerCase() === new URL(home).host;
  return URL.canParse(resource) && new URL(resource).href === new URL(home).href;
}

function respond(status: number, body: object): Page {
  const type = status === 200 ? 'application/jrd+json' : 'application/json';
  const headers = { 'content-type': `${type}; charset=utf-8`, 'access-control-allow-origin': '*' };
  return { status, headers, body: JSON.stringify(body) };
}
