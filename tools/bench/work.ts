import { randomInt } from 'node:crypto';
import { OWNER } from '@vitrine/demo/portfolio';
import sharp from 'sharp';
import { type Figure, figure } from './figure.ts';
import { bare, startProgram } from './programs.ts';
import type { Rig } from './rig.ts';
import { takeTurns } from './turns.ts';

const LOGINS = 40;

/** What costs a core its time whatever we do: a password, a picture. */
export async function workFigures(rig: Rig): Promise<Figure[]> {
  return [await logins(rig), ...(await uploads(rig))];
}

async function logins({ service }: Rig): Promise<Figure> {
  const argon2 = await startProgram(bare('argon2'));
  const { email, password } = OWNER;
  const body = JSON.stringify({ email, password });
  const results = await takeTurns([
    {
      name: 'Vitrine',
      measure: () =>
        perSecond(() =>
          ask(`${service.origin}/api/v1/user/login`, {
            method: 'POST',
            body,
            headers: { 'content-type': 'application/json' },
          }),
        ),
    },
    { name: 'argon2 alone', measure: () => perSecond(() => ask(argon2.origin, {})) },
  ]);
  await argon2.stop();
  return figure({ name: 'Login', unit: '/s' }, results);
}

/** Two at a time, as Vitrine hashes. */
async function perSecond(work: () => Promise<number>): Promise<number> {
  const began = performance.now();
  const line = async () => {
    for (let n = 0; n < LOGINS / 2; n += 1) await work();
  };
  await Promise.all([line(), line()]);
  return LOGINS / ((performance.now() - began) / 1000);
}

/** The time of an upload, and the most memory that anybody had for it. */
async function uploads(rig: Rig): Promise<Figure[]> {
  const service = await rig.startService();
  const alone = await startProgram(bare('sharp'));
  const picture = onePictureATurn();
  const send = (bytes: Buffer) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(PROJECT)) form.append(name, value);
    form.append('projectBanner', new File([new Uint8Array(bytes)], 'banner.jpg'));
    const headers = { cookie: rig.cookie };
    return ask(`${service.origin}/api/v1/project/add`, { method: 'POST', body: form, headers });
  };
  const time = await takeTurns([
    { name: 'Vitrine', measure: async () => send(await picture('Vitrine')) },
    {
      name: 'sharp alone, the same files',
      measure: async () =>
        ask(alone.origin, { method: 'POST', body: new Uint8Array(await picture('sharp')) }),
    },
  ]);
  const memory = await Promise.all(
    [service, alone].map(async (program) => [await program.mostMemory()]),
  );
  await service.stop();
  await alone.stop();
  return [
    figure(
      {
        name: 'Upload of a 5 MB banner',
        unit: 'ms',
        goal: { against: 'sharp alone, the same files', atMost: 1.3 },
      },
      time,
    ),
    figure(
      { name: 'Memory, most during uploads', unit: 'MB' },
      time.map(({ name }, index) => ({ name, values: memory[index] ?? [] })),
    ),
  ];
}

/** A new one each turn, the same for all: what was uploaded before would be stored already. */
function onePictureATurn(): (who: string) => Promise<Buffer> {
  const pictures: Promise<Buffer>[] = [];
  const turns = new Map<string, number>();
  return (who) => {
    const turn = turns.get(who) ?? 0;
    turns.set(who, turn + 1);
    pictures[turn] ??= photograph();
    return pictures[turn];
  };
}

/** Twelve megapixels with the grain of a camera, five megabytes as JPG. */
function photograph(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 120 + randomInt(20), sigma: 11 } as const;
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#000', noise } })
    .jpeg({ quality: 82 })
    .toBuffer();
}

const PROJECT = {
  title: 'Measured',
  description: 'Its banner has five megabytes.',
  technologies: 'TypeScript',
  stack: 'Full Stack',
  deployed: 'Yes',
  gitRepoLink: '',
  projectLink: '',
};

/** In milliseconds. */
async function ask(url: string, init: RequestInit): Promise<number> {
  const began = performance.now();
  const response = await fetch(url, init);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return performance.now() - began;
}
