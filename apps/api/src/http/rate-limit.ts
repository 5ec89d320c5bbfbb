import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { clientAddress } from '../auth/client-address.ts';
import type { Db, Trx } from '../db/client.ts';
import { ExpectedError } from '../expected-error.ts';
import { countUse, type Limit, resetUses } from './rate-limit-store.ts';

/**
 * Attempts per address, and per account from all addresses. A browser that the owner has signed in with
 * has a limit of its own, `device`, so that others cannot use up its attempts.
 */
export const LIMITS = {
  login: {
    address: { times: 10, minutes: 15 },
    account: { times: 30, minutes: 15 },
    device: { times: 10, minutes: 15 },
  },
  /** `all` rejects no request. Above it, requests for unknown email addresses share one job. */
  forgot: {
    address: { times: 5, minutes: 15 },
    account: { times: 5, minutes: 15 },
    all: { times: 100, minutes: 15 },
  },
  reset: { address: { times: 10, minutes: 15 } },
  setup: { address: { times: 10, minutes: 15 }, account: { times: 50, minutes: 15 } },
  password: {
    address: { times: 10, minutes: 15 },
    account: { times: 20, minutes: 15 },
    device: { times: 10, minutes: 15 },
  },
  /** Limits the work, not the guesses: a signature cannot be guessed. */
  passkey: { address: { times: 60, minutes: 15 }, device: { times: 60, minutes: 15 } },
  /**
   * Codes of the second factor. Only a client that has the password or a session can use up the attempts
   * of the account. Ten an hour find one of the three valid codes once in about four years. A thief who
   * also has the cookie of a known browser has twenty. Known browsers share theirs, because each password
   * reset makes a browser known: with a limit for each, access to the mailbox would be a way to more codes.
   */
  code: {
    address: { times: 10, minutes: 15 },
    account: { times: 10, minutes: 60 },
    devices: { times: 10, minutes: 60 },
  },
  contact: { address: { times: 5, minutes: 60 } },
  /** So that a stolen token cannot turn the mail server into one that sends spam. */
  reply: { account: { times: 60, minutes: 60 } },
  /** Forms behind the link of an author. */
  words: { address: { times: 60, minutes: 60 } },
  /** Messages above `all` and above the limit of their provider go to Spam. */
  inbox: { all: { times: 200, minutes: 60 }, provider: { times: 20, minutes: 60 } },
  /** Forms without a token. Above both limits, visitors have to send the form twice. */
  unverified: { all: { times: 20, minutes: 24 * 60 }, provider: { times: 2, minutes: 24 * 60 } },
} satisfies Record<string, Rules>;

interface Rules {
  readonly address?: Limit;
  readonly account?: Limit;
  /** Applies to a known browser instead of the other two. */
  readonly device?: Limit;
  /** Like `device`, for all known browsers of the account together. */
  readonly devices?: Limit;
  /** For all clients together. It never rejects: a flood must not lock out the owner or visitors. */
  readonly all?: Limit;
  /** Applies above the limit of `all`, so that a flood from one provider does not affect others. */
  readonly provider?: Limit;
}

export type Limits = { readonly [K in keyof typeof LIMITS]: Rules };

/**
 * Counts an attempt before any expensive work and rejects it above the limit. Returns a function that
 * resets the count after a successful attempt.
 */
export async function limitAttempts(
  db: Db | Trx,
  limits: Limits,
  action: keyof Limits,
  client: LimitedClient = {},
): Promise<() => Promise<void>> {
  for (const [key, rule] of countsOf(limits, action, client)) {
    const { used, resetsInSeconds } = await countUse(db, key, rule);
    if (used > rule.times) throw tooManyAttempts(resetsInSeconds);
  }
  return () => forgiveAttempts(db, limits, action, client);
}

/** Resets the count of a client whose attempt succeeded in a later request. */
export async function forgiveAttempts(
  db: Db | Trx,
  limits: Limits,
  action: keyof Limits,
  client: LimitedClient,
): Promise<void> {
  await resetUses(
    db,
    countsOf(limits, action, client).map(([key]) => key),
  );
}

export interface LimitedClient {
  readonly address?: string;
  /** Identifies the account, always with the same text for the same account. */
  readonly account?: string;
  /** The token of a known browser. */
  readonly device?: string;
}

function countsOf(limits: Limits, action: keyof Limits, client: LimitedClient): [string, Limit][] {
  const limit = limits[action];
  if (limit.device && client.device !== undefined)
    return [[`${action}:device:${digest(client.device)}`, limit.device]];
  if (limit.devices && client.device !== undefined && client.account !== undefined)
    return [[`${action}:devices:${digest(client.account)}`, limit.devices]];
  const counts: [string, Limit][] = [];
  if (limit.address && client.address !== undefined)
    for (const { network, factor } of listNetworks(client.address))
      counts.push([`${action}:${network}`, multiplyLimit(limit.address, factor)]);
  if (limit.account && client.account !== undefined)
    counts.push([`${action}:${digest(client.account)}`, limit.account]);
  return counts;
}

/** Counts one use. Returns whether the total, or else the provider, is within its limit. */
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

function tooManyAttempts(seconds: number): ExpectedError {
  const minutes = Math.ceil(seconds / 60);
  return new ExpectedError(
    429,
    `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { retryAfterSeconds: seconds },
  );
}

/** One IPv6 customer may have a /64, a /56 or a /48. Each is counted, wider ones with a higher limit. */
const IPV6_NETWORKS = [
  { bits: 64, factor: 1 },
  { bits: 56, factor: 2 },
  { bits: 48, factor: 4 },
];

interface Network {
  readonly network: string;
  /** Multiplies the limit of one address. */
  readonly factor: number;
}

/** The networks that an address counts for, narrowest first. For IPv4, only the address itself. */
export function listNetworks(text: string): Network[] {
  const address = clientAddress(text);
  if (address === undefined || isIPv4(address))
    return [{ network: address ?? 'unknown', factor: 1 }];
  const groups = groupsOf(address);
  return IPV6_NETWORKS.map(({ bits, factor }) => ({
    network: `${prefixOf(groups, bits)}::/${bits}`,
    factor,
  }));
}

/** Approximates the network of a provider: an IPv4 /16 or an IPv6 /32. */
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

/** The first bits of an address, written as groups. */
function prefixOf(groups: readonly number[], bits: number): string {
  return groups
    .slice(0, Math.ceil(bits / 16))
    .map((group, at) => group & (0xffff << Math.max(0, 16 * (at + 1) - bits)))
    .map((group) => group.toString(16))
    .join(':');
}

function multiplyLimit({ times, minutes }: Limit, factor: number): Limit {
  return { times: times * factor, minutes };
}

/** Email addresses are not stored in plain text. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
