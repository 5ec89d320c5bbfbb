import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { SITE_FONTS, THEMES, type Theme } from '@vitrine/contract/options';
import type { SiteSettings } from '@vitrine/contract/site';
import { toHtml } from '@vitrine/markdown/to-html';
import { toTree } from '@vitrine/markdown/to-tree';
import type { KindWordsState } from '@vitrine/site/pages/kind-words';
import type { SitePortfolio } from '@vitrine/site/site';
import {
  demoPortfolio,
  emptyPortfolio,
  largePortfolio,
  longestPortfolio,
} from '@vitrine/testing/site-portfolios';
import { findViolations } from '../support/axe.ts';
import { findCutOff, findOverflowingText } from '../support/cut-off.ts';
import { fontsOf } from '../support/fonts.ts';
import { isLong } from '../support/is-long.ts';
import { findLayoutShifts, watchLayoutShifts } from '../support/shifts.ts';
import { type SitePages, startSitePages } from '../support/site-pages.ts';
import { expect, test } from '../support/test.ts';

const POST = '/writing/what-the-printed-table-knew';
/** Each kind of content is on one of them. */
const MAIN_PAGES = ['/', '/projects/tidewatch', POST, '/publications'];
const OTHER_PAGES = ['/resume', '/projects', '/writing', '/writing/tags/tidewatch', '/contact'];
const PAGES = [...MAIN_PAGES, ...OTHER_PAGES, '/missing'];
const CHECKED_WITH_AXE = isLong ? PAGES : MAIN_PAGES;
/** The browser has painted the page in other fonts by then. */
const SLOW_FONT_MS = 900;
/** An emphasized word in a text has its own font, which may move the rest of the line. */
const WORD_SHIFT = 0.003;
const WIDTHS = [320, 390, 820, 1440, 2560];

// The long run opens some thirty pages in one test.
test.describe.configure({ timeout: isLong ? 600_000 : 240_000 });

let pages: SitePages;
test.beforeAll(async () => {
  pages = await startSitePages();
});
test.afterAll(() => pages.stop());

for (const theme of THEMES) {
  test(`${theme} shows every page at every width, without layout shifts`, async ({ page }) => {
    await page.addInitScript(watchLayoutShifts);
    const problems: string[] = [];
    for (const path of PAGES) {
      await page.setViewportSize({ width: 390, height: 844 });
      await pages.open(page, path, withFace(demoPortfolio()), { theme });
      const limit = path === POST ? WORD_SHIFT : 0;
      for (const { value, moved } of await findLayoutShifts(page))
        if (value > limit) problems.push(`${path} ${moved}`);
      if (CHECKED_WITH_AXE.includes(path)) problems.push(...(await findViolations(page)));
      problems.push(...(await findMisfits(page, WIDTHS, path)));
      if (isLong) problems.push(...(await findViolations(page)));
    }
    expect(problems).toEqual([]);
  });

  test(`${theme} shows why a message was not sent, with a link for an email`, async ({ page }) => {
    const { profile, ...others } = demoPortfolio();
    const email = `${'a'.repeat(60)}@example.com`;
    const text = `${'Wheels & cogs + '.repeat(300)}\nThe end`;
    await page.setViewportSize({ width: 390, height: 844 });
    // This host answers each request with a page, as one without the service does.
    await pages.open(page, '/contact', { ...others, profile: { ...profile, email } }, { theme });
    for (const name of ['senderName', 'subject']) await page.fill(`[name=${name}]`, 'Ada + 1');
    await page.fill('[name=email]', 'mary@example.com');
    await page.fill('[name=message]', text);
    await page.getByRole('button', { name: 'Send' }).click();
    const link = page.getByRole('status').getByRole('link', { name: email });
    await expect(link).toBeInViewport();
    const href = (await link.getAttribute('href')) ?? '';
    expect(href.length).toBeLessThan(2000);
    expect(href).toContain('?subject=Ada%20%2B%201&body=Wheels%20%26%20cogs%20%2B%20');
    await expect(page.locator('[name=message]')).toHaveValue(text);
    expect(await findViolations(page)).toEqual([]);
    expect(await findMisfits(page, WIDTHS, '/contact')).toEqual([]);
  });

  test(`${theme} loads no wider copy of a picture than it shows`, async ({ page }) => {
    const problems: string[] = [];
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await pages.open(page, '/', withFace(demoPortfolio()), { theme });
      await page.waitForLoadState('networkidle');
      const found = await page.evaluate(findWideCopies);
      problems.push(...found.map((problem) => `at ${width} px: ${problem}`));
    }
    expect(problems).toEqual([]);
  });

  test(`${theme} shows its own fonts if they load late, and text hardly moves`, async ({
    page,
  }) => {
    await page.addInitScript(watchLayoutShifts);
    await page.route('**/*.woff2', async (route) => {
      const response = await route.fetch();
      await sleep(SLOW_FONT_MS);
      await route.fulfill({ response });
    });
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await pages.open(page, '/', demoPortfolio(), { theme });
      const { wanted, drawn } = await fontsOf(page, 'h1');
      expect(drawn).toEqual([expect.stringContaining(wanted)]);
      const shifts = await findLayoutShifts(page);
      expect(shifts.reduce((sum, { value }) => sum + value, 0)).toBeLessThan(0.03);
    }
  });

  test(`${theme} shows the author of a testimonial every step`, async ({ page }) => {
    const problems: string[] = [];
    for (const step of STEPS) {
      const form = { words: authorState(step) };
      await pages.open(page, '/kind-words/1', demoPortfolio(), { theme }, form);
      problems.push(...(await findViolations(page)));
      problems.push(...(await findMisfits(page, isLong ? WIDTHS : [320, 1440], step)));
    }
    expect(problems).toEqual([]);
  });

  test(`${theme} fits unusual content`, async ({ page }) => {
    const problems: string[] = [];
    for (const [name, path, portfolio, settings] of unusualPages(theme)) {
      await pages.open(page, path, portfolio, { theme, ...settings });
      const widths = isLong ? WIDTHS : [320, 1440];
      problems.push(...(await findMisfits(page, widths, `${name} ${path}`)));
      if (isLong) problems.push(...(await findViolations(page)));
    }
    expect(problems).toEqual([]);
  });
}

