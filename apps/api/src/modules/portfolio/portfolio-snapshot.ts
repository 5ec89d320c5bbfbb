import { setImmediate } from 'node:timers/promises';
import type { Call, ResponseOf } from '@vitrine/contract/call';
import { COLLECTIONS, namesOf, type PublishedName, recordOf } from '@vitrine/contract/collections';
import { type Defined, publicItemCalls } from '@vitrine/contract/defined-collections';
import { publicCalls } from '@vitrine/contract/public';
import type { z } from 'zod';
import { isDatabaseTimeout, isDatabaseUnavailable } from '../../db/client.ts';
import type { Notifications } from '../../db/notifications.ts';
import { ExpectedError } from '../../expected-error.ts';
import { type CompressedBody, compress } from '../../http/compression.ts';
import { createSerializer, type Origins } from '../../http/serialize-response.ts';

type PublicPortfolio = Omit<ResponseOf<typeof publicCalls.portfolio>, 'success'>;

/** The portfolio, with all of each item that has a page. */
export interface Portfolio extends Omit<PublicPortfolio, keyof Published>, Published {
  /** Whether visitors see it. */
  readonly isPublic: boolean;
}

type Published = {
  readonly [Name in PublishedName as (typeof COLLECTIONS)[Name]['published']]: (z.output<
    Defined[Name]['PublicDetails']
  > &
    PublishedItem)[];
};

interface PublishedItem {
  readonly _id: string;
  readonly slug: string;
  readonly oldSlugs: readonly string[];
  readonly publishedAt: string;
  readonly updatedAt: string;
}

/** The compressed responses for the portfolio and for each of its items that has a page. */
interface Snapshot<P> {
  /** What the responses were built from. */
  readonly data: P;
  readonly portfolio: CompressedBody;
  readonly items: Readonly<Record<PublishedName, Items>>;
}

interface Items {
  /** Finds an item by its ID or slug. */
  find(name: string): Promise<CompressedBody> | undefined;
  /** The slug of the item that had this slug before. */
  newSlug(oldSlug: string): string | undefined;
}

export interface PortfolioSnapshot<P> {
  /** The latest snapshot. It stays available while the database is not, and until a newer one exists. */
  current(): Snapshot<P> | undefined;
  /** Builds a new snapshot. Rejects if the portfolio cannot be read. */
  refresh(): Promise<void>;
  stop(): void;
}

interface SnapshotOptions<P> {
  readonly read: () => Promise<P | undefined>;
  /** Called with each new snapshot, or with none if there is none. The next one is built after it. */
  readonly onChange: (data: P | undefined) => Promise<void>;
  readonly notifications: Notifications;
  readonly origins: Origins;
  readonly onError: (error: unknown) => void;
}

/** Builds the public responses after each write, so that reading them needs no query. */
export function createPortfolioSnapshot<P extends Portfolio>({
  read,
  onChange,
  notifications,
  origins,
  onError,
}: SnapshotOptions<P>): PortfolioSnapshot<P> {
  let current: Snapshot<P> | undefined;
  /** A write happened after the read for the snapshot that is being built. */
  let isStale = false;
  let refreshing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let startedAt = -PAUSE_MS;
  let isStopped = false;

  async function buildUntilFresh(): Promise<void> {
    while (isStale) {
      isStale = false;
      try {
        const portfolio = await read();
        current = portfolio && (await buildSnapshot(portfolio, origins));
        await onChange(portfolio);
      } catch (error) {
        if (isDatabaseUnavailable(error) || isDatabaseTimeout(error)) throw error;
        // There is a newer portfolio, and the older one may show what is hidden now.
        current = undefined;
        await onChange(undefined);
        throw new ExpectedError(
          503,
          'The portfolio cannot be shown right now. Please try again shortly.',
          {
            retryAfterSeconds: 5,
            cause: error,
          },
        );
      }
    }
  }

  function refresh(): Promise<void> {
    isStale = true;
    refreshing ??= buildUntilFresh().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  /** Builds a snapshot after a delay, and retries until it succeeds. Other calls share the delay. */
  function refreshAfter(delayMs: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      startedAt = performance.now();
      refresh().catch((error) => {
        if (isStopped || timer) return;
        onError(error);
        refreshAfter(RETRY_MS);
      });
    }, delayMs);
  }

  const unsubscribe = notifications.subscribe('portfolio', () => {
    refreshAfter(Math.max(0, startedAt + PAUSE_MS - performance.now()));
  });
  return {
    current: () => current,
    refresh,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      unsubscribe();
    },
  };
}

/** Writes in quick succession share a snapshot. */
const PAUSE_MS = 100;
const RETRY_MS = 1_000;

async function buildSnapshot<P extends Portfolio>(data: P, origins: Origins): Promise<Snapshot<P>> {
  // Drops every field that the contract does not name.
  const serialize = createSerializer(publicCalls.portfolio.response, origins);
  const portfolio = publicCalls.portfolio.response.parse(serialize({ success: true, ...data }));
  await setImmediate();
  return {
    data,
    portfolio: await compressJson(portfolio),
    items: recordOf(namesOf(publicItemCalls), (name) =>
      indexItems(name, data[COLLECTIONS[name].published], origins),
    ),
  };
}

function indexItems(name: PublishedName, list: readonly PublishedItem[], origins: Origins): Items {
  const { response }: Call = publicItemCalls[name];
  const serialize = createSerializer(response, origins);
  const items = new Map(
    list.flatMap((item) => [
      [item._id, item],
      [item.slug, item],
    ]),
  );
  const newSlugs = new Map(
    list.flatMap(({ oldSlugs, slug }) => oldSlugs.map((oldSlug) => [oldSlug, slug])),
  );
  const compressed = new Map<string, Promise<CompressedBody>>();
  return {
    find(idOrSlug) {
      const item = items.get(idOrSlug);
      if (!item) return undefined;
      const body = { success: true, [COLLECTIONS[name].one]: item };
      const found = compressed.get(item._id) ?? compressJson(response.parse(serialize(body)));
      compressed.set(item._id, found);
      return found;
    },
    newSlug: (oldSlug) => newSlugs.get(oldSlug),
  };
}

function compressJson(response: object): Promise<CompressedBody> {
  return compress(Buffer.from(JSON.stringify(response)));
}
