import { setImmediate } from 'node:timers/promises';
import { UnavailableError } from './expected-error.ts';

type Priority = 'high' | 'low';

/**
 * Limits how many tasks run at the same time; the others wait in order of arrival. High-priority
 * tasks run before all waiting low-priority ones.
 */
export function limitConcurrency(limit: number) {
  const waiting: Record<Priority, (() => void)[]> = { high: [], low: [] };
  let running = 0;

  return async function run<T>(task: () => Promise<T>, priority: Priority = 'high'): Promise<T> {
    if (running === limit) await new Promise<void>((start) => waiting[priority].push(start));
    else running += 1;
    try {
      return await task();
    } finally {
      // Passes the slot on directly, so that no new task can take it first.
      const next = waiting.high.shift() ?? waiting.low.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Too many tasks are in flight; one more would wait too long. */
export class TooBusyError extends UnavailableError {
  constructor() {
    super('The service is busy right now. Try again in a few seconds.');
  }
}

/** Runs tasks immediately, and rejects them while the limit of tasks is in flight. */
export function limitInFlight(limit: number) {
  let running = 0;
  return async function run<T>(task: () => Promise<T>): Promise<T> {
    if (running >= limit) throw new TooBusyError();
    running += 1;
    try {
      return await task();
    } finally {
      running -= 1;
    }
  };
}

/** Maps a long list in parts, with other requests in between. */
export async function mapInParts<T, R>(
  items: readonly T[],
  map: (item: T) => R | Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    if (index % 100 === 99) await setImmediate();
    results.push(await map(item));
  }
  return results;
}
