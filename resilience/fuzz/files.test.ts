import { ACCEPTED, CONTENT_TYPES } from '@vitrine/api/media/media-type';
import type { Call, FileField } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import { timed } from '@vitrine/testing/statistics';
import fc, { type Arbitrary } from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';
import { size } from '../support/size.ts';
import { faultOf } from './answer.ts';
import { type BrokenFile, brokenFiles } from './broken-file.ts';
import type { BrokenRequest } from './broken-request.ts';
import { type FurnishedEnvironment, furnish } from './environment.ts';
import { Faults, SEED } from './faults.ts';
import { formWith } from './form.ts';
import { framed } from './frames.ts';
import { MEASURABLE, type Memory, memoryOf } from './memory.ts';
import { Line, type Reply, WireFault } from './wire.ts';

const COUNT = size({ short: 60, long: 5_000 });
/** After so many, what was added is taken away. */
const BATCH = 50;
/** The service reads two files at a time: more would wait for each other. */
const AT_ONCE = 2;
/** After a fifth the image code has been loaded, and has met what it meets. */
const WARM = Math.ceil(COUNT / BATCH / 5);

/** A file field of a call. */
interface Place {
  readonly operation: string;
  readonly call: Call;
  readonly field: string;
  readonly file: FileField;
}

const PLACES: readonly Place[] = Object.entries(calls).flatMap(([noun, group]) =>
  Object.entries<Call>(group).flatMap(([name, call]) =>
    Object.entries(call.files).map(([field, file]) => ({
      operation: `${noun}.${name}`,
      call,
      field,
      file,
    })),
  ),
);

/** What a call needs beside its file. */
const WORDS: Readonly<Record<string, Record<string, string>>> = {
  'project.add': {
    ...{ title: 'a', description: 'b', technologies: 'c', stack: 'Mern', deployed: 'No' },
  },
  'skill.add': { title: 'a', proficiency: '1' },
  'softwareApplication.add': { name: 'a' },
};

type Upload = BrokenFile & { readonly place: Place };

describe('malformed files', () => {
  let host: Host;
  let environment: FurnishedEnvironment;
  let uploads: Arbitrary<Upload>;
  let warm: Memory;

  beforeAll(async () => {
    // As the image and the unit have it.
    host = await startHost({ env: { ...MEASURABLE, MALLOC_ARENA_MAX: '2' } });
    environment = await furnish(host);
    uploads = (await brokenFiles()).chain((file) => {
      // Elsewhere it would be turned away unread.
      const places = PLACES.filter((one) => ACCEPTED[one.file.kind].includes(file.type));
      return fc.constantFrom(...places).map((place) => ({ ...file, place }));
    });
  });
  afterAll(() => host.stop());

  test('each is refused with a reason, or kept and shown as what it says it is', async ({
    annotate,
  }) => {
    const faults = new Faults();
    const port = Number(new URL(host.service.origin).port);
    const lines = Array.from({ length: AT_ONCE }, () => new Line(port));
    const kept = new Map<string, number>();
    let slowest = { ms: 0, type: '' };

    async function send(upload: Upload, line: Line): Promise<void> {
      const { type, place } = upload;
      const name = `${type} as ${place.field} of ${place.operation}`;
      try {
        const request = requestOf(upload, environment);
        const { result: reply, ms } = await timed(() => line.ask(request.bytes, request.method));
        if (ms > slowest.ms) slowest = { ms, type };
        const fault = faultOf(reply, request);
        if (fault) faults.add(`${name}: ${fault}`, request.bytes);
        if (reply.status >= 300) return;
        kept.set(type, (kept.get(type) ?? 0) + 1);
        for (const shown of picturesIn(reply, place)) {
          const path = new URL(shown.url).pathname;
          const served = await line.ask(getOf(path), 'GET');
          const wrong = await servedFault(served, shown);
          if (wrong) faults.add(`${name}: ${wrong}`, request.bytes);
        }
      } catch (error) {
        if (!(error instanceof WireFault)) throw error;
        faults.add(`${name}: ${error.message}`, requestOf(upload, environment).bytes);
      }
    }

    for (let batch = 0; batch * BATCH < COUNT; batch += 1) {
      await environment.renew();
      const waiting = fc.sample(uploads, { numRuns: BATCH, seed: SEED + batch }).values();
      await Promise.all(
        lines.map(async (line) => {
          for (const upload of waiting) await send(upload, line);
        }),
      );
      if (batch + 1 === WARM) warm = await memoryOf(host.service);
    }
    for (const line of lines) line.close();

    const counts = [...kept].sort().map(([type, times]) => `${times} ${type}`);
    await annotate(
      `${COUNT} files, seed ${SEED}; kept ${counts.join(', ')}; slowest ${Math.round(slowest.ms)} ms (${slowest.type})`,
    );
    expect(faults.report(await host.service.log())).toBe('');
  }, 1_200_000);

  test('the process is still the same, and gives its memory back', async ({ annotate }) => {
    const now = await memoryOf(host.service);
    await annotate(
      `heap ${warm.heapMb} → ${now.heapMb} MB, resident ${warm.residentMb} → ${now.residentMb} MB, from a fifth of the files to all of them; at most ${now.peakMb} MB`,
    );
    expect(now.heapMb).toBeLessThan(warm.heapMb * 1.25 + 5);
    expect(now.residentMb).toBeLessThan(warm.residentMb * 1.5);
    expect(now.peakMb).toBeLessThan(1_000);
  });
});

function requestOf(
  { type, bytes, place }: Upload,
  { cookie, known }: FurnishedEnvironment,
): BrokenRequest {
  const { operation, call, field } = place;
  const { method, path } = call.route;
  const address = path.replace(':id', known['project.id']?.[0] ?? '');
  const request = framed({
    line: `${method} /api/v1${address} HTTP/1.1`,
    headers: [
      ['host', 'localhost'],
      ['cookie', cookie],
    ],
    sent: formWith(WORDS[operation] ?? {}, { name: field, filename: `a.${type}`, content: bytes }),
  });
  return { operation, method, bytes: request.bytes, isWhole: true, isSignedIn: true };
}

function getOf(path: string): Buffer {
  return framed({ line: `GET ${path} HTTP/1.1`, headers: [['host', 'localhost']], sent: undefined })
    .bytes;
}

interface Shown {
  readonly url: string;
  readonly type?: string;
  readonly width?: number;
  readonly height?: number;
}

/** The file, its narrower copies and its preview, as the answer names them. */
function picturesIn({ body }: Reply, { field }: Place): Shown[] {
  const pictures: Shown[] = [];
  const look = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    if ('url' in value) pictures.push(value as Shown);
    for (const inner of Object.values(value)) look(inner);
  };
  const answer: Record<string, Record<string, unknown>> = JSON.parse(String(body));
  for (const item of Object.values(answer)) look(item[field]);
  return pictures;
}

async function servedFault({ status, headers, body }: Reply, shown: Shown) {
  const extension = Object.entries(CONTENT_TYPES).find(([one]) => shown.url.endsWith(`.${one}`));
  const type = shown.type ?? extension?.[1];
  if (status !== 200) return `kept, and served with status ${status}`;
  if (headers.get('content-type') !== type)
    return `kept as ${type}, and served as ${headers.get('content-type')}`;
  if (type === 'application/pdf' || type === 'image/svg+xml') return undefined;
  const { width, height, pageHeight } = await sharp(body, { animated: true }).metadata();
  return width === shown.width && (pageHeight ?? height) === shown.height
    ? undefined
    : `said to be ${shown.width} × ${shown.height}, and is ${width} × ${pageHeight ?? height}`;
}