test.describe('animations that follow the scroll position', () => {
  const OWN_ANIMATION = `
    h1 { animation: own linear both; animation-timeline: scroll(); }
    @keyframes own { to { opacity: 0.5; } }`;

  for (const theme of THEMES) {
    test(`run in ${theme} and in the custom CSS`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      const running = await animationsOf(page, { theme, customCss: OWN_ANIMATION });
      expect(running).toEqual(new Set(['own', ...(await declaredAnimations(theme))]));
    });
  }

  test('are those of three themes, and do not run with reduced motion', async ({ page }) => {
    const themes: Theme[] = [];
    for (const theme of THEMES)
      if ((await declaredAnimations(theme)).length > 0) themes.push(theme);
    expect(themes).toEqual(['paper', 'gallery', 'mono']);
    for (const theme of themes) expect(await animationsOf(page, { theme })).toEqual(new Set());
  });

  test('show the name in the header of Paper once the heading has left the page', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await pages.open(page, '/', demoPortfolio(), { theme: 'paper' });
    const name = page.locator('.site-name');
    await expect(name).toBeHidden();
    await page.mouse.wheel(0, 1000);
    await expect(name).toBeVisible();
  });
});

/** The names of the animations with a timeline of their own in the source of a theme. */
async function declaredAnimations(theme: Theme): Promise<string[]> {
  const file = join(import.meta.dirname, '../../packages/site/src/themes', `${theme}.css`);
  const rules = (await readFile(file, 'utf8')).match(/[^{}]+(?=\})/g) ?? [];
  return rules
    .filter((rule) => /animation-timeline:/.test(rule))
    .flatMap((rule) => /animation:\s*([\w-]+)/.exec(rule)?.[1] ?? []);
}

/** The names of the animations with a timeline of their own that the browser runs on all pages. */
async function animationsOf(page: Page, settings: Partial<SiteSettings>): Promise<Set<string>> {
  const names = new Set<string>();
  for (const path of PAGES) {
    await pages.open(page, path, demoPortfolio(), settings);
    const found = await page.evaluate(() =>
      document
        .getAnimations()
        .flatMap((animation) =>
          animation instanceof CSSAnimation && animation.timeline !== document.timeline
            ? [animation.animationName]
            : [],
        ),
    );
    for (const name of found) names.add(name);
  }
  return names;
}

