import type { IncomingMessage } from 'node:http';
import { isLocalUrl } from '../settings.ts';
import { ownSiteUrl, SITE_BELOW } from '../site-address.ts';

interface Hosts {
  readonly publicUrl: string;
  readonly siteUrl: string | undefined;
  /** Whether the dashboard also answers to addresses in a home network. */
  readonly homeNetwork: boolean;
}

/** Where the routes of the public site are. A client that sends this path itself gets 404. */
export const SITE_PREFIX = '/@site';
export const UNKNOWN_HOST = '/@unknown-host';
/** Where the service looks for itself at an address that it does not have yet. */
export const ADDRESS_CHECK = '/.well-known/vitrine/';

const PROBES = ['/healthz', '/readyz'];
const CHECK_REQUEST = new RegExp(`^${ADDRESS_CHECK}[\\w-]+$`);

/** The requests that came for the public site, by its host or by its path. */
const siteRequests = new WeakSet<IncomingMessage>();

export function isSiteRequest(request: IncomingMessage): boolean {
  return siteRequests.has(request);
}

type Part = 'dashboard' | 'site' | undefined;

/**
 * Returns which part of the service a request is for. Ports are ignored, as cookies ignore them.
 * Without a site and outside of a home network, every name belongs to the dashboard.
 */
export function createHostChooser({
  publicUrl,
  siteUrl,
  homeNetwork,
}: Hosts): (request: IncomingMessage) => Part {
  const dashboard = new URL(publicUrl).hostname;
  const ownSite = ownSiteUrl(siteUrl);
  const site = ownSite === undefined ? undefined : new URL(ownSite).hostname;
  // Almost all requests name the same host as the one before.
  let last: { readonly host: string | undefined; readonly part: Part } | undefined;

  function choose(request: IncomingMessage): Part {
    if (site === undefined && !homeNetwork) return 'dashboard';
    if (!hasOneHost(request)) return undefined;
    const { host } = request.headers;
    if (last?.host === host) return last?.part;
    const name = host?.replace(/:\d+$/, '').toLowerCase();
    const isDashboard = name === dashboard || (homeNetwork && isHomeHost(host));
    const part = name === site ? 'site' : isDashboard ? 'dashboard' : undefined;
    last = { host, part };
    return part;
  }

  return (request) => {
    if (siteRequests.has(request)) return 'site';
    const part = choose(request);
    return part === 'dashboard' && siteUrl === SITE_BELOW && takeSitePath(request) ? 'site' : part;
  };
}

/** Removes the path that precedes those of the site, so that routes do not differ. */
function takeSitePath(request: IncomingMessage): boolean {
  const [, path] = /^\/site(?:\/|(?=\?|$))(.*)$/s.exec(request.url ?? '') ?? [];
  if (path === undefined) return false;
  request.url = `/${path}`;
  siteRequests.add(request);
  return true;
}

/** Returns the origin of the dashboard, as the browser that sent a request knows it. */
export type OriginOf = (request: IncomingMessage) => string;

export function createOriginOf({ publicUrl, homeNetwork }: Omit<Hosts, 'siteUrl'>): OriginOf {
  if (!homeNetwork) return () => publicUrl;
  const { host: publicHost, protocol } = new URL(publicUrl);
  return ({ headers: { host } }) => {
    // Only a proxy speaks HTTPS, and its address is the configured one.
    const isPublic = protocol === 'https:' && host?.toLowerCase() === publicHost;
    return !isPublic && isHomeHost(host) ? `http://${host?.toLowerCase()}` : publicUrl;
  };
}

/**
 * Whether a Host header names a private address or a local name. A page on the internet cannot have such
 * a name, so that it cannot point a name of its own to this service (DNS rebinding).
 */
export function isHomeHost(host = ''): boolean {
  return /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(host) && isLocalHost(host);
}

function isLocalHost(host: string): boolean {
  const url = `http://${host}`;
  return URL.canParse(url) && isLocalUrl(url);
}

/** A proxy may read another host than this service from a request that names two. */
function hasOneHost({ rawHeaders, url = '/' }: IncomingMessage): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count === 1 && url.startsWith('/');
}

/** Sends the requests of each host to its own routes. Health checks and media are the same on both. */
export function createUrlRewriter(hosts: Hosts) {
  const chooseHost = createHostChooser(hosts);
  return (request: IncomingMessage): string => {
    if (PROBES.includes(request.url ?? '')) return request.url ?? '/';
    if (hosts.homeNetwork && CHECK_REQUEST.test(request.url ?? '')) return request.url ?? '/';
    const host = chooseHost(request);
    const { url = '/' } = request;
    if (host === undefined) return UNKNOWN_HOST;
    if (host === 'dashboard' || url.startsWith('/media/')) return url;
    siteRequests.add(request);
    return SITE_PREFIX + url;
  };
}
