import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@vitrine/testing/api-client';
import { timed } from '@vitrine/testing/statistics';

/** A failed request: which process it was for, its duration, and the status or error. */
export interface FailedRequest {
  readonly target: number;
  readonly from: number;
  readonly to: number;
  readonly reason: string;
}

interface LoadOptions {
  readonly seconds: number;
  /** Chooses the process for the next request. */
  readonly next: () => { target: number; client: Client };
}

export type Load = ReturnType<typeof startLoad>;

/** Sends requests for a limited time and records the failures, for the test to judge at the end. */
export function startLoad({ seconds, next }: LoadOptions) {
  const end = performance.now() + seconds * 1000;
  const failures: FailedRequest[] = [];
  const times: number[] = [];

  /** Sends one request. Returns undefined if there was no response. */
  async function send<A extends { status: number }>(
    request: (client: Client) => Promise<A>,
    isExpected = isSuccess,
  ): Promise<A | undefined> {
    const { target, client } = next();
    const from = performance.now();
    const { result, ms } = await timed(() => request(client).catch((error) => String(error)));
    const reason = typeof result === 'string' ? result : String(result.status);
    if (typeof result === 'string' || !isExpected(result.status))
      failures.push({ target, from, to: from + ms, reason });
    else times.push(ms);
    return typeof result === 'string' ? undefined : result;
  }

  /** Repeats a request with its idempotency key until it succeeds. */
  async function sendUntilAcknowledged<A extends { status: number }>(
    expected: readonly number[],
    request: (client: Client, headers: Record<string, string>) => Promise<A>,
  ): Promise<A> {
    const headers = {
      'idempotency-key': randomUUID(),
      'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    };
    for (;;) {
      const response = await send((client) => request(client, headers));
      if (response && expected.includes(response.status)) return response;
      if (response && response.status < 500)
        throw new Error(`Expected status ${expected}, got ${response.status}`);
      await sleep(200);
    }
  }

  /** Repeats an action, with a pause, until the time is over. */
  async function repeat(pauseMs: number, action: () => Promise<unknown>): Promise<void> {
    for (; performance.now() < end; await sleep(pauseMs)) await action();
  }

  return { end, failures, times, send, sendUntilAcknowledged, repeat };
}

function isSuccess(status: number): boolean {
  return status < 500 && status !== 401 && status !== 429;
}
