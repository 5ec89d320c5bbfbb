import { isIP } from 'node:net';

/**
 * Extracts the IP address from what a proxy passed on. Some proxies add a port or brackets, a local
 * address may have a zone, and an IPv4 address may be mapped to IPv6.
 */
export function clientAddress(text: string): string | undefined {
  const bare = text
    .replace(/^"|"$/g, '')
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(bare) ? bare : undefined;
}
