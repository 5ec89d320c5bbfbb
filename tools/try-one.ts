/** The second half of ops/try-one.sh: tries the container with PostgreSQL inside, and measures it. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@vitrine/testing/api-client';
import { median, timed } from '@vitrine/testing/statistics';
import {
  addEntry,
  createOwner,
  findProcess,
  killAll,
  killProgram,
  listEntries,
  measureMemory,
  podman,
  query,
  runToEnd,
  startAgain,
  startNew,
  stop,
  userOf,
  visitSite,
  waitUntilReady,
} from './one-container.ts';
import { measureFirstRun } from './one-first-run.ts';
import { passed, report, writeFigures } from './one-report.ts';
import { tryFailedUpgrade, tryUpgrade } from './one-upgrade.ts';
import { runAsRoot, runAsUser } from './one-users.ts';

const KILLS = 100;
const STARTS = 5;
const IDLE_MS = 120_000;

await measureFirstRun();
await measureSize();
const owner = await measureStarts();
await measureKills(owner);
await measureRecovery();
await measureIdle();
await refuseSecondContainer();
await runAsRoot(await runAsUser());
await tryUpgrade();
await tryFailedUpgrade();
writeFigures();

async function measureSize(): Promise<void> {
  const [one = 0, vitrine = 0] = await Promise.all(
    ['one', 'vitrine'].map(async (image) =>
      Number(await podman('image', 'inspect', '--format={{.Size}}', image)),
    ),
  );
  report({ id: 'one-image', name: 'Image, unpacked', unit: 'MB' }, [one / 1e6], {
    name: 'the image without PostgreSQL',
    values: [vitrine / 1e6],
  });
}

async function measureStarts(): Promise<Client> {
  const first = await startNew({ volume: 'one' });
  report({ id: 'one-first-start', name: 'First start, until ready', unit: 'ms' }, [first]);
  assert.equal(userOf(await findProcess('bin/postgres')), 10_001);
  const [version = ''] = (await query('show server_version')).split('.');
  passed('Version of PostgreSQL', version);
  const client = await createOwner();
  await addEntry(client, 'first');
  const starts: number[] = [];
  const stops: number[] = [];
  for (let n = 0; n < STARTS; n += 1) {
    stops.push(await stop());
    starts.push(await startAgain());
  }
  report({ id: 'one-start', name: 'Later start, until ready', unit: 'ms' }, starts);
  report({ id: 'one-stop', name: 'Stop, with exit code 0', unit: 'ms' }, stops);
  return client;
}

/** Kills the whole container while four clients write, and then looks for each acknowledged write. */
async function measureKills(client: Client): Promise<void> {
  const acknowledged = new Set<string>();
  const starts: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    let isOver = false;
    const write = async (writer: number) => {
      for (let n = 0; !isOver; n += 1) {
        const title = `${kill}-${writer}-${n}`;
        if (await addEntry(client, title).catch(() => false)) acknowledged.add(title);
        else await sleep(20);
      }
    };
    const writers = [0, 1, 2, 3].map(write);
    await sleep(200 + 1_000 * Math.random());
    await killAll();
    isOver = true;
    await Promise.all(writers);
    starts.push(await startAgain());
  }
  const stored = await listEntries(client);
  const lost = [...acknowledged].filter((title) => !stored.has(title));
  assert.deepEqual(lost, []);
  report({ id: 'one-recovery', name: 'Start after SIGKILL, until ready', unit: 'ms' }, starts);
  passed(
    'SIGKILL of the whole container, while four clients write',
    `${KILLS} kills, ${acknowledged.size} acknowledged writes, 0 lost; ready again after ${seconds(Math.max(...starts))} at most`,
  );
}

async function measureRecovery(): Promise<void> {
  for (const [name, program] of [
    ['PostgreSQL', 'bin/postgres'],
    ['Vitrine', 'dist/main.js'],
  ] as const) {
    const times: number[] = [];
    for (let n = 0; n < STARTS; n += 1) {
      // s6 starts a program once a second at most.
      await sleep(2_000);
      await killProgram(program);
      const { ms } = await timed(async () => {
        await sleep(50);
        if (name === 'PostgreSQL') assert.ok(await visitSite(), 'The site needs the database.');
        await waitUntilReady();
      });
      times.push(ms);
    }
    const site = name === 'PostgreSQL' ? '; pages of the site are served meanwhile' : '';
    passed(
      `SIGKILL of ${name} alone`,
      `${STARTS} kills; ready again after ${seconds(median(times))} (median; ${seconds(Math.max(...times))} at most)${site}`,
    );
  }
}

async function measureIdle(): Promise<void> {
  await stop();
  await startAgain();
  assert.ok(await visitSite());
  await podman('healthcheck', 'run', 'one');
  await sleep(IDLE_MS);
  report(
    {
      id: 'one-idle-memory',
      name: 'Memory, two minutes after the last request',
      unit: 'MB',
      goal: { atMost: 250 },
    },
    [await measureMemory()],
  );
  assert.ok((await measureMemory()) <= 250);
}

async function refuseSecondContainer(): Promise<void> {
  const { code, output } = await runToEnd({ volume: 'one', env: { PORT: '4079' } });
  assert.equal(code, 75);
  assert.match(output, /another container uses this volume/);
  passed('A second container on the volume', 'refused, with exit code 75');
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
