import type { ResponseOf } from '@vitrine/contract/call';
import { publicCalls } from '@vitrine/contract/public';
import type { Notifications } from '../../db/notifications.ts';
import { type CompressedBody, compress } from '../../http/compression.ts';
import { createSerializer, type Origins } from '../../http/serialize-response.ts';

export type Portfolio = Omit<ResponseOf<typeof publicCalls.portfolio>, 'success'>;

/** The whole portfolio, and each project of it, as they are sent. */
interface Edition {
  readonly portfolio: CompressedBody;
  project(id: string): Promise<CompressedBody> | undefined;
}

export interface PublishedPortfolio {
  /** The newest that could be made; it stays when the database goes. */
  edition(): Edition | undefined;
  /** Makes the next edition, and fails when there is none to be made. */
  renew(): Promise<void>;
  stop(): void;
}

interface PublishOptions {
  readonly read: () => Promise<Portfolio | undefined>;
  readonly notifications: Notifications;
  readonly origins: Origins;
  readonly onError: (error: unknown) => void;
}

/** Made once a write and kept in memory, so that a reader costs neither a query nor any work. */
export function publishPortfolio({
  read,
  notifications,
  origins,
  onError,
}: PublishOptions): PublishedPortfolio {
  let current: Edition | undefined;
  /** Something was written since the edition that is being made was read. */
  let isStale = false;
  let renewing: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function makeEditions(): Promise<void> {
    while (isStale) {
      isStale = false;
      const portfolio = await read();
      current = portfolio && (await editionOf(portfolio, origins));
    }
  }

  function renew(): Promise<void> {
    isStale = true;
    renewing ??= makeEditions().finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  /** However many were told of it, what fails is tried again once. */
  function renewUntilDone(): void {
    renew().catch((error) => {
      if (isStopped || retry) return;
      onError(error);
      retry = setTimeout(() => {
        retry = undefined;
        renewUntilDone();
      }, RETRY_MS);
    });
  }

  const unsubscribe = notifications.subscribe('portfolio', renewUntilDone);
  return {
    edition: () => current,
    renew,
    stop() {
      isStopped = true;
      clearTimeout(retry);
      unsubscribe();
    },
  };
}

const RETRY_MS = 1_000;

async function editionOf(given: Portfolio, origins: Origins): Promise<Edition> {
  // What the contract does not name cannot leave.
  const named = createSerializer(publicCalls.portfolio.response, origins);
  const portfolio = publicCalls.portfolio.response.parse(named({ success: true, ...given }));
  const projects = new Map(portfolio.projects.map((project) => [project._id, project]));
  const made = new Map<string, Promise<CompressedBody>>();
  return {
    portfolio: await compressJson(portfolio),
    project(id) {
      const project = projects.get(id);
      if (!project) return undefined;
      const ready = made.get(id) ?? compressJson({ success: true, project });
      made.set(id, ready);
      return ready;
    },
  };
}

function compressJson(answer: object): Promise<CompressedBody> {
  return compress(Buffer.from(JSON.stringify(answer)));
}
