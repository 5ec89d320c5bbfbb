/** `npm run screenshots [folder] [names]`: every screen at three widths in both themes. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { launchOptions } from '../e2e/support/chromium.ts';
import { openScreen, SCREENS, type Screen } from '../e2e/support/screens.ts';
import { startWorld } from '../e2e/support/world.ts';
import { startPostgres } from './postgres.ts';

const [folder = join(import.meta.dirname, '../.dev/screenshots'), names] = process.argv.slice(2);
const wanted = SCREENS.filter(({ name }) => !names || names.split(',').includes(name));

await mkdir(folder, { recursive: true });
const postgres = await startPostgres({ forget: true });
const world = await startWorld(postgres.url('postgres'));
const browser = await chromium.launch(launchOptions);
try {
  for (const screen of wanted)
    for (const width of [390, 820, 1440])
      for (const theme of ['light', 'dark'] as const) await shoot(screen, width, theme);
  console.log(`${wanted.length * 6} pictures in ${folder}`);
} finally {
  await browser.close();
  await world.stop();
  await postgres.stop();
}

async function shoot(screen: Screen, width: number, theme: 'light' | 'dark'): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: width < 640 ? 844 : 900 },
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await openScreen(page, world, screen);
  // What is loaded only when it comes into sight is to be seen, too.
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await page.waitForLoadState('networkidle');
  await page.evaluate('scrollTo(0, 0)');
  await page.screenshot({
    path: join(folder, `${screen.name}-${width}-${theme}.png`),
    fullPage: true,
  });
  await context.close();
}
