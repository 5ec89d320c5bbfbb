import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerOf } from '@vitrine/contract/call';
import { publicCalls } from '@vitrine/contract/public';
import type { Notifications } from '../db/notifications.ts';
import { type Compressed, compress } from '../http/compressed.ts';

export type Portfolio = Omit<AnswerOf<typeof publicCalls.portfolio>, 'success'>;

/** The whole portfolio, and each project of it, as they are sent. */
interface Edition {
  readonly portfolio: Compressed;
  project(id: string): Promise<Compressed> | undefined;
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
  readonly onError: (error: unknown) => void;
}

/** Made once a write and kept in memory, so that a reader costs neither a query nor any work. */
export function publishPortfolio({
  read,
  notifications,
  onError,
}: PublishOptions): PublishedPortfolio {
  let current: Edition | undefined;
  let isStopped = false;
  /** One edition is made at a time; what is written meanwhile is in the next one. */
  let making: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  async function make(): Promise<void> {
    const portfolio = await read();
    current = portfolio && (await editionOf(portfolio));
  }

  function renew(): Promise<void> {
    if (!making) {
      making = make().finally(() => {
        making = undefined;
      });
      return making;
    }
    next ??= making
      .catch(() => {})
      .then(() => {
        next = undefined;
        return renew();
      });
    return next;
  }

  async function renewUntilDone(): Promise<void> {
    while (!isStopped) {
      try {
        return await renew();
      } catch (error) {
        if (isStopped) return;
        onError(error);
        await sleep(RETRY_MS);
      }
    }
  }

  let waiting = 0;
  const unsubscribe = notifications.subscribe('portfolio', () => {
    // One under way and one after it have seen everything that was written until now.
    if (waiting === 2) return;
    waiting += 1;
    void renewUntilDone().finally(() => {
      waiting -= 1;
    });
  });
  return {
    edition: () => current,
    renew,
    stop() {
      isStopped = true;
      unsubscribe();
    },
  };
}

const RETRY_MS = 1_000;

async function editionOf(given: Portfolio): Promise<Edition> {
  // What the contract does not name cannot leave.
  const portfolio = publicCalls.portfolio.answer.parse({ success: true, ...given });
  const projects = new Map(portfolio.projects.map((project) => [project._id, project]));
  const made = new Map<string, Promise<Compressed>>();
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

function compressJson(answer: object): Promise<Compressed> {
  return compress(Buffer.from(JSON.stringify(answer)));
}
