import type { Call } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
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
    const longest = await longestTurn(async () => {
      const response = await owner.call(call, { form });
      // On a busy machine, processing may reach its time limit and return 400.
      expect([status, 400]).toContain(response.status);
    });
    expect(longest).toBeLessThan(MAX_TURN_MS);
    await annotate(`${longest.toFixed(0)} ms at most`);
  });
});
