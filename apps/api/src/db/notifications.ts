import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Db, dropConnections, poolSizes } from './client.ts';

/** What the database tells of: the triggers of the migrations say which tables stand behind each. */
type Channel = 'portfolio' | 'message';

const CHANNELS: readonly Channel[] = ['portfolio', 'message'];

export interface Notifications {
  /**
   * Calls back whenever something behind the channel was written, in this process or another; and
   * after each new connection, since something may have been written while there was none.
   */
  subscribe(channel: Channel, listener: () => void): () => void;
  start(): void;
  stop(): Promise<void>;
}

const RETRY_MS = 500;
const TICK_MS = 500;
/** A server that says nothing for longer is taken for frozen, or for a network that lost it. */
const SILENT_TICKS = 8;
const IDLE_TICKS = 30;

/**
 * Hears what PostgreSQL says, on one connection of its own that is replaced when it breaks. It also
 * asks the server for a sign of life, twice a second while statements wait for an answer. A statement
 * may take long, and a frozen server ends no connection: only asking tells one from the other. If
 * there is no sign, the connections of the pool are dropped, so that callers get an error in time.
 * A listener that cannot connect proves nothing about them: new connections may be what fails.
 */
export function listenToDatabase(url: string, db: Db): Notifications {
  const listeners: Record<Channel, Set<() => void>> = { portfolio: new Set(), message: new Set() };
  const tell = (channel: Channel) => {
    for (const listener of listeners[channel]) listener();
  };
  let socket: Socket | undefined;
  let running: Promise<void> | undefined;
  let isStopping = false;

  async function keepListening(): Promise<void> {
    while (!isStopping) {
      // What breaks here breaks everywhere, and whoever asks the database something reports it.
      await listen().catch(() => {});
      if (!isStopping) await sleep(RETRY_MS);
    }
  }

  /** Settles when the connection has ended. */
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
      if (known) tell(known);
    });
    // Counted in ticks and not by the clock: if this process was busy, an answer may be there unread.
    let silent = 0;
    let idle = 0;
    let isConnected = false;
    const expectAnswer = async (answer: Promise<unknown>) => {
      silent = 1;
      await answer;
      silent = 0;
    };
    const ticking = setInterval(() => {
      if (silent > SILENT_TICKS) {
        stream.destroy();
        if (isConnected) dropConnections(db);
      } else if (silent > 0) silent += 1;
      else if (isAwaited(db) || idle >= IDLE_TICKS) {
        idle = 0;
        expectAnswer(connection.query('select 1')).catch(() => stream.destroy());
      } else idle += 1;
    }, TICK_MS);
    try {
      await expectAnswer(connection.connect());
      isConnected = true;
      await expectAnswer(connection.query('listen portfolio; listen message'));
      for (const channel of CHANNELS) tell(channel);
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

function isAwaited(db: Db): boolean {
  const { total, idle, waiting } = poolSizes(db);
  return total > idle || waiting > 0;
}
