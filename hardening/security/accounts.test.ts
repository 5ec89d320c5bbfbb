import { calls } from '@vitrine/contract/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { median, timed } from '../../tools/statistics.ts';
import { type Host, OWNER, startHost } from '../support/host.ts';

let host: Host;

beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.stop());

describe('who has an account', () => {
  const ASK = {
    login: (email: string) =>
      host.service.client().call(calls.user.login, { json: { email, password: 'a guess' } }),
    forgot: (email: string) =>
      host.service.client().call(calls.user.forgotPassword, { json: { email } }),
  };

  test.for(['login', 'forgot'] as const)(
    '%s answers a known and an unknown address alike, and as fast',
    async (name, { annotate }) => {
      const answers = new Set<string>();
      const known: number[] = [];
      const unknown: number[] = [];
      for (let turn = 0; turn < 200; turn += 1) {
        await host.forgetAttempts();
        // Taking turns: whatever else the machine does, it does to both.
        for (const [email, times] of [
          [OWNER.email, known],
          [`eve${turn}@example.com`, unknown],
        ] as const) {
          const { result, ms } = await timed(() => ASK[name](email));
          answers.add(`${result.status} ${JSON.stringify(result.body)}`);
          times.push(ms);
        }
      }
      const [here, there] = [median(known), median(unknown)];
      await annotate(
        `200 + 200 calls, ${answers.size} answer, medians ${here.toFixed(1)} and ${there.toFixed(1)} ms`,
      );
      expect([...answers]).toHaveLength(1);
      expect(Math.abs(here - there)).toBeLessThan(5);
    },
  );
});
