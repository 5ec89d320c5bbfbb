import type { IncomingMessage } from 'node:http';
import { isbot } from 'isbot';
import { OTHER } from './visit-store.ts';
import {
  addCount,
  addVisitor,
  type Counted,
  createVisitWriter,
  visitorKey,
  type WriterOptions,
} from './visit-writer.ts';

interface CounterOptions extends WriterOptions {
  /** Whether links of this host are not referrers. */
  readonly isOwnHost: (host: string) => boolean;
}

/** Programs that open the links of mails and chats, and that isbot does not know. */
const LINK_SCANNER =
  /\bcompatible; (?!MSIE|Konqueror)|ms-office|Microsoft O(ffice|utlook)|MSTeams/i;

const MAX_AGENTS = 1_000;
const MAX_AGENT_LENGTH = 500;
const MAX_HOST_LENGTH = 100;

const BOT: Counted = { kind: 'bot', name: '' };
const MESSAGE: Counted = { kind: 'contact', name: '' };

export type VisitCounter = ReturnType<typeof createVisitCounter>;

/**
 * Counts requests in memory. One costs a few lookups in maps: hashes and countries are computed when they
 * are written.
 */
export function createVisitCounter({ isOwnHost, ...options }: CounterOptions) {
  const writer = createVisitWriter(options);
  const agents = new Map<string, boolean>();
  let isOn = false;

  function isBot(agent: string): boolean {
    // Browsers name themselves, and briefly. Longer names would fill the memory.
    if (agent === '' || agent.length > MAX_AGENT_LENGTH) return true;
    const known = agents.get(agent);
    if (known !== undefined) return known;
    const found = isbot(agent) || LINK_SCANNER.test(agent);
    if (agents.size >= MAX_AGENTS) agents.clear();
    agents.set(agent, found);
    return found;
  }

  /** Counts a visitor once a day. */
  function meet(scope: string, address: string, { headers }: IncomingMessage): void {
    const key = visitorKey(scope, address, headers['user-agent'] ?? '');
    addVisitor(writer.today(), key, () => ({
      scope,
      referrer: readReferrer(headers.referer, isOwnHost),
    }));
  }

  return {
    stop: writer.stop,
    turn(on: boolean): void {
      isOn = on;
      // The owner does not want the last seconds counted either.
      if (!on) writer.discard();
    },
    /** Counts a page or a file that was sent. */
    count(counted: Counted, request: IncomingMessage, address: string): void {
      if (!isOn || !isRead(request)) return;
      if (isBot(request.headers['user-agent'] ?? '')) {
        addCount(writer.today(), BOT);
        return;
      }
      addCount(writer.today(), counted);
      meet('', address, request);
    },
    /** Counts a reader of a view. */
    countOpen(view: string, request: IncomingMessage, address: string): void {
      if (isOn && isRead(request) && !isBot(request.headers['user-agent'] ?? ''))
        meet(view, address, request);
    },
    /** Counts a message that is not spam. */
    countMessage(): void {
      if (isOn) addCount(writer.today(), MESSAGE);
    },
  };
}

/** Whether it is a read, not one that a browser makes ahead, and not one that asks for privacy. */
function isRead({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers['sec-gpc'] !== '1' &&
    headers['dnt'] !== '1' &&
    headers['sec-purpose'] === undefined &&
    headers['purpose'] === undefined &&
    headers['x-moz'] === undefined
  );
}

function readReferrer(referer: string | undefined, isOwnHost: CounterOptions['isOwnHost']): string {
  const url = referer === undefined ? null : URL.parse(referer);
  if (!url || !/^https?:$/.test(url.protocol) || isOwnHost(url.hostname)) return '';
  const host = url.hostname.replace(/^www\./, '');
  // A spreadsheet would run other names as formulas.
  return host.length <= MAX_HOST_LENGTH && /^[a-z0-9[][a-z0-9.:\]_-]*$/.test(host) ? host : OTHER;
}
