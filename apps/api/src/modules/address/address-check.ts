import { newToken } from '../../auth/session-store.ts';

const TIMEOUT_MS = 5_000;

interface Check {
  /** The Host header of the request that arrived. */
  arrivedAs?: string;
}

/** Finds out whether an address leads here, and with its own name: the service opens it and waits for itself. */
export function createAddressCheck(path: string) {
  /** The running checks, by nonce. */
  const checks = new Map<string, Check>();

  return {
    /** Returns whether a request belongs to a check. */
    receive(nonce: string, host = ''): boolean {
      const check = checks.get(nonce);
      if (check) check.arrivedAs = host.toLowerCase();
      return check !== undefined;
    },
    /** Returns why it does not lead here, if it does not. */
    async findProblem(url: string): Promise<string | undefined> {
      const nonce = newToken();
      const check: Check = {};
      checks.set(nonce, check);
      try {
        const response = await fetch(`${url}${path}${nonce}`, {
          redirect: 'manual',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        await response.body?.cancel();
        // Any server can send a status, so only the request itself counts.
        if (check.arrivedAs === undefined) return 'Another service answers at this address.';
        if (check.arrivedAs === new URL(url).host) return undefined;
        return 'Your proxy does not pass on the Host header. Change that, then try again.';
      } catch (error) {
        return `Vitrine cannot reach this address from here${reasonOf(error)}. Check the name and the proxy. If others can reach it, set PUBLIC_URL or SITE_URL instead, which are not checked.`;
      } finally {
        checks.delete(nonce);
      }
    },
  };
}

/** As in `ENOTFOUND`, which says more than the message of `fetch`. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? ` (${code})` : '';
}
