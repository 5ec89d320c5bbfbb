import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { freePort } from '@vitrine/testing/postgres';
import { BUILT, type ServiceProcess, startProcess } from '@vitrine/testing/process';
import { sql } from 'kysely';
import { PORTFOLIO, setProjects, signIn } from './bench-environment.ts';
import { measureInterleaved, type Subject } from './interleave.ts';
import { measureThroughput } from './load-generator.ts';
import { type Metric, reportMetric } from './metric.ts';
import type { ServerProcess } from './server-process.ts';
import type { SiteEnvironment } from './site-environment.ts';
import { weighHtmlAndCss } from './site-pages.ts';
import { measurePublicRead } from './throughput.ts';

const WITHOUT_SITE = 'without a site';
const NOT_COUNTED = 'the same with DNT, not counted';
/** Without an agent, a request is a bot's. */
const BROWSER = {
  'accept-encoding': 'br',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};
const PROBE = new URL('../../resilience/support/event-loop-probe.mjs', import.meta.url);

export async function measureSiteRequests(env: SiteEnvironment): Promise<Metric[]> {
  const service = await startAndRender(env);
  try {
    const startService = () => startAndRender(env);
    const bench = { service, startService, folder: env.folder };
    return [
      await measurePublicRead(bench, {
        id: 'home-page',
        name: 'Home page',
        path: '/',
        goal: 0.85,
      }),
      await measurePublicRead(bench, {
        id: 'home-page-304',
        name: 'Home page, not modified (304)',
        path: '/',
        isCached: true,
        goal: 0.85,
      }),
      await measureCounting(service.origin, '/', {
        id: 'counting-home-page',
        name: 'Home page, visits counted',
      }),
      await measureCounting(`http://localhost:${new URL(service.origin).port}`, PORTFOLIO, {
        id: 'counting-public-document',
        name: 'Public document, visits counted',
      }),
    ];
  } finally {
    await service.stop();
  }
}

/** With DNT, the same process does not count the same requests. Two processes would differ more. */
async function measureCounting(
  origin: string,
  path: string,
  named: { readonly id: string; readonly name: string },
): Promise<Metric> {
  const subject = (name: string, dnt: string): Subject => ({
    name,
    measure: () =>
      measureThroughput(origin, {
        path,
        connections: 50,
        headers: { ...BROWSER, dnt },
        seconds: 0.3,
      }),
  });
  const measurements = await measureInterleaved(
    [subject('Vitrine', '0'), subject(NOT_COUNTED, '1')],
    { rounds: 9, samples: 20 },
  );
  return reportMetric(
    { ...named, unit: '/s', goal: { against: NOT_COUNTED, atLeast: 0.97 } },
    measurements,
  );
}

/** The first page is rendered after the start. Other pages differ from it in length. */
async function startAndRender(env: SiteEnvironment): Promise<ServerProcess> {
  const service = await env.startSite();
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(20)) {
    const response = await fetch(service.origin);
    await response.arrayBuffer();
    if (response.ok) return service;
  }
  throw new Error('The home page is not rendered.');
}

const PROCESSES = 3;
const PAGES = 50;
/** By then, helpers have ended, and V8 has collected the garbage of the start. */
const IDLE_MS = 120_000;

/** Memory does not depend on other load, so all processes are measured at once. */
export async function measureSiteMemory(env: SiteEnvironment): Promise<Metric[]> {
  await setProjects(env.db, PAGES);
  const sites = await repeat(() => startAndRender(env));
  const others = await repeat(env.startWithoutSite);
  try {
    const measure = (services: readonly ServerProcess[]) =>
      Promise.all(services.map((service) => service.memory()));
    await sleep(IDLE_MS);
    const without = { name: WITHOUT_SITE, values: await measure(others) };
    const idle = { name: 'Vitrine', values: await measure(sites) };
    const paths = await projectPaths(env);
    const peaks: number[] = [];
    for (const { origin, peakMemory } of sites)
      peaks.push(
        await peakMemory(async () => {
          for (const path of paths) await readWithCard(origin, path);
        }),
      );
    await sleep(IDLE_MS);
    const used = { name: 'Vitrine', values: await measure(sites) };
    const options = { unit: 'MB', goal: { atMost: 130 } };
    const pages = `${PAGES} pages with their cards`;
    return [
      reportMetric({ id: 'idle-memory', name: 'Memory when idle, without a site', ...options }, [
        { ...without, name: 'Vitrine' },
      ]),
      reportMetric({ id: 'site-idle-memory', name: 'Memory when idle', ...options }, [
        idle,
        without,
      ]),
      reportMetric({ id: 'site-peak-memory', name: `Peak memory, ${pages}`, unit: 'MB' }, [
        { name: 'Vitrine', values: peaks },
      ]),
      reportMetric(
        { id: 'site-used-memory', name: `Memory when idle, after ${pages}`, ...options },
        [used, without],
      ),
    ];
  } finally {
    for (const service of [...sites, ...others]) await service.stop();
  }
}