/** Runs in the page. A copy may be a fourth wider than the picture, since some sizes are estimates. */
function findWideCopies(): string[] {
  return [...document.images].flatMap((image) => {
    const widths = new Map(
      image.srcset.split(', ').map((source): [string, number] => {
        const [url = '', width = ''] = source.split(' ');
        return [new URL(url, location.href).href, Number.parseInt(width, 10)];
      }),
    );
    const chosen = widths.get(image.currentSrc);
    const shown = image.getBoundingClientRect().width * devicePixelRatio;
    const enough = Math.min(...[...widths.values()].filter((width) => width >= shown * 1.25));
    return chosen !== undefined && chosen > enough
      ? [`${image.className || 'a cover'} of ${shown} px loads the copy of ${chosen} px`]
      : [];
  });
}

/** Finds what is cut off, or overflows its box. */
async function findMisfits(page: Page, widths: readonly number[], name: string): Promise<string[]> {
  const problems: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const found = [...(await findCutOff(page)), ...(await findOverflowingText(page))];
    problems.push(...found.map((problem) => `${name} at ${width} px: ${problem}`));
  }
  return problems;
}

const STEPS = ['write', 'preview', 'received', 'suggested', 'withdrawn'] as const;

/** With errors and a photo, and the longest words in the preview. */
function authorState(step: KindWordsState['step']): KindWordsState {
  const { testimonials } = step === 'preview' ? longestPortfolio() : withFace(demoPortfolio());
  const [quote] = testimonials;
  if (!quote) throw new Error('The portfolio has no testimonial.');
  return {
    ...{ step, quote, note: 'The tide table', photoName: 'face.webp', token: '' },
    ...{ suggestion: 'Ada asked first what we do.', suggestionNote: 'May I shorten it?' },
    errors: { quote: 'Enter your words.', consent: 'Agree before you send.' },
    notice: 'Not sent yet.',
  };
}

type UnusualPage = [string, string, SitePortfolio, Partial<SiteSettings>];

function unusualPages(theme: Theme): UnusualPage[] {
  const longest = withLongCode(longestPortfolio());
  const project = `/projects/${longest.projects[0]?.slug}`;
  const short: UnusualPage[] = [
    ['longest', '/', longest, {}],
    ['longest', project, longest, {}],
    ['longest', '/resume', longest, {}],
    ['longest', `/writing/${longest.posts[0]?.slug}`, longest, {}],
    ['longest', '/publications', longest, {}],
    ['empty', '/', emptyPortfolio(), {}],
    ['many', '/', withoutBanners(largePortfolio(40)), {}],
    ['right-to-left', '/', demoPortfolio(), { language: 'ar' }],
    ['right-to-left', '/projects/tidewatch', demoPortfolio(), { language: 'ar' }],
    ['right-to-left', POST, demoPortfolio(), { language: 'ar' }],
    ['right-to-left', '/publications', demoPortfolio(), { language: 'ar' }],
  ];
  if (!isLong) return short;
  return [
    ...short,
    ...PAGES.map((path): UnusualPage => ['empty', path, emptyPortfolio(), {}]),
    ...PAGES.map((path): UnusualPage => ['ar', path, demoPortfolio(), { language: 'ar' }]),
    ...SITE_FONTS.map((fonts): UnusualPage => [fonts, '/', demoPortfolio(), { theme, fonts }]),
    ['one', '/', largePortfolio(1), {}],
    ['many', '/projects', withoutBanners(largePortfolio(40)), {}],
    ['numbers', '/', demoPortfolio(), { skillStyle: 'numbers', scheme: 'dark' }],
    ['list', '/', demoPortfolio(), { skillStyle: 'list', scheme: 'light' }],
  ];
}

/** The first testimonial has a photo. */
function withFace(portfolio: SitePortfolio): SitePortfolio {
  const testimonials = portfolio.testimonials.map((one, index) =>
    index === 0 ? { ...one, photo: portfolio.profile.avatar } : one,
  );
  return { ...portfolio, testimonials };
}

/** Every third project has no banner. */
function withoutBanners(portfolio: SitePortfolio): SitePortfolio {
  return {
    ...portfolio,
    projects: portfolio.projects.map((project, index) =>
      index % 3 === 2 ? { ...project, projectBanner: { url: '' } } : project,
    ),
  };
}

/** Code and tables do not break their lines. */
function withLongCode(portfolio: SitePortfolio): SitePortfolio {
  const long = 'W'.repeat(200);
  const markdown = `# ${long}\n\n\`${long}\`\n\n\`\`\`\n${long}\n\`\`\`\n\n| ${long} | ${long} |\n| --- | --- |\n| 1 | 2 |\n\n1. ${long}\n\n> ${long}`;
  const bodyHtml = toHtml(toTree(markdown));
  return { ...portfolio, projects: portfolio.projects.map((one) => ({ ...one, bodyHtml })) };
}
