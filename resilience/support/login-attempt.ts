import { calls } from '@vitrine/contract/calls';
import type { ServiceProcess } from '@vitrine/testing/process';
import { timed } from '@vitrine/testing/statistics';
import { OWNER } from './host.ts';

/** Tries to sign in with a wrong password, and claims to come from this address. */
export function attemptLogin(service: ServiceProcess, address: string, email = OWNER.email) {
  return timed(() =>
    service.client().call(calls.user.login, {
      json: { email, password: 'a guess' },
      headers: { 'x-forwarded-for': address, 'x-real-ip': address, forwarded: `for=${address}` },
    }),
  );
}
