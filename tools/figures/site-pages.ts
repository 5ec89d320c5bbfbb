import { type Browser, type CDPSession, chromium } from '@playwright/test';
import { THEMES, type Theme } from '@vitrine/contract/options';
import { launchOptions } from '@vitrine/testing/chromium';
import type { ThemeRow } from './results.ts';
import type { SiteEnvironment } from './site-environment.ts';
import { readCompressed } from './throughput.ts';

const HOME = '/';
const PROJECT = '/projects/tidewatch';
/** Pages without a form have no script at all. */
const WITH_FORM = [HOME, '/contact'];
const WITHOUT_FORM = [PROJECT, '/projects', '/resume', '/missing'];
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const KB = 1024;

/** What a visitor downloads, and how far the page moves while it loads. */
interface PageFigures {
  readonly scriptWithForm: number;
  readonly scriptWithoutForm: number;
  readonly htmlAndCss: number;
  /** The fonts that the page asks for before it is painted. */
  readonly firstFontFiles: number;
  readonly firstFonts: number;
  readonly fonts: number;
  /** All but the images below the screen. */
  readonly firstView: number;
  readonly loaded: number;
  readonly requests: number;
  readonly layoutShift: number;
}

type Row = Omit<ThemeRow, 'values'> & { readonly key: keyof PageFigures };

const ROWS: readonly Row[] = [
  { key: 'scriptWithForm', name: 'JavaScript of a page with a form', unit: ' KB', atMost: 2 },
  { key: 'scriptWithoutForm', name: 'JavaScript of any other page', unit: ' KB', atMost: 0 },
  { key: 'htmlAndCss', name: 'HTML and CSS of the home page, brotli', unit: ' KB', atMost: 14 },
  { key: 'firstFontFiles', name: 'Font files before the first paint', unit: '', atMost: 2 },
  { key: 'firstFonts', name: 'Fonts before the first paint', unit: ' KB', atMost: 50 },
  { key: 'fonts', name: 'All fonts of the home page', unit: ' KB' },
  {
    key: 'firstView',
    name: 'First view of the home page, with its images',
    unit: ' KB',
    atMost: 120,
  },
  { key: 'loaded', name: 'All that the home page loads without scrolling', unit: ' KB' },
  { key: 'requests', name: 'Requests of the home page without scrolling', unit: '' },
  { key: 'layoutShift', name: 'Layout shift, most of all pages', unit: '', atMost: 0 },
];

export async function measureThemes(env: SiteEnvironment): Promise<ThemeRow[]> {
  const figures: PageFigures[] = [];
  for (const theme of THEMES) figures.push(await measurePages(env, theme));
  return ROWS.map(({ key, ...row }) => ({ ...row, values: figures.map((one) => one[key]) }));
}

/** Sizes are in kilobytes, as sent. Those of all responses include headers. */
async function measurePages(env: SiteEnvironment, theme: Theme): Promise<PageFigures> {
  await env.publish(theme);
  const { origin, stop } = await env.startSite();
  const browser = await chromium.launch(launchOptions);
  try {
    const loads = new Map<string, PageLoad>();
    for (const path of [...WITH_FORM, ...WITHOUT_FORM])
      loads.set(path, await loadPage(browser, `${origin}${path}`));
    const { responses: home = [], hiddenImages = [] } = loads.get(HOME) ?? {};
    const fonts = home.filter(({ type }) => type === 'Font');
    const firstFonts = fonts.filter(({ isPreload }) => isPreload);
    const mostScript = (paths: readonly string[]) =>
      Math.max(
        ...paths.map((path) => {
          const responses = loads.get(path)?.responses ?? [];
          return bodiesOf(responses.filter(({ type }) => type === 'Script'));
        }),
      );
    return {
      scriptWithForm: mostScript(WITH_FORM),
      scriptWithoutForm: mostScript(WITHOUT_FORM),
      htmlAndCss: await weighHtmlAndCss(origin),
      firstFontFiles: firstFonts.length,
      firstFonts: bodiesOf(firstFonts),
      fonts: bodiesOf(fonts),
      firstView: totalOf(home.filter(({ url }) => !hiddenImages.includes(url))),
      loaded: totalOf(home),
      requests: home.length,
      layoutShift: Math.max(...[...loads.values()].map(({ layoutShift }) => layoutShift)),
    };
  } finally {
    await browser.close();
    await stop();
  }
}

export async function weighHtmlAndCss(origin: string): Promise<number> {
  const html = await (await fetch(`${origin}${HOME}`)).text();
  const [, stylesheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
  const bodies = [HOME, stylesheet].map((path) => readCompressed(`${origin}${path}`));
  return (await Promise.all(bodies)).reduce((sum, { body }) => sum + body.length, 0) / KB;
}

interface LoadedResponse extends Request {
  /** As sent, with headers. */
  readonly bytes: number;
  readonly headerBytes: number;
}

interface Request {
  readonly type: string;
  readonly url: string;
  readonly isPreload: boolean;
}

interface PageLoad {
  readonly responses: readonly LoadedResponse[];
  /** The URLs of the images below the screen. */
  readonly hiddenImages: readonly string[];
  readonly layoutShift: number;
}

function totalOf(responses: readonly LoadedResponse[]): number {
  return responses.reduce((sum, { bytes }) => sum + bytes, 0) / KB;
}

function bodiesOf(responses: readonly LoadedResponse[]): number {
  return responses.reduce((sum, { bytes, headerBytes }) => sum + bytes - headerBytes, 0) / KB;
}

/** Loads a page on a phone with an empty cache, without scrolling. */
async function loadPage(browser: Browser, url: string): Promise<PageLoad> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const responses = await recordResponses(await context.newCDPSession(page));
  await page.goto(url, { waitUntil: 'networkidle' });
  const layoutShift = await page.evaluate<number>(LAYOUT_SHIFT);
  const hiddenImages = await page.evaluate<string[]>(HIDDEN_IMAGES);
  await context.close();
  return { responses, hiddenImages, layoutShift };
}

async function recordResponses(session: CDPSession): Promise<readonly LoadedResponse[]> {
  const responses: LoadedResponse[] = [];
  const started = new Map<string, Request>();
  session.on('Network.requestWillBeSent', ({ requestId, type = '', request, initiator }) => {
    const { url, isLinkPreload = false } = request;
    if (!url.startsWith('data:'))
      started.set(requestId, {
        type,
        url,
        isPreload: isLinkPreload && initiator.type === 'parser',
      });
  });
  const headers = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    headers.set(requestId, response.encodedDataLength);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = started.get(requestId);
    if (request)
      responses.push({
        ...request,
        bytes: encodedDataLength,
        headerBytes: headers.get(requestId) ?? 0,
      });
  });
  await session.send('Network.enable');
  return responses;
}

const HIDDEN_IMAGES = `[...document.images]
  .filter((image) => image.getBoundingClientRect().top >= innerHeight)
  .map((image) => image.currentSrc)`;

/** A string, because it runs in the page. The browser delivers earlier shifts after a task. */
const LAYOUT_SHIFT = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) sum += value;
  }).observe({ type: 'layout-shift', buffered: true });
  document.fonts.ready.then(() => setTimeout(() => resolve(sum), 200));
})`;
