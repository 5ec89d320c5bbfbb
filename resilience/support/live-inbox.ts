import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import { streams } from '@vitrine/contract/routes';
import type { Client } from '@vitrine/testing/api-client';

/** As the service tells a browser to wait, and as the dashboard does before it looks what it missed. */
const RECONNECT_MS = 3_000;
const MISSED_MS = 3_000;

export interface LiveInbox {
  /** When each message was first seen, by its subject. */
  readonly seen: ReadonlyMap<string, number>;
  /** From when to when nothing could be heard, or what was missed was not loaded yet. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
  /** What an open dashboard could not bear: a refusal, or a list that cannot be loaded. */
  readonly faults: readonly string[];
  /** The process that the stream comes from. */
  at(): string;
  close(): Promise<void>;
}

/** An open dashboard: listens as EventSource does, and loads the list when there is news. */
export async function openInbox(owner: Client): Promise<LiveInbox> {
  const stop = new AbortController();
  const seen = new Map<string, number>();
  const gaps: { from: number; to: number }[] = [];
  const faults: string[] = [];
  let at = '';
  let loading: Promise<void> | undefined;
  let isStale = false;

  async function load(): Promise<void> {
    while (isStale) {
      isStale = false;
      const query = { limit: '200' };
      const { status, body } = await owner.call(calls.message.list, { query });
      if (status !== 200) throw new Error(`The list of messages: ${status}`);
      const now = performance.now();
      for (const { subject } of body.messages) if (!seen.has(subject)) seen.set(subject, now);
    }
  }
  function reload(): Promise<void> {
    isStale = true;
    loading ??= load()
      .catch((error: unknown) => void faults.push(String(error)))
      .finally(() => {
        loading = undefined;
      });
    return loading;
  }

  async function connect(): Promise<ReadableStream<string>> {
    const { signal } = stop;
    const response = await owner.fetch(`/api/v1${streams.messages.path}`, { signal });
    // For any other answer a browser does not try again.
    if (response.status !== 200 || !response.body) throw new Error(`Refused: ${response.status}`);
    at = `http://${response.headers.get('x-passed-to')?.split(', ').at(-1)}`;
    return response.body.pipeThrough(new TextDecoderStream());
  }

  async function listen(stream: ReadableStream<string>): Promise<void> {
    try {
      for await (const text of stream) if (text.includes('event: messages')) await reload();
    } catch {
      // Broken off, or closed by us.
    }
  }

  async function keepListening(first: ReadableStream<string>): Promise<void> {
    await listen(first);
    while (!stop.signal.aborted) {
      const gap = { from: performance.now(), to: Number.POSITIVE_INFINITY };
      gaps.push(gap);
      await sleep(RECONNECT_MS);
      const stream = await connect();
      const listening = listen(stream);
      await sleep(MISSED_MS);
      await reload();
      gap.to = performance.now();
      await listening;
    }
  }

  const running = keepListening(await connect()).catch((error: unknown) => {
    faults.push(String(error));
  });
  return {
    seen,
    gaps,
    faults,
    at: () => at,
    async close() {
      stop.abort();
      await running;
    },
  };
}
