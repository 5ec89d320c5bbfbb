type Lane = 'first' | 'last';

/**
 * Runs costly work (hashing, images) a few at a time, in the order in which it came. Work in the
 * first lane never waits for what waits in the last.
 */
export function fewAtATime(atOnce: number) {
  const waiting: Record<Lane, (() => void)[]> = { first: [], last: [] };
  let running = 0;

  return async function run<T>(work: () => Promise<T>, lane: Lane = 'first'): Promise<T> {
    if (running === atOnce) await new Promise<void>((go) => waiting[lane].push(go));
    else running += 1;
    try {
      return await work();
    } finally {
      // Hands its place to the next, so that nobody can slip in between.
      const next = waiting.first.shift() ?? waiting.last.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** So much is under way that one more would wait too long. */
export class TooBusy extends Error {}

/** Runs work at once, and refuses it while so much of its kind is under way. */
export function noMoreThan(most: number) {
  let running = 0;
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= most) throw new TooBusy();
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
}
