import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import { streams } from '@vitrine/contract/routes';
import type { Client } from '@vitrine/testing/api-client';

/** The delay that the service sends to EventSource. */
const RECONNECT_MS = 3_000;
/** How long the dashboard waits after a reconnect before it loads what it missed. */
const RELOAD_MS = 3_000;

export interface InboxClient {
  /** When each message was first seen, by its subject. */
  readonly seen: ReadonlyMap<string, number>;
  /** Periods without a stream, up to the reload that follows. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
  /** Errors that a dashboard would show: a rejected stream, or a list that fails to load. */
  readonly errors: readonly string[];
  /** The process that serves the stream. */
  upstream(): string;
  close(): Promise<void>;
}

/** Behaves like an open dashboard: reconnects like EventSource, and loads the list on each event. */
export async function openInbox(owner: Client): Promise<InboxClient> {
  const stop = new AbortController();
  const seen = new Map<string, number>();
  const gaps: { from: number; to: number }[] = [];
  const errors: string[] = [];
  let upstream = '';
  let loading: Promise<void> | undefined;
  let isStale = false;

  async function load(): Promise<void> {
    while (isStale) {
      isStale = false;
      const query = { limit: '200' };
      const { status, body } = await owner.call(calls.message.list, { query });
      if (status !== 200) throw new Error(`The message list returned ${status}`);
      const now = performance.now();
      for (const { subject } of body.messages) if (!seen.has(subject)) seen.set(subject, now);
    }
  }
  function reload(): Promise<void> {
    isStale = true;
    loading ??= load()
      .catch((error: unknown) => void errors.push(String(error)))
      .finally(() => {
        loading = undefined;
      });
    return loading;
  }

  async function connect(): Promise<ReadableStream<string>> {
    const { signal } = stop;
    const response = await owner.fetch(`/api/v1${streams.messages.path}`, { signal });
    // EventSource does not retry after any other status.
    if (response.status !== 200 || !response.body)
      throw new Error(`The stream was rejected with ${response.status}`);
    upstream = `http://${response.headers.get('x-upstream')?.split(', ').at(-1)}`;
    return response.body.pipeThrough(new TextDecoderStream());
  }

  async function listen(stream: ReadableStream<string>): Promise<void> {
    try {
      for await (const text of stream) if (text.includes('event: messages')) await reload();
    } catch {
      // The connection broke, or close() aborted it.
    }
  }

  async function listenAndReconnect(first: ReadableStream<string>): Promise<void> {
    await listen(first);
    while (!stop.signal.aborted) {
      const gap = { from: performance.now(), to: Number.POSITIVE_INFINITY };
      gaps.push(gap);
      await sleep(RECONNECT_MS);
      const stream = await connect();
      const listening = listen(stream);
      await sleep(RELOAD_MS);
      await reload();
      gap.to = performance.now();
      await listening;
    }
  }

  const running = listenAndReconnect(await connect()).catch((error: unknown) => {
    errors.push(String(error));
  });
  return {
    seen,
    gaps,
    errors,
    upstream: () => upstream,
    async close() {
      stop.abort();
      await running;
    },
  };
}
