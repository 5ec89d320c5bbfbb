import { LIMITS } from '@vitrine/api/http/rate-limit';
import { MAX_SPAM } from '@vitrine/api/modules/message/contact-store';
import { signFormToken } from '@vitrine/api/modules/message/form-token';
import { calls } from '@vitrine/contract/calls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';
import { size } from '../support/size.ts';

let host: Host;
let formKey: Buffer;

beforeAll(async () => {
  host = await startHost({ env: { TRUST_PROXY: '127.0.0.1' } });
  const { rows } = await host.database.query<{ key: Buffer }>('select key from form_key');
  formKey = rows[0]?.key ?? Buffer.of();
});
afterAll(() => host.stop());
beforeEach(async () => {
  await host.resetRateLimits();
  await host.database.query('truncate message');
});

interface ContactMessage {
  readonly senderName: string;
  readonly message: string;
  readonly token?: string | undefined;
  readonly website?: string;
}

function sendMessage(message: ContactMessage, address: string) {
  return host.service.client().call(calls.public.send, {
    json: { subject: 'Hello', email: `${message.senderName}@example.com`, ...message },
    headers: { 'x-forwarded-for': address },
  });
}

/** The token of a form that was open for 30 seconds, as a visitor's is. */
function createToken(): string {
  return signFormToken(formKey, Date.now() / 1000 - 30);
}

async function runEightAtATime(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const queue = tasks.values();
  const worker = async () => {
    for (const task of queue) await task();
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

/** How many messages of bots and of visitors are in each folder, as in `inbox visitor`. */
async function countMessages(): Promise<Record<string, number>> {
  const { rows } = await host.database.query<{ kind: string; count: number }>(
    `select folder || ' ' || split_part(sender_name, '-', 1) as kind, count(*)::integer as count
     from message group by 1`,
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

describe('contact spam', () => {
  test('bots fill neither the inbox nor Spam beyond their limits, and a visitor gets through', async ({
    annotate,
  }) => {
    const count = size({ short: 200, long: 1_000 });
    const bots = Array.from({ length: count }, (_, n) => {
      const address = `10.1.${n >> 8}.${n & 255}`;
      const message = { senderName: `bot-${n}`, message: `Buy ${n}`, token: createToken() };
      switch (n % 4) {
        case 0:
          return () => sendMessage({ ...message, token: undefined }, address);
        case 1:
          return () => sendMessage({ ...message, website: 'https://spam.example' }, address);
        case 2:
          return () => sendMessage({ ...message, token: 'made.up' }, address);
        default:
          return () => sendMessage(message, '10.2.0.1');
      }
    });
    // Spam is already full.
    await host.database.query(`
      insert into message (sender_name, subject, email, message, folder, spam_reasons)
      select 'bot-' || n, 'Buy', 'bot@example.com', 'Bought ' || n, 'spam', '{"It contains 6 links."}'
      from generate_series(1, ${MAX_SPAM}) n`);
    await runEightAtATime(bots);
    const message = { senderName: 'visitor-1', message: 'Hello.', token: createToken() };
    expect((await sendMessage(message, '192.0.2.1')).status).toBe(201);
    // Concurrent messages may exceed the limit by a few, until the next one is stored.
    await sendMessage({ senderName: 'bot-last', message: 'Buy' }, '192.0.2.2');
    const inbox = LIMITS.contact.address.times;
    expect(await countMessages()).toEqual({
      'inbox visitor': 1,
      'inbox bot': inbox,
      'spam bot': MAX_SPAM,
    });
    await annotate(
      `${count} messages of bots: the newest ${MAX_SPAM} in Spam (the limit), ${inbox} in the inbox, and the visitor’s`,
    );
  });

  const subnet = (n: number) => (n % 152).toString(16);

  test.for<[string, { hasOwnTokens: boolean; addressOf: (n: number) => string }]>([
    [
      'one replayed token, from 152 /64s of one /48',
      { hasOwnTokens: false, addressOf: (n) => `2001:db8:1:${subnet(n)}::1` },
    ],
    [
      'one replayed token, from 152 /48s',
      { hasOwnTokens: false, addressOf: (n) => `2001:db8:${subnet(n)}::1` },
    ],
    [
      'a token each, from 152 /48s of one /32',
      { hasOwnTokens: true, addressOf: (n) => `2001:db8:${subnet(n)}::1` },
    ],
  ])(
    'during a flood of plausible messages with %s, 20 visitors reach the inbox',
    async ([, { hasOwnTokens, addressOf }], { annotate }) => {
      const count = size({ short: hasOwnTokens ? 300 : 160, long: 760 });
      const replayed = createToken();
      const tasks = Array.from({ length: count }, (_, n) => {
        const message = {
          senderName: `bot-${n}`,
          message: `I enjoyed looking at your work, number ${n}.`,
          token: hasOwnTokens ? createToken() : replayed,
        };
        return () => sendMessage(message, addressOf(n));
      });
      const statuses: number[] = [];
      for (let n = 0; n < 20; n += 1) {
        const message = { senderName: `visitor-${n}`, message: `${n}`, token: createToken() };
        // In the second half of the flood, when it has used up its limits.
        tasks.splice(Math.floor(count / 2 + (n * count) / 40) + n, 0, async () => {
          const response = await sendMessage(message, `192.0.2.${n + 1}`);
          statuses.push(response.status);
          return response;
        });
      }
      await runEightAtATime(tasks);
      expect(statuses).toEqual(Array(20).fill(201));
      const counts = await countMessages();
      expect(counts['inbox visitor']).toBe(20);
      const { all, provider } = LIMITS.inbox;
      const limit = hasOwnTokens ? all.times + provider.times : 1;
      expect(counts['inbox bot']).toBeLessThanOrEqual(limit);
      await annotate(
        `${count} messages: ${counts['inbox bot'] ?? 0} in the inbox, ${counts['spam bot'] ?? 0} in Spam; all 20 visitors in the inbox`,
      );
    },
  );
});
