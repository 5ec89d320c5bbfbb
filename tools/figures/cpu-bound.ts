import { randomInt } from 'node:crypto';
import { OWNER } from '@vitrine/demo/portfolio';
import sharp from 'sharp';
import type { BenchEnvironment } from './bench-environment.ts';
import { measureInterleaved } from './interleave.ts';
import { type Metric, reportMetric } from './metric.ts';
import { type ServerProcess, startBaseline } from './server-process.ts';

const LOGINS = 40;
const OURS = 'Vitrine';
const SHARP = 'sharp alone, same files';

type SendPicture = (picture: Buffer) => Promise<number>;

/** Calls that spend their time hashing a password or encoding pictures. */
export async function measureCpuBound(bench: BenchEnvironment): Promise<Metric[]> {
  return [await measureLogins(bench), ...(await measureUploads(bench))];
}

async function measureLogins({ service }: BenchEnvironment): Promise<Metric> {
  const argon2 = await startBaseline('argon2');
  const { email, password } = OWNER;
  const login = {
    method: 'POST',
    body: JSON.stringify({ email, password }),
    headers: { 'content-type': 'application/json' },
  };
  const measurements = await measureInterleaved([
    {
      name: 'Vitrine',
      measure: () => callsPerSecond(() => send(`${service.origin}/api/v1/user/login`, login)),
    },
    { name: 'argon2 alone', measure: () => callsPerSecond(() => send(argon2.origin, {})) },
  ]);
  await argon2.stop();
  return reportMetric({ id: 'login', name: 'Login', unit: '/s' }, measurements);
}

/** Two at a time: Vitrine hashes two passwords at a time. */
async function callsPerSecond(call: () => Promise<number>): Promise<number> {
  const began = performance.now();
  const worker = async () => {
    for (let n = 0; n < LOGINS / 2; n += 1) await call();
  };
  await Promise.all([worker(), worker()]);
  return LOGINS / ((performance.now() - began) / 1000);
}

/** The duration of an upload, and the peak memory during it. */
async function measureUploads(bench: BenchEnvironment): Promise<Metric[]> {
  const service = await bench.startService();
  const baseline = await startBaseline('sharp');
  const next = createPictures();
  const upload = (picture: Buffer) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(PROJECT)) form.append(name, value);
    form.append('projectBanner', new File([new Uint8Array(picture)], 'banner.jpg'));
    const headers = { cookie: bench.cookie };
    return send(`${service.origin}/api/v1/project/add`, { method: 'POST', body: form, headers });
  };
  const peaks = { [OURS]: 0, [SHARP]: 0 };
  const subject = (name: keyof typeof peaks, server: ServerProcess, send: SendPicture) => ({
    name,
    async measure() {
      const picture = await next(name);
      let duration = 0;
      const peak = await server.peakMemory(async () => {
        duration = await send(picture);
      });
      peaks[name] = Math.max(peaks[name], peak);
      return duration;
    },
  });
  const durations = await measureInterleaved([
    subject(OURS, service, upload),
    subject(SHARP, baseline, (picture) =>
      send(baseline.origin, { method: 'POST', body: new Uint8Array(picture) }),
    ),
  ]);
  const memory = Object.entries(peaks).map(([name, peak]) => ({ name, values: [peak] }));
  await service.stop();
  await baseline.stop();
  return [
    reportMetric(
      {
        id: 'upload',
        name: 'Upload of a 5 MB banner',
        unit: 'ms',
        goal: { against: SHARP, atMost: 1.3 },
      },
      durations,
    ),
    reportMetric({ id: 'upload-memory', name: 'Peak memory during uploads', unit: 'MB' }, memory),
  ];
}

/**
 * Returns a function that gives each subject the same sequence of pictures. Each picture is new: a
 * repeated one would be stored already.
 */
function createPictures(): (subject: string) => Promise<Buffer> {
  const pictures: Promise<Buffer>[] = [];
  const counts = new Map<string, number>();
  return (subject) => {
    const count = counts.get(subject) ?? 0;
    counts.set(subject, count + 1);
    pictures[count] ??= createPhotograph();
    return pictures[count];
  };
}

/** 12 megapixels with camera noise: 5 MB as a JPG. */
function createPhotograph(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 120 + randomInt(20), sigma: 11 } as const;
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#000', noise } })
    .jpeg({ quality: 82 })
    .toBuffer();
}

const PROJECT = {
  title: 'Benchmark',
  description: 'A project with a 5 MB banner.',
  technologies: 'TypeScript',
  stack: 'Full Stack',
  deployed: 'Yes',
  gitRepoLink: '',
  projectLink: '',
};

/** Returns the duration in milliseconds. */
async function send(url: string, init: RequestInit): Promise<number> {
  const began = performance.now();
  const response = await fetch(url, init);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return performance.now() - began;
}
