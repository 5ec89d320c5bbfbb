import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

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

const HEARTBEAT_MS = 15_000;
const RETRY_MS = 500;

/** Hears what PostgreSQL says, on one connection of its own that is made anew when it breaks. */
export function listenToDatabase(url: string): Notifications {
  const listeners: Record<Channel, Set<() => void>> = { portfolio: new Set(), message: new Set() };
  const tell = (channel: Channel) => {
    for (const listener of listeners[channel]) listener();
  };
  let client: pg.Client | undefined;
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
    const connection = new pg.Client({
      connectionString: url,
      application_name: 'vitrine-listener',
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    });
    client = connection;
    const ended = new Promise<void>((resolve) => connection.once('end', resolve));
    connection.on('error', () => {});
    connection.on('notification', ({ channel }) => {
      const known = CHANNELS.find((one) => one === channel);
      if (known) tell(known);
    });
    try {
      await connection.connect();
      await connection.query('listen portfolio; listen message');
      for (const channel of CHANNELS) tell(channel);
    } catch (error) {
      await connection.end().catch(() => {});
      throw error;
    }
    // A network that goes away in silence ends no connection: only asking finds out.
    const heartbeat = setInterval(() => {
      connection.query('select 1').catch(() => void connection.end().catch(() => {}));
    }, HEARTBEAT_MS);
    await ended;
    clearInterval(heartbeat);
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
      await client?.end().catch(() => {});
      await running;
    },
  };
}
