/**
 * `npm run screenshots [folder] [names]`: takes every screen at three widths in both themes.
 * `npm run screenshots -- --readme`: updates the pictures in docs/pictures.
 * `npm run screenshots -- --themes`: updates the pictures of the site's themes in the dashboard and in docs/pictures.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { THEMES } from '@vitrine/contract/options';
import { launchOptions } from '@vitrine/testing/chromium';
import { startEnvironment } from '@vitrine/testing/environment';
import { startPostgres } from '@vitrine/testing/postgres';
import sharp from 'sharp';
import { openScreen, SCREENS } from './support/screens.ts';

type Theme = 'light' | 'dark';

const README_PICTURES: readonly [string, number, Theme][] = [
  ['dashboard', 1440, 'light'],
  ['dashboard', 1440, 'dark'],
  ['login', 1440, 'light'],
  ['manage-projects', 1440, 'light'],
  ['dashboard', 390, 'light'],
  ['messages-new', 390, 'dark'],
];

const [first, names] = process.argv.slice(2);
const isReadme = first === '--readme';
const root = join(import.meta.dirname, '..');
const folder = isReadme ? join(root, 'docs/pictures') : (first ?? join(root, '.dev/screenshots'));

await mkdir(folder, { recursive: true });
const postgres = await startPostgres({ durable: false });
const environment = await startEnvironment(postgres.url('postgres'));
const browser = await chromium.launch(launchOptions);
try {
  if (first === '--themes') await takeThemes();
  else await takeScreens();
} finally {
  await browser.close();
  await environment.stop();
  await postgres.stop();
}

async function takeScreens(): Promise<void> {
  const wanted = isReadme ? README_PICTURES : allPictures(names?.split(','));
  for (const picture of wanted) await takeScreenshot(...picture);
  console.log(`Wrote ${wanted.length} pictures to ${folder}`);
}

/** The demo portfolio in each theme. */
async function takeThemes(): Promise<void> {
  const pictures = join(root, 'apps/dashboard/src/features/site/pictures');
  const page = await browser.newPage({ viewport: { width: 1280, height: 880 } });
  await page.context().addCookies([environment.session]);
  await page.goto(`${await environment.siteDashboard()}/?view=site`);
  const preview = page.getByRole('link', { name: 'Open the preview in a new tab' });
  const url = await preview.getAttribute('href');
  for (const theme of THEMES) {
    await page.goto(`${url}?theme=${theme}`);
    await page.waitForLoadState('networkidle');
    const picture = sharp(await page.screenshot());
    await picture
      .clone()
      .resize(352, 242)
      .webp({ quality: 62, effort: 6 })
      .toFile(join(pictures, `${theme}.webp`));
    await picture
      .webp({ quality: 80, effort: 6 })
      .toFile(join(root, 'docs/pictures', `theme-${theme}.webp`));
  }
}

function allPictures(only: readonly string[] | undefined): [string, number, Theme][] {
  return SCREENS.filter(({ name }) => only?.includes(name) ?? true).flatMap(({ name }) =>
    [390, 820, 1440].flatMap((width): [string, number, Theme][] => [
      [name, width, 'light'],
      [name, width, 'dark'],
    ]),
  );
}

async function takeScreenshot(name: string, width: number, theme: Theme): Promise<void> {
  const screen = SCREENS.find((candidate) => candidate.name === name);
  if (!screen) throw new Error(`There is no screen named ${name}.`);
  const context = await browser.newContext({
    viewport: { width, height: width < 640 ? 844 : 900 },
    colorScheme: theme,
    reducedMotion: 'reduce',
    ...(isReadme && { deviceScaleFactor: 2 }),
  });
  const page = await context.newPage();
  // On a busy machine, the first load can end before the fonts are there. It then does without them.
  await openScreen(page, environment, screen);
  await openScreen(page, environment, screen);
  // Scroll to the end once, so that lazy images load.
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await page.waitForLoadState('networkidle');
  await page.evaluate('scrollTo(0, 0)');
  const picture = await page.screenshot({ fullPage: !isReadme });
  const file = join(folder, `${name}-${width}-${theme}`);
  if (isReadme)
    await sharp(picture)
      .webp({ quality: 85, effort: 6, smartSubsample: true })
      .toFile(`${file}.webp`);
  else await writeFile(`${file}.png`, picture);
  await context.close();
}
