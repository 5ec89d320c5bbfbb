import { createHmac } from 'node:crypto';
import type { Db } from '../../db/client.ts';
import type { ReadCountry } from './read-country.ts';
import { type Count, dayOf, type Reader, type VisitKind, writeVisits } from './visit-store.ts';

/** What one request counts as. The same object each time, so that counting it is cheap. */
export interface Counted {
  readonly kind: VisitKind;
  readonly name: string;
}

/** What arrived since the last write, on one day. */
export interface Tally {
  readonly day: string;
  readonly counts: Map<Counted, number>;
  /** By `visitorKey`. Only this has addresses and agents, and only until the next write. */
  readonly visitors: Map<string, { readonly scope: string; readonly referrer: string }>;
}

export interface WriterOptions {
  readonly db: Db;
  readonly readCountry: ReadCountry;
  readonly onError: (error: unknown) => void;
  readonly now?: () => number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = DAY_MS / 24;
const PAUSE_MS = 10_000;
const MAX_VISITORS = 5_000;

export type VisitWriter = ReturnType<typeof createVisitWriter>;

/** Holds what was counted, and writes it with one statement at most every 10 seconds. */
export function createVisitWriter({ db, readCountry, onError, now = Date.now }: WriterOptions) {
  const salts = new Map<string, Buffer>();
  /** The last one is of today. The others are not written yet. */
  let tallies: Tally[] = [];
  let endOfDay = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let writtenAt = Number.NEGATIVE_INFINITY;

  function writeAfter(delayMs: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      void write();
    }, delayMs).unref();
  }

  function write(): Promise<void> {
    writing ??= send()
      .catch(onError)
      .finally(() => {
        writing = undefined;
        if (tallies.length > 0) writeAfter(PAUSE_MS);
      });
    return writing;
  }

  /** Writes all that has a salt. What cannot be written now is written next time. */
  async function send(): Promise<void> {
    const time = now();
    writtenAt = time;
    const ready = tallies.filter(({ day }) => salts.has(day));
    tallies = tallies.filter(({ day }) => !salts.has(day));
    // Also the salt of the next day, if it is near, so that its first visitors need not wait for it.
    const days = [dayOf(time), dayOf(time + HOUR_MS), ...tallies.map(({ day }) => day)];
    try {
      const counts = ready.flatMap(toCounts);
      const readers = ready.flatMap((tally) => toReaders(tally, salts.get(tally.day), readCountry));
      const found = await writeVisits(db, counts, readers, [...new Set(days)]);
      salts.clear();
      for (const { day, salt } of found) salts.set(day, salt);
    } catch (error) {
      tallies = merge([...ready, ...tallies]);
      throw error;
    }
  }

  return {
    today(): Tally {
      const time = now();
      const last = tallies.at(-1);
      if (last && time < endOfDay) return last;
      const tally: Tally = { day: dayOf(time), counts: new Map(), visitors: new Map() };
      endOfDay = Date.parse(tally.day) + DAY_MS;
      tallies.push(tally);
      // The first statement of a day gets the salt, so it must not wait.
      writeAfter(salts.has(tally.day) ? PAUSE_MS : Math.max(0, writtenAt + PAUSE_MS - time));
      return tally;
    },
    discard(): void {
      tallies = [];
    },
    /** Writes what is left, if the database is available. */
    async stop(): Promise<void> {
      await writing;
      // The first write may only get the salt.
      for (let left = 2; left > 0 && tallies.length > 0; left -= 1) await write();
      clearTimeout(timer);
    },
  };
}

export function addCount({ counts }: Tally, counted: Counted, count = 1): void {
  counts.set(counted, (counts.get(counted) ?? 0) + count);
}

/** The first request of a visitor decides where the visit comes from. */
export function addVisitor(
  { visitors }: Tally,
  key: string,
  describe: () => { readonly scope: string; readonly referrer: string },
): void {
  if (!visitors.has(key) && visitors.size < MAX_VISITORS) visitors.set(key, describe());
}

export function visitorKey(scope: string, address: string, agent: string): string {
  return `${scope}\n${address}\n${agent}`;
}

/** One tally for each day, so that those that cannot be written do not fill the memory. */
function merge(tallies: readonly Tally[]): Tally[] {
  const merged = new Map<string, Tally>();
  for (const tally of tallies) {
    const same = merged.get(tally.day);
    if (same) {
      for (const [counted, count] of tally.counts) addCount(same, counted, count);
      for (const [key, visitor] of tally.visitors) addVisitor(same, key, () => visitor);
    } else merged.set(tally.day, tally);
  }
  return [...merged.values()];
}

function toCounts({ day, counts }: Tally): Count[] {
  return [...counts].map(([counted, count]) => ({ day, ...counted, count }));
}

function toReaders(
  { day, visitors }: Tally,
  salt: Buffer | undefined,
  readCountry: ReadCountry,
): Reader[] {
  if (!salt) return [];
  return [...visitors].map(([key, { scope, referrer }]) => ({
    day,
    scope,
    hash: createHmac('sha256', salt).update(key).digest().readBigInt64BE().toString(),
    referrer,
    country: readCountry(key.split('\n', 2)[1] ?? ''),
  }));
}
