import type { IncomingMessage } from 'node:http';

interface Hosts {
  readonly publicUrl: string;
  readonly siteUrl: string | undefined;
}

/** Where the routes of the public site are. A client that sends this path itself gets 404. */
export const SITE_PREFIX = '/@site';
export const UNKNOWN_HOST = '/@unknown-host';

const PROBES = ['/healthz', '/readyz'];

/** The requests that came for the host of the public site. */
const siteRequests = new WeakSet<IncomingMessage>();

export function isSiteRequest(request: IncomingMessage): boolean {
  return siteRequests.has(request);
}

type Part = 'dashboard' | 'site' | undefined;

/**
 * Returns which part of the service a request is for. Ports are ignored, as cookies ignore them.
 * Without a site, every name belongs to the dashboard.
 */
export function createHostChooser({ publicUrl, siteUrl }: Hosts) {
  const dashboard = new URL(publicUrl).hostname;
  const site = siteUrl === undefined ? undefined : new URL(siteUrl).hostname;
  // Almost all requests name the same host as the one before.
  let last: { readonly host: string | undefined; readonly part: Part } | undefined;
  return (request: IncomingMessage): Part => {
    if (site === undefined) return 'dashboard';
    if (!hasOneHost(request)) return undefined;
    const { host } = request.headers;
    if (last?.host === host) return last?.part;
    const name = host?.replace(/:\d+$/, '').toLowerCase();
    const part = name === site ? 'site' : name === dashboard ? 'dashboard' : undefined;
    last = { host, part };
    return part;
  };
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
export function createUrlRewriter(chooseHost: ReturnType<typeof createHostChooser>) {
  return (request: IncomingMessage): string => {
    const { url = '/' } = request;
    if (PROBES.includes(url)) return url;
    const host = chooseHost(request);
    if (host === undefined) return UNKNOWN_HOST;
    if (host === 'dashboard' || url.startsWith('/media/')) return url;
    siteRequests.add(request);
    return SITE_PREFIX + url;
  };
}
