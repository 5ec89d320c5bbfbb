import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { CopyError } from './copy-error.ts';

/**
 * What is not on the internet. The owner chooses where copies go, and may not be who runs the server: a
 * destination must not be a way into the network around it.
 */
const PRIVATE = blockList([
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
  ['::', 127],
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
  ['fec0::', 10],
  ['ff00::', 8],
]);

/** Where clouds keep the secrets of their machines. */
const LINK_LOCAL = blockList([
  ['169.254.0.0', 16],
  ['fe80::', 10],
  ['fd00:ec2::254', 128],
]);

function blockList(networks: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [address, bits] of networks) list.addSubnet(address, bits, familyOf(address));
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}

/**
 * Fails unless the address is https and on the internet, or one that the operator allows. A name can lead
 * elsewhere a moment later, but then the certificate does not fit.
 */
export async function checkAddress(url: string, allowed: readonly string[]): Promise<void> {
  const { origin, protocol, hostname } = new URL(url);
  const isAllowed = allowed.includes(origin);
  if (protocol !== 'https:' && !isAllowed)
    throw refused('The address of the object store must start with https://.');
  const addresses = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
  for (const { address } of addresses) {
    const family = familyOf(address);
    if (LINK_LOCAL.check(address, family) || (!isAllowed && PRIVATE.check(address, family)))
      throw refused(
        "The address of the object store is in a private network. The server's administrator can allow it with COPY_LOCAL_STORES.",
      );
  }
}

function refused(reason: string): CopyError {
  return new CopyError(reason, { isFinal: true });
}
