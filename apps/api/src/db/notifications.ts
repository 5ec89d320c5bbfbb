import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Db, dropConnections, poolSizes } from './client.ts';

/** Triggers in the migrations notify them. */
const CHANNELS = ['portfolio', 'message'] as const;

type Channel = (typeof CHANNELS)[number];

export interface Notifications {
  /**
   * Calls the listener after every write that notifies the channel, by any process. Also after each
   * reconnect, because notifications may have been missed.
   */
  subscribe(channel: Channel, listener: () => void): () => void;
  start(): void;
  stop(): Promise<void>;
}

const RETRY_MS = 500;
const TICK_MS = 500;
/** After this many ticks without a response, the server counts as frozen or unreachable. */
const SILENT_TICKS = 8;
const IDLE_TICKS = 30;

/**
 * Listens for notifications on a separate connection, which is replaced when it is lost.
 *
 * It also sends a heartbeat, twice a second while statements are pending: a frozen server does not
 * close connections, and a slow statement looks the same. If a heartbeat fails, the connections of
 * the pool are dropped, so that callers get an error in time. A listener that cannot connect does not
 * drop them, because only new connections may be failing.
 */
export function listenToDatabase(url: string, db: Db): Notifications {
  const listeners: Record<Channel, Set<() => void>> = {
    portfolio: new Set(),
    message: new Set(),
  };
  const notify = (channel: Channel) => {
    for (const listener of listeners[channel]) listener();
  };
  let socket: Socket | undefined;
  let running: Promise<void> | undefined;
  let isStopping = false;

  async function keepListening(): Promise<void> {
    while (!isStopping) {
      // Not reported here: the same failure is reported by every query.
      await listen().catch(() => {});
      if (!isStopping) await sleep(RETRY_MS);
    }
  }

  /** Resolves when the connection has ended. */
  async function listen(): Promise<void> {
    const stream = new Socket();
    socket = stream;
    const connection = new pg.Client({
      connectionString: url,
      application_name: 'vitrine-listener',
      keepAlive: true,
      stream: () => stream,
    });
    const ended = new Promise<void>((resolve) => connection.once('end', resolve));
    connection.on('error', () => {});
    connection.on('notification', ({ channel }) => {
      const known = CHANNELS.find((one) => one === channel);
      if (known) notify(known);
    });
    // Counts ticks instead of time: while this process is busy, a response may wait to be read.
    let silent = 0;
    let idle = 0;
    let isConnected = false;
    const expectResponse = async (response: Promise<unknown>) => {
      silent = 1;
      await response;
      silent = 0;
    };
    const ticking = setInterval(() => {
      if (silent > SILENT_TICKS) {
        stream.destroy();
        if (isConnected) dropConnections(db);
      } else if (silent > 0) silent += 1;
      else if (hasPendingStatements(db) || idle >= IDLE_TICKS) {
        idle = 0;
        expectResponse(connection.query('select 1')).catch(() => stream.destroy());
      } else idle += 1;
    }, TICK_MS);
    try {
      await expectResponse(connection.connect());
      isConnected = true;
      await expectResponse(connection.query('listen portfolio; listen message; listen job'));
      for (const channel of CHANNELS) notify(channel);
      await ended;
    } finally {
      clearInterval(ticking);
      stream.destroy();
    }
  }

  return {
    subscribe(channel, listener) {
      listeners[channel].add(listener);
      return () => listeners[channel].delete(listener);
    },
    start() {
      running ??= keepListening();
    },
    async stop() {
      isStopping = true;
      socket?.destroy();
      await running;
    },
  };
}

function hasPendingStatements(db: Db): boolean {
  const { total, idle, waiting } = poolSizes(db);
  return total > idle || waiting > 0;
}
