import { randomBytes } from 'node:crypto';
import type { Call } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { zipOf } from '@vitrine/testing/linkedin-export';
import { paint } from '@vitrine/testing/pictures';
import type { ServiceProcess } from '@vitrine/testing/process';
import { file, uploads } from '@vitrine/testing/uploads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, startHost } from '../support/host.ts';

const PROBE = new URL('../support/event-loop-probe.mjs', import.meta.url);
const MEGABYTE = 1024 * 1024;
const MAX_TURN_MS = 50;

let host: Host;
let service: ServiceProcess;
let owner: Client;

beforeAll(async () => {
  host = await startHost({ env: { NODE_OPTIONS: `--import=${PROBE.href}` } });
  ({ service } = host);
  owner = await host.owner();
  // The first upload loads the image code.
  await owner.call(calls.softwareApplication.add, {
    form: { name: 'First', svg: await uploads.png(40, 40) },
  });
});
afterAll(() => host.stop());

/** The longest turn of the event loop while the work is done, in milliseconds of CPU time. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const readLongest = async () => {
    const before = service.output().length;
    process.kill(service.pid, 'SIGUSR2');
    await expect
      .poll(() => service.output().slice(before), { timeout: 10_000 })
      .toMatch(/longest turn: \S+ ms\n/);
    return Number(/longest turn: (\S+) ms/.exec(service.output().slice(before))?.[1]);
  };
  await readLongest();
  await work();
  return readLongest();
}

/** A long turn that the work causes is there each time. One of the garbage collector is not. */
async function longestOfThree(work: () => Promise<unknown>): Promise<number> {
  let longest = await longestTurn(work);
  for (let again = 0; again < 2 && longest >= MAX_TURN_MS; again += 1)
    longest = await longestTurn(work);
  return longest;
}

/** With files that are read, and a large one that is not, like pictures of the owner. */
function largeExport(): Uint8Array<ArrayBuffer> {
  const rows = Array.from(
    { length: 1_900 },
    (_, row) => `Company ${row},Engineer,${'Some text. '.repeat(150)},London,Mar 2001,Jan 2003`,
  );
  return zipOf({
    'Positions.csv': `Company Name,Title,Description,Location,Started On,Finished On\n${rows.join('\n')}\n`,
    'media.bin': Uint8Array.from(randomBytes(9 * MEGABYTE)),
  });
}

function resumeOf(jobs: number): Uint8Array<ArrayBuffer> {
  const job = (index: number) => ({
    name: `Company ${index}`,
    position: 'Engineer',
    startDate: '2001',
    summary: 'Some text. '.repeat(15),
  });
  const work = Array.from({ length: jobs }, (_, index) => job(index));
  return Uint8Array.from(Buffer.from(JSON.stringify({ work })));
}

/** As many items as an import takes, in almost as many bytes. */
const LARGE_IMPORT = Array.from({ length: 500 }, (_, index) => ({
  kind: 'add-timeline',
  fields: { title: `Job ${index}`, description: 'Some text. '.repeat(350), from: 2001, to: 2002 },
}));

const svg = (inside: string) =>
  file(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`, 'a');
/** Repeats a part up to the size limit of an SVG. */
const filled = (part: string) => svg(part.repeat(Math.floor((MEGABYTE - 200) / part.length)));

async function largePicture(): Promise<File> {
  const picture = paint({ width: 3_000, height: 2_000, from: [1, 2, 3], to: [9, 8, 7], seed: 3 });
  const png = await picture.png({ compressionLevel: 0 }).toBuffer();
  return file(png.subarray(0, 10 * MEGABYTE - 1), 'a.png');
}

const add = calls.softwareApplication.add;
type Form = Record<string, string | File>;

describe('event loop', () => {
  test.for<[string, Call, () => Form | Promise<Form>, number]>([
    ['an SVG of a quarter million elements', add, () => ({ svg: filled('<g/>') }), 400],
    [
      'an SVG of elements with many attributes',
      add,
      () => ({ svg: filled('<g x="1" y="1" cx="1" cy="1" r="1" fill="url(#a)" d="1"/>') }),
      201,
    ],
    [
      'an SVG of one long path',
      add,
      () => ({ svg: svg(`<path d="${'M1 1'.repeat(260_000)}"/>`) }),
      201,
    ],
    [
      'an SVG with an error at its end',
      add,
      () => ({ svg: svg(`${'<g>&lt;</g>'.repeat(90_000)}<g`) }),
      400,
    ],
    ['a damaged picture of 10 MB', add, async () => ({ svg: await largePicture() }), 400],
    ['a picture of 4 megapixels', add, async () => ({ svg: await uploads.png(2_400, 1_600) }), 201],
    ['a PDF', calls.user.updateProfile, () => ({ resume: uploads.pdf() }), 200],
    [
      'a form of forty long fields',
      add,
      () => Object.fromEntries(Array.from({ length: 38 }, (_, n) => [`f${n}`, 'x'.repeat(64_000)])),
      400,
    ],
  ])('%s blocks it for less than 50 ms', async ([name, call, send, status], { annotate }) => {
    const form = { ...(call === add && { name }), ...(await send()) };
    const longest = await longestOfThree(async () => {
      const response = await owner.call(call, { form });
      // On a busy machine, processing may reach its time limit and return 400.
      expect([status, 400]).toContain(response.status);
    });
    expect(longest).toBeLessThan(MAX_TURN_MS);
    await annotate(`${longest.toFixed(0)} ms at most`);
  });

  test('applying an import of 500 items blocks it for less than 50 ms', async ({ annotate }) => {
    const longest = await longestOfThree(async () => {
      await host.database.query('delete from timeline');
      const { status } = await owner.call(calls.import.apply, { json: { items: LARGE_IMPORT } });
      expect(status).toBe(201);
    });
    expect(longest).toBeLessThan(MAX_TURN_MS);
    await annotate(`${longest.toFixed(0)} ms at most`);
  });

  test.for<[string, () => Uint8Array<ArrayBuffer>]>([
    ['a LinkedIn export of 10 MB', largeExport],
    ['a JSON Resume with 2,000 jobs', () => resumeOf(2_000)],
    ['a JSON file of 10 MB', () => resumeOf(40_000)],
    ['10 MB of brackets', () => Uint8Array.from(Buffer.alloc(10 * MEGABYTE, '['))],
  ])('reading %s blocks it for less than 50 ms', async ([name, makeFile], { annotate }) => {
    const body = makeFile();
    expect(body.length).toBeLessThanOrEqual(10 * MEGABYTE);
    const longest = await longestOfThree(async () => {
      const response = await owner.call(calls.import.read, { query: { name }, file: body });
      expect([200, 400]).toContain(response.status);
    });
    expect(longest).toBeLessThan(MAX_TURN_MS);
    await annotate(`${longest.toFixed(0)} ms at most`);
  });
});
