import { newToken } from '../../auth/session-store.ts';

const TIMEOUT_MS = 5_000;

/** Finds out whether an address leads here, and with its own name: the service opens it and waits for itself. */
export function createAddressCheck(path: string) {
  /** The host that each request must arrive with. */
  const expected = new Map<string, string>();

  return {
    /** The status for a request of this check. */
    statusFor(nonce: string, host: string | undefined): 204 | 404 | 409 {
      const wanted = expected.get(nonce);
      if (wanted === undefined) return 404;
      return host?.toLowerCase() === wanted ? 204 : 409;
    },
    /** Returns why it does not lead here, if it does not. */
    async findProblem(url: string): Promise<string | undefined> {
      const nonce = newToken();
      expected.set(nonce, new URL(url).host);
      try {
        const response = await fetch(`${url}${path}${nonce}`, {
          redirect: 'manual',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        await response.body?.cancel();
        return PROBLEMS[response.status] ?? 'Another service answers at this address.';
      } catch (error) {
        return `Vitrine cannot reach this address from here${reasonOf(error)}. Check the name and the proxy.`;
      } finally {
        expected.delete(nonce);
      }
    },
  };
}

const PROBLEMS: Readonly<Record<number, string | undefined>> = {
  204: '',
  409: 'Your proxy does not pass on the Host header. Change that, then try again.',
};

/** As in `ENOTFOUND`, which says more than the message of `fetch`. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? ` (${code})` : '';
}
