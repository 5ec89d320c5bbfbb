import { Agent } from 'node:http';
import { ACCEPTED, CONTENT_TYPES } from '@vitrine/api/media/media-type';
import type { Call, FileField } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import { timed } from '@vitrine/testing/statistics';
import fc, { type Arbitrary } from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';
import { expectStableMemory, INSPECTED, type Memory, measureMemory } from '../support/memory.ts';
import { size } from '../support/size.ts';
import { type MalformedFile, malformedFiles } from './arbitraries/files.ts';
import { formWith } from './arbitraries/forms.ts';
import type { FuzzRequest } from './arbitraries/requests.ts';
import { findViolation } from './check-response.ts';
import { FailureLog, SEED } from './failure-log.ts';
import { type HttpResponse, sendRequest } from './send-request.ts';
import { createTestData, type TestData } from './test-data.ts';

const COUNT = size({ short: 60, long: 5_000 });
/** The test data is reset after each batch. */
const BATCH = size({ short: 30, long: 50 });
/** The service processes two files at a time. */
const CONCURRENCY = 2;
/** By then the service has loaded its image code and met most kinds of files. */
const WARM_UP_BATCHES = Math.ceil(COUNT / BATCH / 5);

/** A file field of a call. */
interface UploadField {
  readonly operation: string;
  readonly call: Call;
  readonly name: string;
  readonly file: FileField;
}

const UPLOAD_FIELDS: readonly UploadField[] = Object.entries(calls).flatMap(([noun, group]) =>
  Object.entries<Call>(group).flatMap(([callName, call]) =>
    Object.entries(call.files).map(([name, file]) => ({
      operation: `${noun}.${callName}`,
      call,
      name,
      file,
    })),
  ),
);

/** The other fields that a call requires. */
const OTHER_FIELDS: Readonly<Record<string, Record<string, string>>> = {
  'project.add': {
    ...{ title: 'a', description: 'b', technologies: 'c', stack: 'Mern', deployed: 'No' },
  },
  'skill.add': { title: 'a', proficiency: '1' },
  'softwareApplication.add': { name: 'a' },
};

type Upload = MalformedFile & { readonly field: UploadField };

describe('malformed files', () => {
  let host: Host;
  let data: TestData;
  let uploads: Arbitrary<Upload>;
  let warm: Memory;

  beforeAll(async () => {
    // The image and the systemd unit set MALLOC_ARENA_MAX, too.
    host = await startHost({ env: { ...INSPECTED, MALLOC_ARENA_MAX: '2' } });
    data = await createTestData(host);
    uploads = (await malformedFiles()).chain((file) => {
      // Other fields reject the type without reading the file.
      const fields = UPLOAD_FIELDS.filter((one) => ACCEPTED[one.file.kind].includes(file.type));
      return fc.constantFrom(...fields).map((field) => ({ ...file, field }));
    });
  });
  afterAll(() => host.stop());

  test('are rejected with a reason, or stored and served as the type and size they state', async ({
    annotate,
  }) => {
    const failures = new FailureLog();
    const stored: string[] = [];
    let slowest = { ms: 0, type: '' };

    async function send(upload: Upload, agent: Agent): Promise<void> {
      const { type, field } = upload;
      const name = `${type} as ${field.name} of ${field.operation}`;
      const request = requestOf(upload, data);
      try {
        const { result, ms } = await timed(() => sendRequest(host.service.origin, agent, request));
        if (ms > slowest.ms) slowest = { ms, type };
        const violation = findViolation(result, request);
        if (violation) failures.add(`${name}: ${violation}`, request);
        if (result.status >= 300) return;
        stored.push(type);
        for (const file of storedFiles(result, field)) {
          const difference = await findDifference(host.service.origin, data.cookie, file);
          if (difference) failures.add(`${name}: ${difference}`, request);
        }
      } catch (error) {
        failures.add(`${name}: ${error}`, request);
      }
    }

    for (let batch = 0; batch * BATCH < COUNT; batch += 1) {
      await data.reset();
      const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
      const queue = fc.sample(uploads, { numRuns: BATCH, seed: SEED + batch }).values();
      const workers = Array.from({ length: CONCURRENCY }, async () => {
        for (const upload of queue) await send(upload, agent);
      });
      await Promise.all(workers);
      agent.destroy();
      if (batch + 1 === WARM_UP_BATCHES) warm = await measureMemory(host.service);
    }

    const counts = [...Map.groupBy(stored, (type) => type)].sort();
    await annotate(
      `${COUNT} files, seed ${SEED}; stored ${counts.map(([type, all]) => `${all.length} ${type}`).join(', ')}; slowest ${Math.round(slowest.ms)} ms (${slowest.type})`,
    );
    expect(failures.report(await host.service.log())).toBe('');
  }, 1_200_000);

  test('do not leak memory', async ({ annotate }) => {
    await annotate(await expectStableMemory(host.service, warm));
  });
});

function requestOf(upload: Upload, { cookie, known }: TestData): FuzzRequest {
  const { operation, call, name } = upload.field;
  const { method, path } = call.route;
  const form = formWith(OTHER_FIELDS[operation] ?? {}, {
    name,
    filename: `a.${upload.type}`,
    content: upload.bytes,
  });
  return {
    operation,
    method,
    path: `/api/v1${path.replace(':id', known['project.id']?.[0] ?? '')}`,
    headers: [
      ['host', 'localhost'],
      ['cookie', cookie],
      ['content-type', form.type],
    ],
    body: form.bytes,
    isSignedIn: true,
  };
}

interface StoredFile {
  readonly url: string;
  readonly type?: string;
  readonly width?: number;
  readonly height?: number;
}

/** The file, its resized copies and its preview, as listed in the response. */
function storedFiles({ body }: HttpResponse, { name }: UploadField): StoredFile[] {
  const files: StoredFile[] = [];
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    if ('url' in value) files.push(value as StoredFile);
    for (const inner of Object.values(value)) visit(inner);
  };
  const content: Record<string, Record<string, unknown>> = JSON.parse(String(body));
  for (const item of Object.values(content)) visit(item[name]);
  return files;
}

/** Describes how the served file differs from what the response stated; undefined if it does not. */
async function findDifference(
  origin: string,
  cookie: string,
  stored: StoredFile,
): Promise<string | undefined> {
  // Visitors get an uploaded resume only if the site offers it.
  const response = await fetch(`${origin}${new URL(stored.url).pathname}`, { headers: { cookie } });
  const body = Buffer.from(await response.arrayBuffer());
  const extension = Object.entries(CONTENT_TYPES).find(([one]) => stored.url.endsWith(`.${one}`));
  const type = stored.type ?? extension?.[1];
  const servedType = response.headers.get('content-type');
  if (response.status !== 200) return `stored, but served with status ${response.status}`;
  if (servedType !== type) return `stored as ${type}, but served as ${servedType}`;
  if (type === 'application/pdf' || type === 'image/svg+xml') return undefined;
  const { width, height, pageHeight } = await sharp(body, { animated: true }).metadata();
  return width === stored.width && (pageHeight ?? height) === stored.height
    ? undefined
    : `stated as ${stored.width} × ${stored.height}, but is ${width} × ${pageHeight ?? height}`;
}
