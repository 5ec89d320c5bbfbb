import { isIP } from 'node:net';

/**
 * The address in what a proxy passed on, or nothing: some add a port or brackets, a local address
 * may name its interface, and IPv4 may be dressed as IPv6.
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
