import { Agent } from 'node:http';
import type { OpenApiDocument } from '@vitrine/api/http/openapi';
import { type CitationsStandIn, startCitations } from '@vitrine/testing/citations-stand-in';
import { type GithubStandIn, startGithub } from '@vitrine/testing/github-stand-in';
import { timed } from '@vitrine/testing/statistics';
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';
import { expectStableMemory, INSPECTED, type Memory, measureMemory } from '../support/memory.ts';
import { isLong, size } from '../support/size.ts';
import { type FuzzRequest, requestsFor } from './arbitraries/requests.ts';
import { findViolation } from './check-response.ts';
import { FailureLog, SEED } from './failure-log.ts';
import { sendRequest } from './send-request.ts';
import { createTestData, type TestData } from './test-data.ts';

const COUNT = size({ short: 1_500, long: 100_000 });
/** The test data is reset after each batch. */
const BATCH = 500;
const CONCURRENCY = 16;
/** By then the service has loaded, compiled and cached what it needs. */
const WARM_UP_BATCHES = Math.ceil(COUNT / BATCH / 10);

/** They end their own session or change the password. */
const ENDS_ACCESS = [
  'user.logout',
  'user.updatePassword',
  'user.resetPassword',
  'session.removeOthers',
];
/** Random bytes are never a valid backup, and there is already an owner. */
const NEVER_SUCCEEDS = ['backup.restore', 'setup.create'];

describe('malformed requests', () => {
  let github: GithubStandIn;
  let citations: CitationsStandIn;
  let host: Host;
  let data: TestData;
  let requests: Arbitrary<FuzzRequest>;
  let operations: string[];
  let warm: Memory;

  beforeAll(async () => {
    [github, citations] = await Promise.all([startGithub(), startCitations()]);
    const site = { PUBLIC_URL: 'http://127.0.0.1', SITE_URL: 'http://site.test' };
    const env = { ...INSPECTED, ...site, GITHUB_API_URL: github.url, ...citations.settings };
    host = await startHost({ env });
    data = await createTestData(host, site.SITE_URL);
    const response = await fetch(`${host.service.origin}/api/v1/openapi.json`);
    const document = inlineReferences(JSON.parse(await response.text()));
    requests = requestsFor(document, data);
    operations = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
  });
  afterAll(async () => {
    await host.stop();
    await github.stop();
    await citations.stop();
  });

  test('get a response that the contract allows, and never a 5xx', async ({ annotate }) => {
    const failures = new FailureLog();
    const statuses: string[] = [];
    const succeeded = new Set<string>();
    let slowest = 0;

    async function send(request: FuzzRequest, agent: Agent): Promise<void> {
      const name = request.operation ?? 'other path';
      try {
        const { result, ms } = await timed(() => sendRequest(host.service.origin, agent, request));
        slowest = Math.max(slowest, ms);
        statuses.push(`${Math.floor(result.status / 100)}xx`);
        const violation = findViolation(result, request);
        if (violation) failures.add(`${name}: ${violation}`, request);
        if (result.status >= 300) return;
        succeeded.add(name);
        if (ENDS_ACCESS.includes(name)) await data.restoreAccess();
      } catch (error) {
        failures.add(`${name}: ${error}`, request);
      }
    }

    for (let batch = 0; batch * BATCH < COUNT; batch += 1) {
      await data.reset();
      const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
      const queue = fc.sample(requests, { numRuns: BATCH, seed: SEED + batch }).values();
      const workers = Array.from({ length: CONCURRENCY }, async () => {
        for (const request of queue) await send(request, agent);
      });
      await Promise.all(workers);
      agent.destroy();
      if (batch + 1 === WARM_UP_BATCHES) warm = await measureMemory(host.service);
    }

    const counts = [...Map.groupBy(statuses, (status) => status)].sort();
    await annotate(
      `${COUNT} requests for ${operations.length} calls, seed ${SEED}: ${counts.map(([status, all]) => `${all.length} ${status}`).join(', ')}; slowest ${Math.round(slowest)} ms`,
    );
    expect(failures.report(await host.service.log())).toBe('');
    // A call that never succeeds is tested only up to its validation. Only a long run is large
    // enough to check this.
    if (isLong) expect(operations.filter((one) => !succeeded.has(one))).toEqual(NEVER_SUCCEEDS);
  }, 900_000);

  test('do not leak memory', async ({ annotate }) => {
    await annotate(await expectStableMemory(host.service, warm));
  });
});

/** Replaces references to named schemas with the schemas. None refers to itself. */
function inlineReferences(document: OpenApiDocument): OpenApiDocument {
  const text = JSON.stringify(document);
  const { schemas } = document.components;
  const inlined = text.replace(/\{"\$ref":"#\/components\/schemas\/([^"]+)"\}/g, (_, name) =>
    JSON.stringify(schemas[name] ?? {}),
  );
  return inlined === text ? document : inlineReferences(JSON.parse(inlined));
}
