import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import type { SetupWay } from '@vitrine/contract/options';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../../auth/client-address.ts';
import type { HostCookie } from '../../auth/session-cookie.ts';
import { hashToken, newToken } from '../../auth/session-store.ts';
import { isHomeHost } from '../../http/hosts.ts';

const OPEN_SECONDS = 30 * 60;

/** Loopback, private and link-local. Those of a provider's network (100.64.0.0/10) are not. */
const HOME = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  HOME.addSubnet(network, bits, 'ipv4');
HOME.addAddress('::1', 'ipv6');
HOME.addSubnet('fc00::', 7, 'ipv6');
HOME.addSubnet('fe80::', 10, 'ipv6');

/** Headers that proxies and tunnels add. Browsers send none that starts with `x-`. */
const PROXY_HEADER =
  /^(x-|cf-|cdn-|fastly-|fly-|ngrok-|tailscale-|true-client-|client-ip$|remote-|forwarded|via$|proxy-)/;

interface FirstContactOptions {
  /** Whether a browser in the home network can do without the setup code at all. */
  readonly isOpen: boolean;
  /** Marks the browser that came first. */
  readonly cookie: HostCookie;
}

interface SetupState {
  readonly way: SetupWay;
  /** The address of the browser that came first, if it is another one. */
  readonly claimedBy?: string;
}

export type FirstContact = ReturnType<typeof createFirstContact>;

/**
 * Decides who may create the owner without the setup code: the first browser in the home network, in the
 * first 30 minutes. A restart forgets who came first.
 */
export function createFirstContact({ isOpen, cookie }: FirstContactOptions) {
  const start = performance.now();
  let claim: { readonly hash: Buffer; readonly address: string } | undefined;

  function isOwn(request: FastifyRequest): boolean {
    const token = cookie.read(request);
    return token !== undefined && claim?.hash.equals(hashToken(token)) === true;
  }

  function stateFor(request: FastifyRequest): SetupState {
    if (!isOpen || !isDirect(request.raw)) return { way: 'code' };
    if (performance.now() - start > OPEN_SECONDS * 1000) return { way: 'late' };
    if (claim === undefined || isOwn(request)) return { way: 'open' };
    return { way: 'claimed', claimedBy: claim.address };
  }

  return {
    stateFor,
    /** Remembers the browser if it is the first. */
    claim(request: FastifyRequest, reply: FastifyReply): SetupState {
      const state = stateFor(request);
      if (state.way !== 'open' || !isFromOwnPage(request.raw) || isOwn(request)) return state;
      const token = newToken();
      claim = { hash: hashToken(token), address: addressOf(request.raw) };
      cookie.write(reply, token, OPEN_SECONDS);
      return state;
    },
    /** Whether this browser may create the owner without the code. */
    isAllowed: (request: FastifyRequest): boolean =>
      stateFor(request).way === 'open' && isOwn(request) && isFromOwnPage(request.raw),
  };
}

/** Whether a browser in the home network seems to have sent a request itself, to a name of that network. */
function isDirect({ headers, httpVersion, socket }: IncomingMessage): boolean {
  if (!isHomeAddress(socket.remoteAddress) || !isHomeHost(headers.host)) return false;
  // A simple proxy adds no header, but closes the connection, as nginx does by default.
  if (httpVersion !== '1.1' || headers.connection?.toLowerCase() !== 'keep-alive') return false;
  return !Object.keys(headers).some((name) => PROXY_HEADER.test(name));
}

export function isHomeAddress(text = ''): boolean {
  const address = clientAddress(text);
  return address !== undefined && HOME.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** A page of another site cannot send the origin of this one. */
function isFromOwnPage({ headers: { host, origin } }: IncomingMessage): boolean {
  return origin === `http://${host?.toLowerCase()}`;
}

function addressOf({ socket }: IncomingMessage): string {
  return clientAddress(socket.remoteAddress ?? '') ?? '';
}
