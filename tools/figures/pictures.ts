import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMALL_FILE_BYTES } from '@vitrine/api/media/file-cache';
import { diskFiles, hashContent } from '@vitrine/api/media/media-files';
import { mediaStore } from '@vitrine/api/media/media-store';
import type { BenchEnvironment } from './bench-environment.ts';
import { measureInterleaved } from './interleave.ts';
import { type Metric, reportMetric } from './metric.ts';
import type { ServerProcess } from './server-process.ts';
import { measurePublicRead } from './throughput.ts';

const PICTURES = 2_000;
const PICTURE_BYTES = 50 * 1024;

/** Pictures for visitors: requests per second, and the memory that reading many of them takes. */
export async function measurePictures(bench: BenchEnvironment): Promise<Metric[]> {
  const [icon = ''] = await storePictures(bench, 1, 5 * 1024);
  const [photograph = ''] = await storePictures(bench, 1, SMALL_FILE_BYTES);
  return [
    await measurePublicRead(bench, { id: 'small-picture', name: 'Picture', path: icon, goal: 0.5 }),
    await measurePublicRead(bench, {
      id: 'large-picture',
      name: 'Picture',
      path: photograph,
      goal: 0.5,
    }),
    await measureMemory(bench),
  ];
}

async function measureMemory(bench: BenchEnvironment): Promise<Metric> {
  const paths = await storePictures(bench, PICTURES, PICTURE_BYTES);
  const measureAfter = (read: readonly string[]) => async () => {
    const server = await bench.startService();
    try {
      await readAll(server, read);
      await sleep(10_000);
      return await server.memory();
    } finally {
      await server.stop();
    }
  };
  return reportMetric(
    {
      id: 'pictures-memory',
      name: `Memory after reading ${PICTURES} pictures`,
      unit: 'MB',
      goal: { atMost: 250 },
    },
    await measureInterleaved([
      { name: 'Vitrine', measure: measureAfter(paths) },
      { name: 'after reading one of them', measure: measureAfter(paths.slice(0, 1)) },
    ]),
  );
}

/** Reads each picture twice, so that the second response may come from memory. */
async function readAll({ origin }: ServerProcess, paths: readonly string[]): Promise<void> {
  const queue = paths.values();
  const reader = async () => {
    for (const path of queue)
      for (let n = 0; n < 2; n += 1) await (await fetch(`${origin}${path}`)).arrayBuffer();
  };
  await Promise.all(Array.from({ length: 20 }, reader));
}

/** Stores random bytes as pictures that nothing uses yet, as after an upload. Returns their paths. */
async function storePictures(
  { db, folder }: BenchEnvironment,
  count: number,
  length: number,
): Promise<string[]> {
  const media = mediaStore(diskFiles(folder));
  const paths: string[] = [];
  await db.transaction().execute(async (trx) => {
    for (let n = 0; n < count; n += 1) {
      const bytes = randomBytes(length);
      const name = `${await hashContent(bytes)}.webp`;
      const metadata = { width: 960, height: 540, variants: [], placeholder: '' };
      await media.save(trx, { name, metadata, files: [{ name, bytes }] });
      paths.push(`/media/${name}`);
    }
  });
  return paths;
}
