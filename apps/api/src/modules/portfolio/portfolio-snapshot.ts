import type { ResponseOf } from '@vitrine/contract/call';
import { publicCalls } from '@vitrine/contract/public';
import type { Notifications } from '../../db/notifications.ts';
import { type CompressedBody, compress } from '../../http/compression.ts';
import { createSerializer, type Origins } from '../../http/serialize-response.ts';

export type Portfolio = Omit<ResponseOf<typeof publicCalls.portfolio>, 'success'>;

/** The compressed responses for the portfolio and for each of its projects. */
interface Snapshot {
  readonly portfolio: CompressedBody;
  project(id: string): Promise<CompressedBody> | undefined;
}

export interface PortfolioSnapshot {
  /** The latest snapshot. It stays available while the database is not. */
  current(): Snapshot | undefined;
  /** Builds a new snapshot. Rejects if the portfolio cannot be read. */
  refresh(): Promise<void>;
  stop(): void;
}

interface SnapshotOptions {
  readonly read: () => Promise<Portfolio | undefined>;
  readonly notifications: Notifications;
  readonly origins: Origins;
  readonly onError: (error: unknown) => void;
}

/** Builds the public responses after each write, so that reading them needs no query. */
export function createPortfolioSnapshot({
  read,
  notifications,
  origins,
  onError,
}: SnapshotOptions): PortfolioSnapshot {
  let current: Snapshot | undefined;
  /** A write happened after the read for the snapshot that is being built. */
  let isStale = false;
  let refreshing: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function buildUntilFresh(): Promise<void> {
    while (isStale) {
      isStale = false;
      const portfolio = await read();
      current = portfolio && (await buildSnapshot(portfolio, origins));
    }
  }

  function refresh(): Promise<void> {
    isStale = true;
    refreshing ??= buildUntilFresh().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  /** Retries until it succeeds. Notifications that arrive in between share one retry. */
  function refreshWithRetry(): void {
    refresh().catch((error) => {
      if (isStopped || retry) return;
      onError(error);
      retry = setTimeout(() => {
        retry = undefined;
        refreshWithRetry();
      }, RETRY_MS);
    });
  }

  const unsubscribe = notifications.subscribe('portfolio', refreshWithRetry);
  return {
    current: () => current,
    refresh,
    stop() {
      isStopped = true;
      clearTimeout(retry);
      unsubscribe();
    },
  };
}

const RETRY_MS = 1_000;

async function buildSnapshot(data: Portfolio, origins: Origins): Promise<Snapshot> {
  // Drops every field that the contract does not name.
  const serialize = createSerializer(publicCalls.portfolio.response, origins);
  const portfolio = publicCalls.portfolio.response.parse(serialize({ success: true, ...data }));
  const projects = new Map(portfolio.projects.map((project) => [project._id, project]));
  const compressed = new Map<string, Promise<CompressedBody>>();
  return {
    portfolio: await compressJson(portfolio),
    project(id) {
      const project = projects.get(id);
      if (!project) return undefined;
      const response = compressed.get(id) ?? compressJson({ success: true, project });
      compressed.set(id, response);
      return response;
    },
  };
}

function compressJson(response: object): Promise<CompressedBody> {
  return compress(Buffer.from(JSON.stringify(response)));
}
