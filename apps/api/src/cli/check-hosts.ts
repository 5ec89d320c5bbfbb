import { ownSiteUrl } from '../site-address.ts';
import { type Finding, failed, ok, sentenceOf, warning } from './finding.ts';

const TIMEOUT_MS = 5_000;

interface Page {
  readonly status: number;
  readonly body: string;
  readonly cookies: readonly string[];
}

/** Opens the dashboard and the site as a browser would, and checks that each is on its own host. */
export async function checkHosts({
  publicUrl,
  siteUrl,
}: {
  readonly publicUrl: string;
  readonly siteUrl: string | undefined;
}): Promise<Finding[]> {
  const checks = [checkPage(publicUrl, '/login', checkDashboard)];
  const ownSite = ownSiteUrl(siteUrl);
  if (ownSite !== undefined) checks.push(checkPage(ownSite, '/', checkSite));
  return (await Promise.all(checks)).flat();
}

async function checkPage(
  url: string,
  path: string,
  check: (url: string, page: Page) => Finding[],
): Promise<Finding[]> {
  let page: Page;
  try {
    page = await open(url + path);
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    // Not an error: some networks do not let a machine reach its own public address.
    return [
      warning(
        'hosts',
        `Cannot reach ${url} from here: ${sentenceOf(cause)} Start Vitrine, then open this address in a browser.`,
      ),
    ];
  }
  if (page.status === 421)
    return [
      failed(
        'hosts',
        `Vitrine rejects requests for ${url}, because they arrive with another host name. Configure the proxy to forward the Host header.`,
      ),
    ];
  return check(url, page);
}

/** Loads a page with the headers of a person who enters its address. */
async function open(url: string): Promise<Page> {
  const response = await fetch(url, {
    headers: { accept: 'text/html', 'sec-fetch-site': 'none' },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return {
    status: response.status,
    body: await response.text(),
    cookies: response.headers.getSetCookie(),
  };
}

function checkDashboard(url: string, { status, body, cookies }: Page): Finding[] {
  if (!isDashboard(body)) return [unexpected(url, 'the dashboard', status)];
  const shared = cookies.find((cookie) => /;\s*domain=/i.test(cookie));
  if (shared !== undefined)
    return [
      failed(
        'hosts',
        `The cookie ${cookieName(shared)} of ${url} has a Domain attribute, so browsers also send it to other hosts. Remove the rule that adds it from the proxy.`,
      ),
    ];
  const stay = cookies.length > 0 ? ' Its cookies stay on this host.' : '';
  return [ok('hosts', `${url} shows the dashboard.${stay}`)];
}

function checkSite(url: string, { status, body, cookies }: Page): Finding[] {
  if (status === 503)
    return [
      warning('hosts', `${url} shows no site yet. It appears once it is set up in the dashboard.`),
    ];
  // Every page of the site names the stylesheet of its design.
  if (isDashboard(body) || !/\/assets\/design-[0-9a-f]+\.css/.test(body))
    return [unexpected(url, 'the site', status)];
  const [cookie] = cookies;
  if (cookie !== undefined)
    return [
      failed(
        'hosts',
        `${url} sets the cookie ${cookieName(cookie)}. Vitrine sets none on the site: remove the rule that adds it from the proxy.`,
      ),
    ];
  return [ok('hosts', `${url} shows the site, without cookies.`)];
}

function isDashboard(body: string): boolean {
  return body.includes('<div id="root">');
}

function unexpected(url: string, page: string, status: number): Finding {
  return failed(
    'hosts',
    `${url} does not show ${page} (status ${status}). Check that the proxy forwards this host name to Vitrine.`,
  );
}

function cookieName(cookie: string): string {
  return cookie.split('=', 1)[0] ?? '';
}
