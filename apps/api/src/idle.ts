import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const CHECK_MS = 1_000;

/**
 * Resolves once no request has been open for this long, not even an event stream, and the other work is
 * done. Call it before the server listens.
 */
export async function waitUntilIdle(
  server: Server,
  idleMs: number,
  isWorkDone: () => Promise<boolean>,
): Promise<void> {
  let open = 0;
  let lastEnd = performance.now();
  server.on('request', (_, response) => {
    open += 1;
    response.once('close', () => {
      open -= 1;
      lastEnd = performance.now();
    });
  });
  const isQuiet = () => open === 0 && performance.now() - lastEnd >= idleMs;
  for (;;) {
    await sleep(CHECK_MS, undefined, { ref: false });
    // A request may arrive while the other work is looked at.
    if (isQuiet() && (await isWorkDone()) && isQuiet()) return;
  }
}
