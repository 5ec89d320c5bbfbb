import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { APPLICATIONS, PROFILE, PROJECTS, SKILLS, TIMELINE } from '@vitrine/demo/portfolio';
import { PLAIN_SITE } from '@vitrine/testing/static-site';
import { createVitrine } from '../../packages/client/src/client.ts';
import { findViolations } from '../support/axe.ts';
import { findLayoutShifts, watchLayoutShifts } from '../support/shifts.ts';
import { expect, openFilled, test, waitForProjects } from './test.ts';

test('shows the portfolio', { tag: ['@D-SITE-1'] }, async ({ page, environment, address }) => {
  await openFilled(page, environment, address);
  await test.step('shows the whole portfolio', async () => {
    await expect(page).toHaveTitle('Ada Lovelace');
    await expect(page.getByText(PROFILE.aboutMe)).toBeVisible();
    await expect(page.getByRole('img', { name: 'Portrait of Ada Lovelace' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'GitHub' })).toHaveAttribute(
      'href',
      PROFILE.githubURL,
    );
    await expect(page.getByRole('link', { name: 'Mastodon' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Resume (PDF)' })).toHaveAttribute(
      'href',
      /^http.*\/media\/.*\.pdf$/,
    );
    for (const { title, description = '', projectLink } of PROJECTS) {
      const project = page
        .getByRole('listitem')
        .filter({ has: page.getByText(title, { exact: true }) });
      await expect(project).toContainText(description);
      await expect(project.getByRole('link', { name: `Visit ${title}` })).toHaveCount(
        projectLink ? 1 : 0,
      );
    }
    for (const { title, proficiency } of SKILLS)
      await expectItem(page, `${title} ${proficiency} %`);
    for (const { name, link = '' } of APPLICATIONS) {
      await expectItem(page, name);
      await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute(
        'href',
        new URL(link).href,
      );
    }
    for (const { title, description, highlights = [] } of TIMELINE) {
      const entry = entryOf(page, title);
      await expect(entry).toContainText(description);
      for (const highlight of highlights) await expect(entry).toContainText(highlight);
    }
  });

  await test.step('introduces the owner', async () => {
    for (const fact of ['headline', 'location', 'pronouns', 'availability'] as const)
      await expect(page.locator(`.hello .${fact}`)).toHaveText(PROFILE[fact]);
  });

  await test.step('shows when and in which role the owner worked on a project', async () => {
    const project = page.getByRole('listitem').filter({ hasText: 'Tidewatch' });
    await expect(project).toContainText('Design and code, Nov 2025 – Jun 2026');
    await expect(project).toContainText('Tides for 900 harbors');
    await expect(project.getByRole('img')).toHaveAccessibleName(/^Tidewatch for the harbor/);
  });

  await test.step('lists skills under their categories', async () => {
    const categories = page.locator('.category');
    await expect(categories.getByRole('heading')).toHaveText([
      'Languages',
      'Frameworks',
      'Data and tools',
    ]);
    await expect(categories.first().getByRole('listitem')).toHaveText([
      /TypeScript/,
      /CSS/,
      /Rust/,
    ]);
  });

  await test.step('shows roles at one organization together, with months', async () => {
    const company = page
      .locator('.group')
      .filter({ has: page.getByRole('heading', { name: 'Analytical Company' }) });
    await expect(company.locator('.place')).toHaveText('London');
    await expect(company.getByRole('heading', { level: 4 })).toHaveText([
      'Principal engineer',
      'Senior engineer',
    ]);
    await expect(company.locator('.dates')).toHaveText(['Mar 2023 – now', 'Feb 2021 – Mar 2023']);
    await expect(entryOf(page, 'Front-end developer')).toContainText('Lighthouse Studio, Falmouth');
    await expect(entryOf(page, 'Grace Award for data design').locator('.dates')).toHaveText(
      'May 2019',
    );
  });

  for (const width of [320, 2560])
    await test.step(`cuts nothing off at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      const { scrollWidth, clientWidth } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        clientWidth: document.documentElement.clientWidth,
      }));
      expect(scrollWidth).toBe(clientWidth);
    });
});

test('shows no empty lines for what the owner left out', { tag: ['@D-SITE-1'] }, async ({
  page,
  environment,
  address,
}) => {
  await environment.fill();
  const portfolio = await createVitrine(environment.origin).portfolio();
  const bare = { headline: '', location: '', pronouns: '', availability: '' };
  Object.assign(portfolio.profile, bare);
  const noIcon = { svg: { url: '' } };
  for (const skill of portfolio.skills) Object.assign(skill, noIcon, { category: '' });
  for (const tool of portfolio.softwareApplications) Object.assign(tool, noIcon, { link: '' });
  for (const entry of portfolio.timeline)
    Object.assign(entry, { organization: '', location: '', link: '', highlights: [] });
  portfolio.timelineGroups = portfolio.timeline.map(({ _id }) => ({
    organization: '',
    entries: [_id],
  }));
  await page.route('**/public/portfolio', (route) => route.fulfill({ json: portfolio }));
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lovelace');
  await expect(page.locator('.facts, .headline, .category h3, .place, .highlights')).toHaveCount(0);
  await expect(page.locator('.tools a, .path a')).toHaveCount(0);
  await expect(page.locator('.skills img, .tools img')).toHaveCount(0);
  await expect(page.locator('.skills .letter').first()).toHaveText('T');
  await expect(page.getByRole('heading', { name: 'Principal engineer' })).toBeVisible();
});

test('loads every picture from another site and sets no cookie', { tag: ['@D-SITE-1'] }, async ({
  page,
  environment,
  site,
  address,
}) => {
  expect(new URL(site.origin).hostname).not.toBe(new URL(environment.origin).hostname);
  const cookies: string[] = [];
  page.on('response', async (response) => {
    const cookie = await response.headerValue('set-cookie').catch(() => null);
    if (cookie) cookies.push(`${response.url()} ${cookie}`);
  });
  await openFilled(page, environment, address);
  for (const img of await page.locator('main img').all()) {
    await img.scrollIntoViewIfNeeded();
    await expect
      .poll(() => img.evaluate((each) => each instanceof HTMLImageElement && each.naturalWidth > 0))
      .toBe(true);
  }
  expect(cookies).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
});

test('uses what it preloads, and loads a narrow picture on a phone', {
  tag: ['@D-SITE-1'],
}, async ({ page, environment, address }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await openFilled(page, environment, address);
  const asked = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  );
  for (const path of ['/client.js', '/api/v1/public/portfolio'])
    expect(asked.filter((url) => url === `${environment.origin}${path}`)).toHaveLength(1);
  const { projects } = await createVitrine(environment.origin).portfolio();
  const narrow = projects[0]?.projectBanner.variants?.map(({ url }) => url);
  const banner = page.locator('.banner').first();
  await expect
    .poll(() => banner.evaluate((img) => img instanceof HTMLImageElement && img.currentSrc))
    .not.toBe('');
  expect(narrow).toContain(await banner.evaluate((img: HTMLImageElement) => img.currentSrc));
});

test('shows an empty state with a working contact form for an empty portfolio', {
  tag: ['@D-SITE-1'],
}, async ({ page, environment, address }) => {
  await environment.empty();
  await waitForProjects(environment, 0);
  await page.goto(address);
  await expect(page.getByText('There is nothing to see here yet.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Contact']);
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText(['Contact']);
});

test('shows an error and retries when Vitrine is unreachable', { tag: ['@D-SITE-1'] }, async ({
  page,
  environment,
  address,
}) => {
  await environment.fill();
  await page.route(`${environment.origin}/**`, (route) => route.abort());
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'The portfolio cannot be shown right now',
  );
  expect(await findViolations(page)).toEqual([]);
  await page.unroute(`${environment.origin}/**`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lovelace');
});

test('explains that it needs a web server when opened as a file', { tag: ['@D-SITE-1'] }, async ({
  page,
}) => {
  await page.goto(pathToFileURL(join(PLAIN_SITE, 'index.html')).href);
  await expect(page.getByRole('status')).toHaveText(/^The portfolio cannot be shown/);
});

test('renders the owner’s content as text and allows only web links', {
  tag: ['@D-SITE-1'],
}, async ({ page, environment, address }) => {
  await environment.fill();
  const portfolio = await createVitrine(environment.origin).portfolio();
  portfolio.profile.fullName = '<img src=x onerror=alert(1)>';
  portfolio.profile.githubURL = 'javascript:alert(1)';
  // The service rejects this, but the page must not depend on that.
  await page.route('**/public/portfolio', (route) => route.fulfill({ json: portfolio }));
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('<img src=x onerror=alert(1)>');
  await expect(page.getByRole('link', { name: 'LinkedIn' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'GitHub' })).toHaveCount(0);
});

for (const width of [390, 1440])
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('has no accessibility violations in light and dark', { tag: ['@D-SITE-1'] }, async ({
      page,
      environment,
      address,
    }) => {
      await openFilled(page, environment, address);
      expect(await findViolations(page)).toEqual([]);
    });

    test('has no layout shift', { tag: ['@D-SITE-1'] }, async ({ page, environment, address }) => {
      await page.addInitScript(watchLayoutShifts);
      // One at a time, so that every intermediate state is painted.
      await page.route(`${environment.origin}/**`, async (route, request) => {
        await sleep(request.resourceType() === 'image' ? 700 : 300);
        await route.continue().catch(() => {});
      });
      await openFilled(page, environment, address);
      await sleep(1_500);
      expect(await findLayoutShifts(page)).toEqual([]);
    });
  });

/** The entry of the timeline with this title. */
function entryOf(page: Page, title: string): Locator {
  return page
    .locator('.entry')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
}

async function expectItem(page: Page, text: string): Promise<void> {
  const words = new RegExp(
    `^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+')}\\s*$`,
  );
  await expect(page.getByRole('listitem').filter({ hasText: words })).toBeVisible();
}
