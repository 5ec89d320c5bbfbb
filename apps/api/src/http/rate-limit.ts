import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import type { Db, Trx } from '../db/client.ts';
import { clientAddress } from './client-address.ts';
import { HttpError } from './errors.ts';
import { countUse, type Limit, resetUses } from './rate-limit-store.ts';

/** How often an address, and an account from anywhere, may try each of these. */
export const LIMITS = {
  login: { address: { times: 10, minutes: 15 }, account: { times: 30, minutes: 15 } },
  /** A login from a browser that the owner has used before. */
  device: { account: { times: 10, minutes: 15 } },
  /** From everybody together: unknown addresses beyond it share one job, and nobody is refused. */
  forgot: {
    address: { times: 5, minutes: 15 },
    account: { times: 5, minutes: 15 },
    all: { times: 100, minutes: 15 },
  },
  reset: { address: { times: 10, minutes: 15 } },
  setup: { address: { times: 10, minutes: 15 }, account: { times: 50, minutes: 15 } },
  password: { address: { times: 10, minutes: 15 }, account: { times: 20, minutes: 15 } },
  contact: { address: { times: 5, minutes: 60 } },
  /** From everybody together, and then still from each provider: what is more goes to Spam. */
  inbox: { all: { times: 200, minutes: 60 }, provider: { times: 20, minutes: 60 } },
} satisfies Record<string, Rules>;

interface Rules {
  readonly address?: Limit;
  readonly account?: Limit;
  /** Never a reason to refuse anybody: what others do must not keep the owner or a visitor out. */
  readonly all?: Limit;
  /** For what is over the limit of all: a flood from one provider leaves the others their share. */
  readonly provider?: Limit;
}

export type Limits = { readonly [K in keyof typeof LIMITS]: Rules };

/**
 * Counts an attempt before anything costly is done with it, and refuses one too many. Returns how
 * to take the attempt back: somebody who got it right has not been guessing.
 */
export async function limitAttempts(
  db: Db | Trx,
  limits: Limits,
  action: keyof Limits,
  /** `account` names the account that the attempt would open: the same one, the same words. */
  from: { address?: string; account?: string } = {},
): Promise<() => Promise<void>> {
  const limit = limits[action];
  const counts: [string, Limit][] = [];
  if (limit.address && from.address !== undefined)
    for (const { network, share } of networksOf(from.address))
      counts.push([`${action}:${network}`, timesMore(limit.address, share)]);
  if (limit.account && from.account !== undefined)
    counts.push([`${action}:${digest(from.account)}`, limit.account]);
  for (const [key, rule] of counts) {
    const { used, resetsInSeconds } = await countUse(db, key, rule);
    if (used > rule.times) throw tooMany(resetsInSeconds);
  }
  return () =>
    resetUses(
      db,
      counts.map(([key]) => key),
    );
}

/** Counts one more, and returns whether all together, or else its provider, are within the limit. */
export async function isWithinLimit(
  db: Db | Trx,
  limits: Limits,
  action: keyof Limits,
  address: string,
): Promise<boolean> {
  const { all, provider } = limits[action];
  const isWithin = async (key: string, rule: Limit) =>
    (await countUse(db, `${action}:${key}`, rule)).used <= rule.times;
  if (!all || (await isWithin('all', all))) return true;
  return provider !== undefined && (await isWithin(providerOf(address), provider));
}

function tooMany(seconds: number): HttpError {
  const minutes = Math.ceil(seconds / 60);
  return new HttpError(
    429,
    `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { retryAfterSeconds: seconds },
  );
}

/** A customer of IPv6 gets a /64, a /56 or a /48. Each counts, the wider ones with a higher limit. */
const IPV6_NETWORKS = [
  { bits: 64, share: 1 },
  { bits: 56, share: 2 },
  { bits: 48, share: 4 },
];

interface Network {
  readonly network: string;
  /** How many times the limit of one address it has. */
  readonly share: number;
}

/** What an address counts as, the narrowest network first. An IPv4 address counts as itself. */
export function networksOf(text: string): Network[] {
  const address = clientAddress(text);
  if (address === undefined || isIPv4(address))
    return [{ network: address ?? 'unknown', share: 1 }];
  const groups = groupsOf(address);
  return IPV6_NETWORKS.map(({ bits, share }) => ({
    network: `${prefixOf(groups, bits)}::/${bits}`,
    share,
  }));
}

/** About what one provider holds: an IPv4 /16, an IPv6 /32. */
function providerOf(text: string): string {
  const address = clientAddress(text);
  if (address === undefined) return 'unknown';
  if (isIPv4(address)) return `${address.split('.').slice(0, 2).join('.')}.0.0/16`;
  return `${prefixOf(groupsOf(address), 32)}::/32`;
}

function groupsOf(address: string): number[] {
  const [head = '', tail = ''] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
}

/** The first bits of eight groups of 16, written as groups. */
function prefixOf(groups: readonly number[], bits: number): string {
  return groups
    .slice(0, Math.ceil(bits / 16))
    .map((group, at) => group & (0xffff << Math.max(0, 16 * (at + 1) - bits)))
    .map((group) => group.toString(16))
    .join(':');
}

function timesMore({ times, minutes }: Limit, share: number): Limit {
  return { times: times * share, minutes };
}

/** Addresses that people typed are not kept in the clear. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