async function repeat(start: () => Promise<ServerProcess>): Promise<ServerProcess[]> {
  const started: ServerProcess[] = [];
  for (let n = 0; n < PROCESSES; n += 1) started.push(await start());
  return started;
}

async function projectPaths({ db }: SiteEnvironment): Promise<string[]> {
  const rows = await db.selectFrom('project').select('slug').execute();
  return rows.map(({ slug }) => `/projects/${slug}`);
}

/** The Open Graph image is typeset by another helper. */
async function readWithCard(origin: string, path: string): Promise<void> {
  const page = await read(`${origin}${path}`);
  const [, card = ''] = /property="og:image" content="([^"]+)"/.exec(page) ?? [];
  await read(`${origin}${new URL(card).pathname}`);
}

async function read(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.text();
}

export async function measureSiteStart(env: SiteEnvironment): Promise<Metric[]> {
  const starts = { Vitrine: env.startSite, [WITHOUT_SITE]: env.startWithoutSite };
  const measurements = await measureInterleaved(
    Object.entries(starts).map(([name, start]) => ({
      name,
      async measure() {
        const { startMs, stop } = await start();
        await stop();
        return startMs;
      },
    })),
    { rounds: 5 },
  );
  return [
    reportMetric({ id: 'site-start', name: 'Cold start until ready', unit: 'ms' }, measurements),
  ];
}

const PROJECTS = 2_000;
const LAST_PAGE = '/projects/page/84';
const WRITES = 5;

/** A portfolio of 2,000 projects, each with a case study. */
export async function measureLargeSite(env: SiteEnvironment): Promise<Metric[]> {
  await setProjects(env.db, PROJECTS);
  await sql`
    update project set body = first.body, summary = first.summary
    from (select body, summary from project order by seq limit 1) as first
    where project.slug like 'project-%'`.execute(env.db);
  const port = await freePort();
  const service = await startProcess(
    { ...env.settings(port), NODE_OPTIONS: `--import=${PROBE.href}` },
    BUILT,
  );
  try {
    const owner = await signIn(`http://localhost:${port}`);
    await waitForText(`${service.origin}/`, '</html>');
    await read(`${service.origin}${LAST_PAGE}`);
    const turns: number[] = [];
    const delays: number[] = [];
    for (let n = 0; n < WRITES; n += 1) {
      await longestTurn(service);
      delays.push(await measureWrite(owner, service.origin, `Entry ${n}`));
      await read(`${service.origin}${LAST_PAGE}`);
      turns.push(await longestTurn(service));
    }
    const ours = (values: readonly number[]) => [{ name: 'Vitrine', values }];
    const of = `${PROJECTS.toLocaleString('en')} projects`;
    return [
      reportMetric(
        {
          id: 'large-home-page',
          name: `HTML and CSS of the home page, ${of}`,
          unit: 'KB',
          goal: { atMost: 14 },
        },
        ours([await weighHtmlAndCss(service.origin)]),
      ),
      reportMetric(
        { id: 'large-write', name: `From a write to the page, ${of}`, unit: 'ms' },
        ours(delays),
      ),
      reportMetric(
        {
          id: 'large-turn',
          name: `Longest turn of the event loop after a write, ${of}`,
          unit: 'ms of CPU time',
          goal: { atMost: 50 },
        },
        ours(turns),
      ),
    ];
  } finally {
    await service.signal('SIGTERM');
  }
}

async function measureWrite(owner: Client, origin: string, title: string): Promise<number> {
  const began = performance.now();
  const json = { title, description: 'A write.', from: 2000 };
  const { status } = await owner.call(calls.timeline.add, { json });
  if (status !== 201) throw new Error(`The write failed: ${status}`);
  await waitForText(`${origin}/`, title);
  return performance.now() - began;
}

async function waitForText(url: string, text: string): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(20)) {
    const page = await (await fetch(url)).text();
    if (page.includes(text)) return;
  }
  throw new Error(`${url} does not show ${text}.`);
}

/** The longest turn since the last call, in milliseconds of CPU time. */
async function longestTurn(service: ServiceProcess): Promise<number> {
  const before = service.output().length;
  process.kill(service.pid, 'SIGUSR2');
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(10)) {
    const [, turn] = /longest turn: (\S+) ms\n/.exec(service.output().slice(before)) ?? [];
    if (turn !== undefined) return Number(turn);
  }
  throw new Error('The service does not report its longest turn.');
}
