import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import { createDatabase } from '@vitrine/testing/database';
import { run, startProcess } from '@vitrine/testing/process';
import { uploads } from '@vitrine/testing/uploads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, LOGIN, startHost } from '../support/host.ts';
import { size } from '../support/size.ts';

const RUNS = size({ short: 1, long: 5 });
const IMAGES = size({ short: 20, long: 2_000 });
const MESSAGES = size({ short: 2_000, long: 100_000 });

let host: Host;
let folder: string;

beforeAll(async () => {
  host = await startHost();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-resilience-'));
  const owner = await host.owner();
  for (let n = 0; n < IMAGES; n += 1) {
    const form = {
      name: `Image ${n}`,
      svg: await uploads.png(64 + (n % 100), 64 + Math.floor(n / 100)),
    };
    const { status } = await owner.call(calls.softwareApplication.add, { form });
    if (status !== 201) throw new Error(`The upload failed: ${status}`);
  }
  await host.database.query(
    `insert into message (sender_name, subject, email, message)
     select 'Visitor ' || n, 'Subject ' || n, 'v' || n || '@example.com', repeat('Words ' || n || ' ', 20)
     from generate_series(1, $1::integer) as n`,
    [MESSAGES],
  );
}, 600_000);
afterAll(async () => {
  await host.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('restore', () => {
  test('a backup taken during 50 writes per second restores completely', {
    timeout: 1_800_000,
  }, async ({ annotate }) => {
    let megabytes = 0;
    let slowest = 0;
    let written = 0;
    for (let round = 0; round < RUNS; round += 1) {
      const file = join(folder, `${round}.tar`);
      const writing = startWriting();
      await sleep(500);
      const acknowledged = [...writing.acknowledged];
      const backup = await vitrine(['backup', file], {});
      written += await writing.stop();
      expect(backup).toMatchObject({ code: 0 });
      megabytes = (await stat(file)).size / 1e6;

      const database = await createDatabase({ empty: true });
      const mediaDir = join(folder, `media-${round}`);
      const target = { DATABASE_URL: database.url, MEDIA_DIR: mediaDir };
      const start = performance.now();
      const restore = await vitrine(['restore', file], target);
      slowest = Math.max(slowest, performance.now() - start);
      expect(restore.output).toContain(' files: 0 missing, 0 extra, 0 damaged.\n');
      expect(restore.code).toBe(0);

      const service = await startProcess({ ...target, PUBLIC_URL: host.publicUrl });
      await service.waitForStatus('/readyz', 200);
      const client = service.client();
      expect((await client.call(calls.user.login, { json: LOGIN })).status).toBe(200);
      const { timelines } = (await client.call(calls.timeline.list)).body;
      const titles = new Set(timelines.map(({ title }) => title));
      // The backup contains every write that was acknowledged before it began.
      expect(acknowledged.filter((title) => !titles.has(title))).toEqual([]);
      await service.signal('SIGTERM');
      await database.drop();
      await rm(mediaDir, { recursive: true });
      await rm(file);
    }
    await annotate(
      `${RUNS} runs with ${IMAGES} images, ${MESSAGES} messages (${megabytes.toFixed(0)} MB) and ${written} concurrent writes: 0 missing, 0 extra, 0 damaged; a restore takes ${(slowest / 1000).toFixed(1)} s at most`,
    );
  });

  test('a restore on another machine gives an identical public document', async ({ annotate }) => {
    const file = join(folder, 'still.tar');
    expect(await vitrine(['backup', file], {})).toMatchObject({ code: 0 });
    const database = await createDatabase({ empty: true });
    const target = { DATABASE_URL: database.url, MEDIA_DIR: join(folder, 'media-still') };
    expect(await vitrine(['restore', file], target)).toMatchObject({ code: 0 });
    const service = await startProcess({ ...target, PUBLIC_URL: host.publicUrl });
    await service.waitForStatus('/api/v1/public/portfolio', 200);
    const documents = await Promise.all(
      [host.service, service].map(async (one) =>
        (await one.client().fetch('/api/v1/public/portfolio')).text(),
      ),
    );
    expect(documents[0]).toBe(documents[1]);
    const files = async (path: string) =>
      (await readdir(path, { recursive: true })).filter((name) => name.includes('.')).toSorted();
    expect(await files(target.MEDIA_DIR)).toEqual(await files(host.mediaDir));
    await service.signal('SIGTERM');
    await database.drop();
    await annotate(`${documents[0]?.length} identical characters`);
  });
});

function vitrine(args: string[], target: Record<string, string>) {
  return run('vitrine.ts', args, {
    DATABASE_URL: host.databaseUrl,
    MEDIA_DIR: host.mediaDir,
    PUBLIC_URL: host.publicUrl,
    ...target,
  });
}

/** Sends 50 writes per second: timeline entries and uploads. */
function startWriting() {
  const acknowledged: string[] = [];
  let isOn = true;
  let count = 0;
  const writing = (async () => {
    const owner = await host.owner();
    const sent: Promise<void>[] = [];
    while (isOn) {
      const title = randomUUID();
      const isUpload = count % 10 === 0;
      count += 1;
      sent.push(
        (async () => {
          const { status } = isUpload
            ? await owner.call(calls.softwareApplication.add, {
                form: { name: title, svg: await uploads.png(64, 65 + (count % 900)) },
              })
            : await owner.call(calls.timeline.add, {
                json: { title, description: 'x', from: 2000 },
              });
          if (status === 201 && !isUpload) acknowledged.push(title);
        })(),
      );
      await sleep(20);
    }
    await Promise.all(sent);
  })();
  return {
    acknowledged,
    async stop() {
      isOn = false;
      await writing;
      return count;
    },
  };
}
