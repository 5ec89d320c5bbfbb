import { addressCalls } from '@vitrine/contract/address';
import type { FastifyInstance } from 'fastify';
import { recordEvent, sourceOf } from '../../auth/audit-store.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/client.ts';
import { validationError } from '../../expected-error.ts';
import { routeNotFound } from '../../http/errors.ts';
import { ADDRESS_CHECK, isHomeHost } from '../../http/hosts.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { isLocalUrl } from '../../settings.ts';
import { ownSiteUrl } from '../../site-address.ts';
import { createAddressCheck } from './address-check.ts';
import { findAddresses, saveAddress } from './address-store.ts';

interface AddressOptions {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly config: Config;
  /** Starts the service with the new addresses. */
  readonly restart: (() => void) | undefined;
}

/** The owner's addresses beyond the home network. */
export function addressRoutes(
  app: FastifyInstance,
  registerRoute: RegisterRoute,
  { db, jobs, config, restart }: AddressOptions,
): void {
  const check = createAddressCheck(ADDRESS_CHECK);
  const { isPublicUrlSet, isSiteUrlSet } = config;

  if (config.homeNetwork)
    app.get<{ Params: { nonce: string } }>(
      `${ADDRESS_CHECK}:nonce`,
      { config: { access: 'anyone' } },
      ({ params: { nonce }, headers: { host } }, reply) =>
        reply
          .code(check.receive(nonce, host) ? 204 : 404)
          .header('cache-control', 'no-store')
          .send(),
    );

  async function list() {
    if (!config.homeNetwork) throw routeNotFound();
    const stored = await findAddresses(db);
    const dashboard = isPublicUrlSet ? config.publicUrl : (stored.dashboard ?? '');
    const site = isSiteUrlSet ? (ownSiteUrl(config.siteUrl) ?? '') : (stored.site ?? '');
    return {
      dashboard: { url: dashboard, isSetting: isPublicUrlSet },
      site: { url: site, isSetting: isSiteUrlSet },
    };
  }

  registerRoute(addressCalls.get, list);

  registerRoute(addressCalls.update, async ({ input, request }) => {
    const before = await list();
    const after = {
      dashboard: isPublicUrlSet ? before.dashboard.url : input.dashboard,
      site: isSiteUrlSet ? before.site.url : input.site,
    };
    const errors: Record<string, string> = {};
    const dashboards = [after.dashboard, before.dashboard.url, config.publicUrl];
    const isTaken = isSiteUrlSet
      ? hostOf(after.site) === hostOf(after.dashboard)
      : // At a host of the home network, the owner would find the site instead of the dashboard.
        isHomeHost(hostOf(after.site)) || dashboards.map(hostOf).includes(hostOf(after.site));
    if (after.site !== '' && isTaken)
      errors['site'] = 'Choose another host name than that of the dashboard: cookies ignore ports.';
    for (const part of ['dashboard', 'site'] as const) {
      const url = after[part];
      if (url === '' || url === before[part].url || errors[part]) continue;
      const problem = isInsecure(url)
        ? 'Use https://. Over HTTP, others can read the password.'
        : await check.findProblem(url);
      if (problem) errors[part] = problem;
    }
    if (Object.keys(errors).length > 0) throw validationError(errors);
    await db.transaction().execute(async (trx) => {
      if (!isPublicUrlSet) await saveAddress(trx, 'dashboard', after.dashboard);
      if (!isSiteUrlSet) await saveAddress(trx, 'site', after.site);
      await jobs.sendMail(trx, { kind: 'addresses-changed', ...after });
      await recordEvent(trx, 'addresses-changed', sourceOf(request));
    });
    restart?.();
    return { message: 'Addresses saved.', ...(await list()) };
  });
}

function isInsecure(url: string): boolean {
  return url.startsWith('http:') && !isLocalUrl(url);
}

function hostOf(url: string): string {
  return url === '' ? '' : new URL(url).hostname;
}
