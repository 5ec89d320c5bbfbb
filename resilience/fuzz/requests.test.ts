import { timed } from '@vitrine/testing/statistics';
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';
import { isLong, size } from '../support/size.ts';
import { faultOf } from './answer.ts';
import { type BrokenRequest, requestsFor } from './broken-request.ts';
import { type FurnishedEnvironment, furnish } from './environment.ts';
import { Faults, SEED } from './faults.ts';
import { MEASURABLE, type Memory, memoryOf } from './memory.ts';
import { Line, type Reply, shout, WireFault } from './wire.ts';

const COUNT = size({ short: 2_000, long: 100_000 });
/** After so many, what was changed is put back: sessions, limits, items. */
const BATCH = 500;
const AT_ONCE = 16;
/** After a tenth the service has loaded, compiled and cached what it needs. */
const WARM = Math.ceil(COUNT / BATCH / 10);

/** They end the session they came with, or change the password. */
const ENDS_ACCESS = [
  'user.logout',
  'user.updatePassword',
  'user.resetPassword',
  'session.removeOthers',
];
/** No backup comes about by chance, and there is an owner already. */
const NEVER_DONE = ['backup.restore', 'setup.create'];

describe('malformed requests', () => {
  let host: Host;
  let environment: FurnishedEnvironment;
  let port: number;
  let requests: Arbitrary<BrokenRequest>;
  let operations: string[];
  let warm: Memory;

  beforeAll(async () => {
    host = await startHost({ env: MEASURABLE });
    environment = await furnish(host);
    port = Number(new URL(host.service.origin).port);
    const document = await (await fetch(`${host.service.origin}/api/v1/openapi.json`)).json();
    requests = requestsFor(document, environment);
    operations = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap(
      (methods) => Object.values(methods).map(({ operationId }) => operationId),
    );
  });
  afterAll(() => host.stop());

  test('each gets an answer of the contract or, where it is no HTTP, none; never an error of ours', async ({
    annotate,
  }) => {
    const faults = new Faults();
    const statuses = new Map<string, number>();
    const done = new Set<string>();
    const lines = Array.from({ length: AT_ONCE }, () => new Line(port));
    let slowest = 0;

    async function send(request: BrokenRequest, line: Line): Promise<void> {
      const { operation, bytes, method, isWhole } = request;
      const name = operation ?? 'no call';
      try {
        const { result: replies, ms } = await timed<Reply[]>(async () =>
          isWhole ? [await line.ask(bytes, method)] : await shout(port, bytes, method),
        );
        slowest = Math.max(slowest, ms);
        if (replies.length === 0) count(statuses, 'none');
        for (const reply of replies) {
          count(statuses, `${Math.floor(reply.status / 100)}xx`);
          const fault = faultOf(reply, request);
          if (fault) faults.add(`${name}: ${fault}`, bytes);
          if (reply.status < 300 && operation) done.add(operation);
          if (reply.status < 300 && ENDS_ACCESS.includes(name)) await environment.signIn();
        }
      } catch (error) {
        if (!(error instanceof WireFault)) throw error;
        faults.add(`${name}: ${error.message}`, isWhole ? line.sent : bytes);
      }
    }

    for (let batch = 0; batch * BATCH < COUNT; batch += 1) {
      await environment.renew();
      const waiting = fc.sample(requests, { numRuns: BATCH, seed: SEED + batch }).values();
      await Promise.all(
        lines.map(async (line) => {
          for (const request of waiting) await send(request, line);
        }),
      );
      if (batch + 1 === WARM) warm = await memoryOf(host.service);
    }
    for (const line of lines) line.close();

    const counts = [...statuses].sort().map(([status, times]) => `${times} ${status}`);
    await annotate(
      `${COUNT} requests for ${operations.length} calls, seed ${SEED}: ${counts.join(', ')}; slowest ${Math.round(slowest)} ms`,
    );
    expect(faults.report(await host.service.log())).toBe('');
    // What never gets past the door tests the door alone; a few thousand may miss it by chance.
    if (isLong) expect(operations.filter((one) => !done.has(one))).toEqual(NEVER_DONE);
  }, 900_000);

  test('the process is still the same, and gives its memory back', async ({ annotate }) => {
    const now = await memoryOf(host.service);
    await annotate(
      `heap ${warm.heapMb} → ${now.heapMb} MB, resident ${warm.residentMb} → ${now.residentMb} MB, from a tenth of the requests to all of them; at most ${now.peakMb} MB`,
    );
    expect(now.heapMb).toBeLessThan(warm.heapMb * 1.25 + 5);
    expect(now.residentMb).toBeLessThan(warm.residentMb * 1.5);
    expect(now.peakMb).toBeLessThan(1_000);
  });
});

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}
