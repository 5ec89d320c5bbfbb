import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@vitrine/testing/api-client';
import { timed } from '@vitrine/testing/statistics';

/** A request that failed: at which of the services, from when to when, and how. */
export interface Failure {
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly what: string;
}

interface TrafficOptions {
  readonly seconds: number;
  /** Who is asked next: which of the services, and a client of it. */
  readonly next: () => { at: number; client: Client };
}

/** Requests of many kinds for so long, with all that failed, to be judged at the end. */
export function startTraffic({ seconds, next }: TrafficOptions) {
  const end = performance.now() + seconds * 1000;
  const failures: Failure[] = [];
  const times: number[] = [];

  /** One request; nothing when there was no answer. */
  async function ask<A extends { status: number }>(
    work: (client: Client) => Promise<A>,
    isRight = isNoFailure,
  ): Promise<A | undefined> {
    const { at, client } = next();
    const from = performance.now();
    const { result, ms } = await timed(() => work(client).catch((error: unknown) => String(error)));
    const what = typeof result === 'string' ? result : String(result.status);
    if (typeof result === 'string' || !isRight(result.status))
      failures.push({ at, from, to: from + ms, what });
    else times.push(ms);
    return typeof result === 'string' ? undefined : result;
  }

  /** Sent again under its key, by somebody with an address of their own, until it is acknowledged. */
  async function insist<A extends { status: number }>(
    expected: readonly number[],
    work: (client: Client, headers: Record<string, string>) => Promise<A>,
  ): Promise<A> {
    const headers = {
      'idempotency-key': randomUUID(),
      'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    };
    for (;;) {
      const answer = await ask((client) => work(client, headers));
      if (answer && expected.includes(answer.status)) return answer;
      if (answer && answer.status < 500) throw new Error(`${answer.status}, not ${expected}`);
      await sleep(200);
    }
  }

  /** Does it again and again, with a pause, until the time is over. */
  async function keepDoing(pauseMs: number, work: () => Promise<unknown>): Promise<void> {
    for (; performance.now() < end; await sleep(pauseMs)) await work();
  }

  return { end, failures, times, ask, insist, keepDoing };
}

function isNoFailure(status: number): boolean {
  return status < 500 && status !== 401 && status !== 429;
}
